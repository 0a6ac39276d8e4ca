//! Computes the index of a position in a table.
//!
//! Equal pieces form a *group*. The index of the placement of each group is one digit of the
//! index, in a mixed radix: the bases are the numbers of possible placements. One digit covers the
//! *leading* pieces, which are used to normalize the position by a symmetry of the board:
//!
//! * if there are pawns, those of the side with fewer pawns, but at least one;
//! * otherwise, if at least three pieces exist only once, three such pieces;
//! * otherwise both kings.
//!
//! The header determines the order of the groups and of the digits.

use super::Material;
use super::format::TablebaseFileError;
use super::material::piece_with_code;
use super::squares::{
    KING_PLACEMENTS, Symmetry, THREE_PIECE_PLACEMENTS, choose, kings_index, leading_pawn,
    leading_pawns_index, other_pawn_placements, other_pawns_index, pawn_placements_on_file,
    set_index, three_pieces_index,
};
use crate::chess::{Board, Color, Piece, PieceType};

/// A board as a table stores it: if the colors of the table are exchanged, Black's pieces are those
/// of the table's White, and ranks are mirrored.
#[derive(Clone, Copy, Debug)]
pub(super) struct TableBoard<'a> {
    pub board: &'a Board,
    pub is_exchanged: bool,
}

impl TableBoard<'_> {
    /// Returns the squares of these pieces of the table.
    #[inline]
    fn pieces(self, Piece { color, kind }: Piece) -> u64 {
        if self.is_exchanged {
            self.board.of(!color, kind).0.swap_bytes()
        } else {
            self.board.of(color, kind).0
        }
    }

    /// Returns whether the side to move is the table's Black.
    pub(super) fn is_black_to_move(self) -> bool {
        (self.board.side_to_move() == Color::Black) != self.is_exchanged
    }
}

/// A group of equal pieces.
#[derive(Clone, Copy, Debug)]
struct Group {
    piece: Piece,
    count: u8,
    /// Place value of the group's digit. Of the leading groups, only the first has a digit.
    factor: u64,
}

/// The leading pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Leading {
    /// The pawns of one side; the other side has none.
    Pawns,
    /// The pawns of one side; those of the other side are the second group.
    PawnsOfBothSides,
    /// Three pieces that exist only once.
    ThreePieces,
    /// Both kings.
    Kings,
}

impl Leading {
    /// Returns the leading pieces of a table, and the number of groups that they form.
    ///
    /// Returns `None` if the groups are in an order in which positions cannot be indexed.
    fn of(groups: &[Group], material: &Material) -> Option<(Self, usize)> {
        let is = |group: &Group, kind| group.piece.kind == kind;
        let [fewer, more] = {
            let [white, black] = material.pawns();
            [white.min(black), white.max(black)]
        };
        let is_pawns = |group: &Group, count| is(group, PieceType::Pawn) && group.count == count;
        let singles = groups.iter().filter(|group| group.count == 1).count();
        let (leading, count, is_valid) = if fewer > 0 {
            let is_valid = is_pawns(&groups[0], fewer) && is_pawns(&groups[1], more);
            (Self::PawnsOfBothSides, 1, is_valid)
        } else if more > 0 {
            (Self::Pawns, 1, is_pawns(&groups[0], more))
        } else if singles > 2 {
            let is_valid = groups[..3].iter().all(|group| group.count == 1);
            (Self::ThreePieces, 3, is_valid)
        } else {
            let is_valid = groups[..2].iter().all(|group| is(group, PieceType::King));
            (Self::Kings, 2, is_valid)
        };
        is_valid.then_some((leading, count))
    }
}

/// The order of pieces of a part of a table. It determines how the index is computed.
#[derive(Debug)]
pub(super) struct PieceOrder {
    groups: Vec<Group>,
    leading: Leading,
    /// Number of positions that can be indexed.
    pub positions: u64,
}

impl PieceOrder {
    /// Creates the order for `pieces`. `digit_places` are the places, from the lowest, of the digit
    /// of the leading pieces and, if both sides have pawns, of that of the other side's pawns.
    /// `file` is the file of the leading pawn, 0 to 3, if there are pawns.
    ///
    /// Returns an error if `pieces` are not those of `material` or are in an order in which
    /// positions cannot be indexed, or if `digit_places` are out of range.
    pub(super) fn new(
        pieces: &[u8],
        digit_places: [u8; 2],
        material: &Material,
        file: usize,
    ) -> Result<Self, TablebaseFileError> {
        let groups = group_pieces(pieces, material).ok_or(TablebaseFileError::OtherPieces)?;
        let (leading, leading_groups) =
            Leading::of(&groups, material).ok_or(TablebaseFileError::OtherPieces)?;
        let mut order = Self {
            groups,
            leading,
            positions: 1,
        };
        let both = leading == Leading::PawnsOfBothSides;
        let [first, second] = digit_places.map(usize::from);
        let digit_count = order.groups.len() - leading_groups + 1;
        let is_valid = first < digit_count && (!both || second < digit_count && second != first);
        if !is_valid {
            return Err(TablebaseFileError::Header);
        }
        order.set_factors(first, both.then_some(second), leading_groups, file);
        Ok(order)
    }

    /// Sets the factors of the groups and the number of positions. `first` and `second` are the
    /// places of the digits of the first group and, if both sides have pawns, of the second.
    fn set_factors(
        &mut self,
        first: usize,
        second: Option<usize>,
        leading_groups: usize,
        file: usize,
    ) {
        // Places of digits with their groups, from the lowest place.
        let mut given = vec![(first, 0)];
        given.extend(second.map(|second| (second, 1)));
        given.sort_unstable();
        // The indices of groups in the order of their digits, from the lowest. The leading groups
        // share one digit; the groups after those of given places fill the other places in order.
        let others = leading_groups + given.len() - 1..self.groups.len();
        let mut group_indices: Vec<usize> = others.collect();
        for (place, group_index) in given {
            group_indices.insert(place, group_index);
        }
        let pawns: u8 = self.pawn_groups().iter().map(|group| group.count).sum();
        let leading_count = u64::from(self.groups[0].count);
        let mut free = 64
            - match self.leading {
                Leading::Pawns | Leading::PawnsOfBothSides => u64::from(pawns),
                Leading::ThreePieces => 3,
                Leading::Kings => 2,
            };
        for group_index in group_indices {
            let count = u64::from(self.groups[group_index].count);
            let placements = match (group_index, self.leading) {
                (0, Leading::ThreePieces) => THREE_PIECE_PLACEMENTS,
                (0, Leading::Kings) => KING_PLACEMENTS,
                (0, _) => pawn_placements_on_file(file, count as usize),
                (1, Leading::PawnsOfBothSides) => other_pawn_placements(count, leading_count),
                _ => {
                    let ways = choose(free, count);
                    free -= count;
                    ways
                }
            };
            self.groups[group_index].factor = self.positions;
            self.positions *= placements;
        }
    }

    /// Returns the groups of pawns.
    fn pawn_groups(&self) -> &[Group] {
        match self.leading {
            Leading::Pawns => &self.groups[..1],
            Leading::PawnsOfBothSides => &self.groups[..2],
            Leading::ThreePieces | Leading::Kings => &[],
        }
    }

    /// Returns the file of the leading pawn after normalization, 0 to 3; 0 if there are no pawns.
    #[inline]
    pub(super) fn leading_file(&self, board: TableBoard) -> usize {
        if self.pawn_groups().is_empty() {
            return 0;
        }
        let square = leading_pawn(board.pieces(self.groups[0].piece));
        Symmetry::of_leading_pawn(square).square(square) % 8
    }

    /// Returns the index of a board with the material of the table.
    #[inline]
    pub(super) fn index(&self, board: TableBoard) -> u64 {
        let pieces = |group: &Group| board.pieces(group.piece);
        // The square of a group of one piece. The remainder spares a bounds check: no group is
        // empty.
        let single =
            |group_index: usize| (pieces(&self.groups[group_index]).trailing_zeros() % 64) as usize;
        let (leading_index, symmetry, leading_groups) = match self.leading {
            Leading::ThreePieces => {
                let three = [single(0), single(1), single(2)];
                let symmetry = Symmetry::of_leading(&three);
                let leading_index = three_pieces_index(three.map(|square| symmetry.square(square)));
                (leading_index, symmetry, 3)
            }
            Leading::Kings => {
                let kings = [single(0), single(1)];
                let symmetry = Symmetry::of_leading(&kings);
                let leading_index = kings_index(kings.map(|square| symmetry.square(square)));
                (leading_index, symmetry, 2)
            }
            Leading::Pawns | Leading::PawnsOfBothSides => {
                let pawns = pieces(&self.groups[0]);
                let square = leading_pawn(pawns);
                let symmetry = Symmetry::of_leading_pawn(square);
                let leading_index =
                    leading_pawns_index(symmetry.set(pawns), symmetry.square(square));
                (leading_index, symmetry, 1)
            }
        };
        let mut index = leading_index * self.groups[0].factor;
        let (leading, mut rest) = self.groups.split_at(leading_groups);
        let mut occupied = leading
            .iter()
            .fold(0, |set, group| set | symmetry.set(pieces(group)));
        if self.leading == Leading::PawnsOfBothSides
            && let [others, after @ ..] = rest
        {
            let pawns = symmetry.set(pieces(others));
            index += other_pawns_index(pawns, occupied) * others.factor;
            occupied |= pawns;
            rest = after;
        }
        for group in rest {
            let set = symmetry.set(pieces(group));
            index += set_index(set, occupied) * group.factor;
            occupied |= set;
        }
        index
    }
}

/// Returns the groups of `pieces`; `None` if they are not the pieces of `material`.
fn group_pieces(pieces: &[u8], material: &Material) -> Option<Vec<Group>> {
    let counts: Vec<(u8, u8)> = pieces
        .chunk_by(|a, b| a == b)
        .map(|group| (group[0], group.len() as u8))
        .collect();
    let mut sorted = counts.clone();
    sorted.sort_unstable();
    if sorted != material.counts_by_code() {
        return None;
    }
    let group = |(code, count)| {
        Some(Group {
            piece: piece_with_code(code)?,
            count,
            factor: 1,
        })
    };
    counts.into_iter().map(group).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::chess::Square;
    use crate::syzygy::squares::tests::images;

    fn order(pieces: &[u8], digits: [u8; 2], name: &str) -> Result<PieceOrder, TablebaseFileError> {
        let material = Material::from_name(name).expect("the name of a table");
        PieceOrder::new(pieces, digits, &material, 0)
    }

    /// Piece codes: pawn 1, knight 2, bishop 3, rook 4, queen 5, king 6; Black's are larger by 8.
    #[test]
    fn pieces_must_match_the_name_and_be_in_an_order_that_can_be_indexed() {
        let is_valid = |pieces: &[u8], name: &str| order(pieces, [0, 1], name).is_ok();
        assert!(is_valid(&[14, 6, 3], "KBvK"));
        assert!(!is_valid(&[14, 6, 2], "KBvK"));
        assert!(is_valid(&[6, 14, 4, 12], "KRvKR"));
        assert!(is_valid(&[6, 14, 3, 3], "KBBvK"));
        assert!(!is_valid(&[3, 3, 6, 14], "KBBvK"), "the kings come first");
        assert!(
            !is_valid(&[6, 3, 14, 3], "KBBvK"),
            "equal pieces stand together"
        );
        assert!(is_valid(&[6, 4, 14, 3, 3], "KRBBvK"));
        let late = [6, 3, 3, 14, 4];
        assert!(!is_valid(&late, "KRBBvK"), "three single pieces come first");
        assert!(is_valid(&[1, 6, 14], "KPvK"));
        assert!(!is_valid(&[6, 1, 14], "KPvK"), "pawns come first");
        assert!(is_valid(&[9, 1, 1, 6, 14], "KPPvKP"));
        let more = [1, 1, 9, 6, 14];
        assert!(!is_valid(&more, "KPPvKP"), "the fewer pawns come first");
    }

    #[test]
    fn digits_must_be_in_range_and_different() {
        let is_valid = |digits| order(&[9, 1, 1, 6, 14], digits, "KPPvKP").is_ok();
        assert!(is_valid([3, 0]));
        assert!(!is_valid([4, 0]));
        assert!(!is_valid([0, 4]));
        assert!(!is_valid([2, 2]));
        // Three single pieces are one digit.
        assert!(order(&[6, 14, 5], [0, 15], "KQvK").is_ok());
        assert!(order(&[6, 14, 5], [1, 15], "KQvK").is_err());
    }

    /// The sizes follow from the binomial coefficients and the placements of the leading pieces.
    #[test]
    fn the_number_of_positions_is_the_product_of_the_placements() {
        let positions = |pieces: &[u8], name| {
            order(pieces, [1, 2], name)
                .expect("a valid order")
                .positions
        };
        assert_eq!(positions(&[6, 14, 4, 12], "KRvKR"), 31_332 * 61);
        assert_eq!(positions(&[6, 14, 3, 3], "KBBvK"), 462 * (62 * 61 / 2));
        assert_eq!(positions(&[1, 6, 14], "KPvK"), 6 * 63 * 62);
        // On the file a, 47, 45, …, 37 squares are left for the second of two pawns.
        assert_eq!(positions(&[1, 1, 6, 14], "KPPvK"), 252 * 62 * 61);
        assert_eq!(positions(&[1, 9, 6, 14], "KPvKP"), 6 * 47 * 62 * 61);
    }

    /// Fails unless all positions with the same index are images of each other: under the
    /// reflection of files, or without pawns under the eight symmetries of the board.
    fn assert_unique(pieces: &[u8], name: &str, has_pawns: bool) {
        let material = Material::from_name(name).expect("the name of a table");
        let orders: Vec<PieceOrder> = (0..if has_pawns { 4 } else { 1 })
            .map(|file| PieceOrder::new(pieces, [0, 15], &material, file).expect("a valid order"))
            .collect();
        let mut known: HashMap<(usize, u64), [usize; 3]> = HashMap::new();
        for placement in (0..64_usize.pow(3)).map(|i| [i / 4096, i / 64 % 64, i % 64]) {
            let mut builder = Board::builder();
            for (&code, square) in pieces.iter().zip(placement) {
                let Piece { color, kind } = piece_with_code(code).expect("a piece");
                builder = builder.piece(color, kind, Square::from_index(square));
            }
            let Ok(board) = builder.build() else {
                continue;
            };
            if board.occupied().count() != 3 {
                continue;
            }
            let board = TableBoard {
                board: &board,
                is_exchanged: false,
            };
            let file = orders[0].leading_file(board);
            let index = orders[file].index(board);
            assert!(index < orders[file].positions);
            let symmetries = if has_pawns { 2 } else { 8 };
            let images = images(placement);
            let class = images[..symmetries].iter().min().expect("symmetries");
            let first = *known.entry((file, index)).or_insert(*class);
            assert_eq!(first, *class, "file {file}, index {index}");
        }
        assert!(known.len() > 15_000, "{} positions", known.len());
    }

    #[test]
    fn positions_with_the_same_index_are_symmetric() {
        assert_unique(&[5, 14, 6], "KQvK", false);
        assert_unique(&[1, 14, 6], "KPvK", true);
    }

    #[test]
    fn a_board_with_exchanged_colors_has_the_same_index() {
        let orders = [0, 1, 2, 3].map(|file| {
            let material = Material::from_name("KPPvKP").expect("the name of a table");
            PieceOrder::new(&[9, 1, 1, 6, 14], [1, 0], &material, file).expect("a valid order")
        });
        let board: Board = "8/2k5/8/1p6/8/P6P/4K3/8 w - - 0 1"
            .parse()
            .expect("a valid FEN");
        let flipped = board.flipped();
        let index = |given, is_exchanged| {
            let stored = TableBoard {
                board: given,
                is_exchanged,
            };
            let file = orders[0].leading_file(stored);
            (file, orders[file].index(stored))
        };
        assert_eq!(index(&board, false), index(&flipped, true));
        assert_eq!(index(&board, false).0, 1, "Black's pawn leads");
    }
}

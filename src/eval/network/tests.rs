//! Tests of the output of networks with random and extreme weights.

use std::sync::Arc;

use super::accumulator::Accumulators;
use super::architecture::{FEATURES, HIDDEN, HIDDEN_ONE, OUTPUT_ONE, OUTPUT_SCALE, output_bucket};
use super::embedded::EMBEDDED_FILE;
use super::features::View;
use super::weights::Row;
use super::{Architecture, Network, NetworkError, NetworkFile};
use crate::chess::{Board, Color, Piece, Position, Square, chess960};
use crate::eval::{Evaluator, evaluate_with};
use crate::score::EVALUATION_BOUND;

/// Returns a network whose weights are the values of these functions: weights and bias of the
/// hidden layer, output weights, output bias.
fn network<const H: usize>(
    mut hidden: impl FnMut() -> i8,
    mut output: impl FnMut() -> i8,
    mut bias: impl FnMut() -> i32,
) -> Network<H> {
    let row = |weight: &mut dyn FnMut() -> i8| Row(std::array::from_fn(|_| weight()));
    Network::new(
        (0..FEATURES).map(|_| row(&mut hidden)).collect(),
        row(&mut hidden),
        std::array::from_fn(|_| [row(&mut output), row(&mut output)]),
        std::array::from_fn(|_| bias()),
    )
}

/// Returns a network with weights like those of a trained one.
pub(super) fn random_network(seed: u64) -> Network {
    let [mut hidden, mut output, mut bias] =
        [0, 1, 2].map(|stream| fastrand::Rng::with_seed(3 * seed + stream));
    network(
        || hidden.i8(-60..=60),
        || output.i8(-120..=120),
        || bias.i32(-12_000..=12_000),
    )
}

/// Returns networks whose weights have the extreme values of their types.
fn extreme_networks() -> Vec<Network> {
    let mut random = fastrand::Rng::with_seed(11);
    let (min, max) = (i8::MIN, i8::MAX);
    let either = || random.choice([min, max]).expect("two");
    vec![
        network(|| max, || max, || i32::MAX),
        network(|| max, || min, || i32::MIN),
        network(|| min, || max, || i32::MAX),
        network(either, || max, || 0),
    ]
}

/// Returns the feature of a piece from the view of `color`, computed from the description of the
/// features instead of bits.
fn naive_feature(board: &Board, color: Color, square: Square, piece: Piece) -> usize {
    let seen = |actual: Square| {
        let (file, rank) = (actual.index() % 8, actual.index() / 8);
        let is_mirrored = board.king(color).index() % 8 >= 4;
        let is_white = color == Color::White;
        (
            if is_mirrored { 7 - file } else { file },
            if is_white { rank } else { 7 - rank },
        )
    };
    let bucket = match seen(board.king(color)) {
        (file, 0) => file / 2,
        (_, 1) => 2,
        _ => 3,
    };
    let side = usize::from(piece.color != color);
    let (file, rank) = seen(square);
    bucket * 768 + side * 384 + piece.kind.index() * 64 + rank * 8 + file
}

/// Returns the output for `board`, computed with 64-bit numbers from nothing.
fn naive_output(network: &Network, board: &Board) -> i32 {
    let bucket = output_bucket(board.occupied().count());
    let us = board.side_to_move();
    let mut total = 0_i64;
    for (color, weights) in [us, !us].into_iter().zip(&network.output_weights[bucket]) {
        for neuron in 0..HIDDEN {
            let mut sum = i64::from(network.hidden_bias.0[neuron]);
            for (square, piece) in board.pieces() {
                let feature = naive_feature(board, color, square, piece);
                sum += i64::from(network.hidden_weights[feature].0[neuron]);
            }
            let limited = sum.clamp(0, HIDDEN_ONE.into());
            total += limited * limited * i64::from(weights.0[neuron]);
        }
    }
    let output = total / i64::from(HIDDEN_ONE) + i64::from(network.output_bias[bucket]);
    i32::try_from(output * i64::from(OUTPUT_SCALE) / i64::from(HIDDEN_ONE * OUTPUT_ONE))
        .expect("fits")
}

/// Plays random games from the initial position and from positions of Chess960, with null moves and
/// moves taken back. Calls `check` with every position.
fn play_games(games: u16, mut check: impl FnMut(&Position)) {
    let mut random = fastrand::Rng::with_seed(7);
    for game in 0..games {
        let start = match game % 2 {
            0 => Board::default(),
            _ => chess960::start(random.u16(..960), random.u16(..960)),
        };
        let mut position = Position::new(start);
        for _ in 0..120 {
            check(&position);
            match random.u8(..8) {
                0 if !position.is_in_check() => position.make_null_move(),
                1 => {
                    // Jumps back by several plies.
                    for _ in 0..random.usize(..=position.moves_made().min(5)) {
                        position.unmake_move();
                    }
                }
                _ => match random.choice(position.legal_moves()) {
                    Some(mv) if !position.is_insufficient_material() => position.make_move(mv),
                    _ => break,
                },
            }
        }
    }
}

#[test]
fn incremental_outputs_are_those_computed_from_nothing() {
    let network = random_network(1);
    let mut accumulators = Accumulators::new(&network);
    let (mut positions, mut views) = (0, [false; View::COUNT]);
    play_games(60, |position| {
        let board = position.board();
        let output = accumulators.updated_output(&network, board);
        assert_eq!(output, network.output(board), "{board}");
        positions += 1;
        for color in Color::ALL {
            views[View::new(color, board.king(color)).index()] = true;
        }
    });
    assert!(positions > 3000, "{positions} positions");
    assert_eq!(views, [true; View::COUNT]);
}

#[test]
fn outputs_are_those_of_a_naive_computation() {
    let network = random_network(2);
    let mut outputs = Vec::new();
    play_games(6, |position| {
        let board = position.board();
        let output = network.output(board);
        assert_eq!(output, naive_output(&network, board), "{board}");
        outputs.push(output);
    });
    outputs.sort_unstable();
    outputs.dedup();
    assert!(outputs.len() > 100, "{outputs:?}");
}

#[test]
fn weights_at_their_limits_do_not_overflow() {
    for network in extreme_networks() {
        let mut accumulators = Accumulators::new(&network);
        let mut evaluator = Evaluator::new(Arc::new(network.clone()));
        play_games(2, |position| {
            let board = position.board();
            let output = accumulators.updated_output(&network, board);
            assert_eq!(output, naive_output(&network, board), "{board}");
            let score = evaluator.evaluate(board);
            assert!(score.abs() <= EVALUATION_BOUND, "{score}: {board}");
            assert_eq!(score, evaluate_with(&network, board), "{board}");
        });
    }
}

/// Returns a network file.
fn file() -> NetworkFile {
    NetworkFile {
        provenance: r#"{"seed": 5}"#.to_owned(),
        network: random_network(5),
    }
}

#[test]
fn a_file_is_read_as_it_was_written() {
    let file = file();
    assert_eq!(NetworkFile::from_bytes(&file.to_bytes()), Ok(file));
    let embedded = NetworkFile::<HIDDEN>::from_bytes(EMBEDDED_FILE).expect("a network");
    assert_eq!(embedded.to_bytes(), EMBEDDED_FILE);
}

#[test]
fn a_file_of_another_width_is_read_only_as_one_of_this_width() {
    const OTHER: usize = HIDDEN / 2;
    let file = NetworkFile {
        provenance: "{}".to_owned(),
        network: network::<OTHER>(|| 1, || 2, || 3),
    };
    let bytes = file.to_bytes();
    assert_eq!(NetworkFile::from_bytes(&bytes), Ok(file));
    let error = NetworkError::Architecture {
        expected: Architecture::CURRENT,
        found: Architecture::of(OTHER),
    };
    assert_eq!(NetworkFile::<HIDDEN>::from_bytes(&bytes), Err(error));
}

#[test]
fn truncated_and_extended_files_are_refused() {
    let mut bytes = file().to_bytes();
    for length in 0..bytes.len() {
        match NetworkFile::<HIDDEN>::from_bytes(&bytes[..length]) {
            Err(NetworkError::Magic) => assert!(length < 8),
            Err(NetworkError::Size { found, .. }) => assert_eq!(found, length),
            other => panic!("{length}: {other:?}"),
        }
    }
    bytes.push(0);
    let error = NetworkFile::<HIDDEN>::from_bytes(&bytes).expect_err("too long");
    assert!(matches!(error, NetworkError::Size { .. }), "{error}");
}

#[test]
fn a_changed_byte_is_noticed_wherever_it_is() {
    let mut bytes = file().to_bytes();
    // All of the header and the provenance, then bytes of all parts of the weights.
    let positions = (0..60).chain((60..bytes.len()).step_by(1999));
    for at in positions.chain(bytes.len() - 40..bytes.len()) {
        bytes[at] ^= 0x10;
        let error = NetworkFile::<HIDDEN>::from_bytes(&bytes).expect_err("a changed byte");
        let expected = match at {
            0..8 => matches!(error, NetworkError::Magic),
            8..12 => matches!(error, NetworkError::Version(_)),
            12..36 => matches!(error, NetworkError::Architecture { .. }),
            36..40 => matches!(error, NetworkError::Size { .. }),
            _ => matches!(error, NetworkError::Checksum { .. }),
        };
        assert!(expected, "{at}: {error}");
        bytes[at] ^= 0x10;
    }
}

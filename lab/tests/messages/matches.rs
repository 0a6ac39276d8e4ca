//! Messages about matches and tuning by games.

use ferz::engine::options::OptionError;
use ferz::search::pool::TooFewThreads;
use ferz::support::memory::OutOfMemory;
use ferz_lab::matches::MatchError;
use ferz_lab::screening::ScreeningError;
use ferz_lab::spsa::SpsaError;

use crate::variants;

#[test]
fn errors_that_end_matches() {
    #[rustfmt::skip]
    let table = [
        (MatchError::Memory(OutOfMemory { megabytes: 16 }),
            "not enough memory for a hash table of 16 MB"),
        (MatchError::Threads(TooFewThreads { asked: 2, started: 0 }),
            "cannot start 2 threads; the system provides only 0"),
        (MatchError::Option(OptionError::Unknown("joho".to_owned())),
            "unknown option \"joho\"; expected one that \"uci\" lists"),
        (MatchError::Engine {
            player: 'B',
            message: "\"e2e5\" is not legal on the board".to_owned(),
        },
            "player B: \"e2e5\" is not legal on the board"),
    ];
    for (error, message) in &table {
        assert_eq!(error.to_string(), *message);
    }
    variants!(MatchError: Memory Threads Option Engine)
        .assert_all_occur(table.iter().map(|(error, _)| error));
}

#[test]
fn errors_of_spsa_runs() {
    let settings = |name: &str, found: &str, expected: &str| SpsaError::Settings {
        name: name.to_owned(),
        found: found.to_owned(),
        expected: expected.to_owned(),
    };
    #[rustfmt::skip]
    let table = [
        (SpsaError::Memory(OutOfMemory { megabytes: 16 }),
            "not enough memory for a hash table of 16 MB"),
        (SpsaError::Threads(TooFewThreads { asked: 2, started: 0 }),
            "cannot start 2 threads; the system provides only 0"),
        (SpsaError::UnknownParameter("see".to_owned()),
            "no parameter matches \"see\"; expected a name that \"ferz-lab spsa\" prints, or the beginning of names followed by *"),
        (SpsaError::NotState("EOF while parsing".to_owned()),
            "not a state of ferz-lab spsa run: EOF while parsing; delete it to start again"),
        (settings("nodes", "5000", "2000"),
            "the state has nodes 5000, expected 2000; delete it to start again"),
        (settings("parameter 1", "see_pawn = 100 (70 to 150, step 4)", "see_rook = 500 (400 to 750, step 17.5)"),
            "the state has parameter 1 see_pawn = 100 (70 to 150, step 4), expected see_rook = 500 (400 to 750, step 17.5); delete it to start again"),
    ];
    for (error, message) in &table {
        assert_eq!(error.to_string(), *message);
    }
    variants!(SpsaError: Memory Threads UnknownParameter NotState Settings)
        .assert_all_occur(table.iter().map(|(error, _)| error));
}

#[test]
fn errors_of_screenings() {
    #[rustfmt::skip]
    let table = [
        (ScreeningError::Malformed("see_pawn".to_owned()),
            "found \"see_pawn\"; expected NAME=VALUE, or several separated by commas"),
        (ScreeningError::UnknownParameter("see".to_owned()),
            "no parameter \"see\"; expected a name that \"ferz-lab spsa\" prints"),
        (ScreeningError::OutOfRange { name: "see_pawn", value: 5000, range: 70..=150 },
            "see_pawn=5000 is out of range; expected 70 to 150"),
        (ScreeningError::SetTwice("see_pawn"),
            "see_pawn is set twice; expected each parameter in one factor"),
        (ScreeningError::NotState("EOF while parsing".to_owned()),
            "not a state of ferz-lab screen: EOF while parsing; delete it to start again"),
        (ScreeningError::Settings { name: "nodes", found: "5000".to_owned(), expected: "2000".to_owned() },
            "the state has nodes 5000, expected 2000; delete it to start again"),
    ];
    for (error, message) in &table {
        assert_eq!(error.to_string(), *message);
    }
    variants!(ScreeningError: Malformed UnknownParameter OutOfRange SetTwice NotState Settings)
        .assert_all_occur(table.iter().map(|(error, _)| error));
}

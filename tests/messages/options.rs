//! Options: unknown names and invalid values.

use ferz::engine::options::Options;

use crate::{Table, assert_messages};

/// Name of an option, and its value; `None` if `setoption` has no `value`.
type Setting = (&'static str, Option<&'static str>);

#[rustfmt::skip]
const SETTINGS: Table<'_, Setting> = &[
    (("Style", Some("bold")),
        r#"unknown option "Style"; expected one that "uci" lists"#),
    (("MoveOverhead", Some("10")),
        r#"unknown option "MoveOverhead"; did you mean "Move Overhead"?"#),
    (("Hsh", Some("64")),
        r#"unknown option "Hsh"; did you mean "Hash"?"#),
    (("Hash", None),
        "option Hash: found no value; expected a whole number from 1 to 33554432"),
    (("uci_chess960", None),
        "option UCI_Chess960: found no value; expected true or false"),
    (("Hash", Some("0")),
        r#"option Hash: found "0"; expected a whole number from 1 to 33554432"#),
    (("hash", Some("64 MB")),
        r#"option Hash: found "64 MB"; expected a whole number from 1 to 33554432"#),
    (("Hash", Some("")),
        r#"option Hash: found ""; expected a whole number from 1 to 33554432"#),
    (("Threads", Some("1025")),
        r#"option Threads: found "1025"; expected a whole number from 1 to 1024"#),
    (("Move Overhead", Some("-1")),
        r#"option Move Overhead: found "-1"; expected a whole number from 0 to 5000"#),
    (("UCI_Elo", Some("2000.5")),
        r#"option UCI_Elo: found "2000.5"; expected a whole number from 1320 to 3000"#),
    (("Skill Level", Some("21")),
        r#"option Skill Level: found "21"; expected a whole number from 0 to 20"#),
    (("SyzygyProbeLimit", Some("8")),
        r#"option SyzygyProbeLimit: found "8"; expected a whole number from 0 to 7"#),
    (("SyzygyProbeDepth", Some("0")),
        r#"option SyzygyProbeDepth: found "0"; expected a whole number from 1 to 100"#),
    (("Syzygy50MoveRule", Some("off")),
        r#"option Syzygy50MoveRule: found "off"; expected true or false"#),
    (("UCI_LimitStrength", Some("yes")),
        r#"option UCI_LimitStrength: found "yes"; expected true or false"#),
];

fn error((name, value): Setting) -> String {
    let mut options = Options::default();
    let error = options.set(name, value).unwrap_err();
    assert_eq!(options, Options::default());
    error
}

#[test]
fn unknown_names_and_invalid_values_are_rejected() {
    assert_messages(SETTINGS, error);
}

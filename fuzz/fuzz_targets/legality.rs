#![no_main]

use ferz_fuzz::entry_points::legality::check;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| check(data));

#![no_main]

use ferz_fuzz::lab_entry_points::epd::check;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| check(data));

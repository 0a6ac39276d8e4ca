#![no_main]

use ferz_fuzz::lab_entry_points::data_file::check;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| check(data));

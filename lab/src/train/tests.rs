//! Tests of the trainer on random positions.

use std::sync::atomic::AtomicBool;

use ferz::chess::{Board, Color, PieceType};
use ferz::eval::network::architecture::{FEATURES, HIDDEN, OUTPUT_SCALE};
use ferz::eval::network::features::{FEATURES_PER_BUCKET, View};

use super::inputs::{Change, Inputs};
use super::loss::{output, removed_percent};
use super::optimizer::AdamW;
use super::settings::Share;
use super::teacher::Teacher;
use super::training::EpochOrder;
use super::weights::{FACTORIZED_ROWS, FloatWeights, Group, MAX_WEIGHT};
use super::*;
use crate::data::{Labels, Record};

/// Returns positions of random games. The score of the search is 30 centipawns for each knight, which
/// a network can learn.
fn random_records(count: usize) -> Vec<Record> {
    let mut random = fastrand::Rng::with_seed(1);
    let mut board = Board::default();
    let record = |i| {
        let moves = board.legal_moves();
        board = match moves.get(random.usize(..moves.len().max(1))) {
            Some(&mv) if i % 100 != 0 => board.after(mv),
            _ => Board::default(),
        };
        let knights = |color| board.of(color, PieceType::Knight).count() as i32;
        let us = board.side_to_move();
        let labels = Labels {
            score: 30 * (knights(us) - knights(us.opponent())),
            later: random.f32(),
            result: Some(f32::from(random.u8(0..3)) / 2.0),
        };
        Record::new(&board, &labels)
    };
    let mut records: Vec<Record> = (1..=count).map(record).collect();
    random.shuffle(&mut records);
    records
}

/// Returns settings for a small training.
fn settings() -> Settings {
    Settings {
        hidden: HIDDEN,
        teach: None,
        epochs: 3,
        patience: 0,
        batch: 256,
        rate: 2e-3,
        final_rate: 1e-4,
        weight_decay: 0.01,
        initial_range: 0.05,
        later_share: "0".parse().unwrap(),
        result_share: "0".parse().unwrap(),
        seed: 5,
        threads: 2,
    }
}

/// Returns the sets: a fifth of the records is held out.
fn sets(records: &[Record]) -> Sets<'_> {
    let (held_out, training) = records.split_at(records.len() / 5);
    let (scale, shares) = (130.0, TargetShares::default());
    let set = || Some(HeldOutSet::new(held_out, Objective { scale, shares }, 2));
    Sets {
        training,
        scale,
        held_out: set(),
        deep: set(),
    }
}

/// Trains for this number of epochs, or until the training ends.
fn train<const H: usize>(training: &mut Training<H>, sets: &Sets<'_>, epochs: usize) {
    while training.epochs.len() < epochs && training.end().is_none() {
        let epoch = training.run_epoch(sets, &AtomicBool::new(false), &mut |_, _| ());
        assert!(epoch.is_some());
    }
}

/// Returns a training of the engine's width from random weights, after this number of epochs.
fn trained(settings: Settings, sets: &Sets<'_>, epochs: usize) -> Training<HIDDEN> {
    let mut training = Training::new(settings, None);
    train(&mut training, sets, epochs);
    training
}

/// Returns the embedded network, which a training with a given network wrote.
fn embedded() -> DescribedNetwork {
    DescribedNetwork::read(None).unwrap()
}

/// Returns the losses of a training's network on the deep positions.
fn deep_losses(training: &Training<HIDDEN>, sets: &Sets<'_>) -> MeasuredLosses {
    let (network, data) = (training.best.quantized(), embedded().provenance.data);
    let provenance = Provenance::new(training, sets, &network, data, String::new());
    let losses = provenance.losses.deep.unwrap();
    let difference = (losses.quantized.unwrap() - losses.real).abs();
    assert!(difference < 0.03 * losses.evaluation, "{losses:?}");
    losses
}

#[test]
fn inputs_are_the_features_of_both_views() {
    for record in random_records(300) {
        let board = record.board().unwrap();
        let inputs = Inputs::new(&record);
        for (side, color) in [Color::White, Color::Black].into_iter().enumerate() {
            let view = View::new(color, board.king(color));
            let pieces = board.pieces();
            let features = pieces.map(|(square, piece)| view.feature(piece, square) as u16);
            assert!(features.eq(inputs.features[side].as_slice().iter().copied()));
        }
    }
}

/// The optimizer's means after the first step are a tenth of the gradient that it used.
#[test]
fn the_gradient_is_that_of_finite_differences() {
    const H: usize = 64;
    let records = random_records(64);
    let objective = Objective {
        scale: 130.0,
        shares: TargetShares {
            later: 0.3,
            result: 0.2,
        },
    };
    let mut random = fastrand::Rng::with_seed(2);
    // The sums of the hidden layer are less than 1, where the derivative is not continuous.
    let mut weights = FloatWeights::<H>::initial(1, 0.05);
    for value in weights.values_mut() {
        *value += 0.06 * (random.f32() - 0.5);
    }
    let total_loss = |changed: &FloatWeights<H>| {
        let merged = changed.merged();
        let loss = |record| {
            let output = merged.output(&Inputs::new(record));
            let predicted = output * OUTPUT_SCALE as f32;
            f64::from(objective.loss(predicted, objective.target(record)).0)
        };
        records.iter().map(loss).sum::<f64>()
    };
    let mut optimizer = AdamW::new(weights.clone(), weights.clone());
    let mut sums = vec![FloatWeights::zeros(FEATURES); 2];
    for (i, record) in records.iter().enumerate() {
        let merged = &optimizer.merged;
        let (inputs, sum) = (Inputs::new(record), &mut sums[i % 2]);
        let mut group = Group::new(merged, &inputs.features);
        let no_change = [Change::NONE; 2];
        group.add(&no_change, inputs.us, inputs.bucket, sum, |output| {
            let predicted = output * OUTPUT_SCALE as f32;
            objective.loss(predicted, objective.target(record)).1 * OUTPUT_SCALE as f32
        });
        group.finish(sum);
    }
    let mut all: Vec<_> = sums.iter_mut().collect();
    optimizer.step(&mut all, 1.0, 0.0, 0.0);
    let zeros = FloatWeights::zeros(FEATURES);
    assert!(sums.iter().all(|sum| *sum == zeros));
    let gradient: Vec<f32> = optimizer.means.values().map(|mean| mean * 10.0).collect();
    // Ends of the rows of the buckets, shared rows, hidden bias, output weights, output biases.
    let (own, shared, end) = (FEATURES * H, FEATURES_PER_BUCKET * H, gradient.len());
    let ends = [0, own, own + shared, own + shared + H, end - 8, end];
    for rows in ends.windows(2) {
        let mut largest: Vec<usize> = (rows[0]..rows[1]).collect();
        largest.sort_by(|&a, &b| gradient[b].abs().total_cmp(&gradient[a].abs()));
        for index in largest.into_iter().take(40) {
            /// Distance of the two points.
            const STEP: f32 = 4e-3;
            let at = |change: f32| {
                let mut changed = weights.clone();
                *changed.values_mut().nth(index).unwrap() += change;
                total_loss(&changed)
            };
            let expected = (at(STEP / 2.0) - at(-STEP / 2.0)) / f64::from(STEP);
            let found = f64::from(gradient[index]);
            let near = (found - expected).abs() < 0.02 * expected.abs() + 2e-3;
            assert!(near, "weight {index}: {found} and {expected}");
        }
    }
}

/// The score is 30 centipawns for each knight more.
#[test]
fn training_learns_what_the_labels_say() {
    let records = random_records(6000);
    let sets = sets(&records);
    let training = trained(settings(), &sets, 3);
    let deep = deep_losses(&training, &sets);
    assert!(deep.real < 0.5 * deep.evaluation, "{deep:?}");
    let end = "stopped after epoch 3, the maximum";
    assert_eq!(training.end().unwrap(), end);
}

/// The labels of the records say nothing.
#[test]
fn a_taught_network_learns_the_evaluation_of_the_program() {
    let records = random_records(6000);
    let mut settings = settings();
    (settings.teach, settings.batch, settings.epochs) = (Some(8), 4096, 6);
    let training = trained(settings, &sets(&records), 6);
    let evaluated = |record: &Record| ferz::eval::evaluate(&record.board().unwrap()) as f32;
    let learned =
        |record: &Record| training.best.output(&Inputs::new(record)) * OUTPUT_SCALE as f32;
    let quiet = |record: &&Record| !record.board().unwrap().is_in_check();
    let pairs = records
        .iter()
        .filter(quiet)
        .map(|record| evaluated(record) * learned(record));
    let same_side = pairs.clone().filter(|product| *product > 0.0);
    let (same, total) = (same_side.count(), pairs.count());
    assert!(10 * same > 9 * total, "{same} of {total}");
}

#[test]
fn the_teacher_shows_positions_up_to_three_moves_away() {
    let board = Board::default();
    let shown = |seed| {
        let (mut random, mut boards) = (fastrand::Rng::with_seed(seed), Vec::new());
        Teacher::default().visit(&board, 4, &mut random, |near, score| {
            assert!(!near.is_in_check());
            assert_eq!(score, ferz::eval::evaluate(near));
            boards.push(*near);
        });
        boards
    };
    let all = shown(1);
    assert_eq!(all[0], board);
    // Few positions after three moves are in check.
    assert!((10..=13).contains(&all.len()), "{}", all.len());
    let plies =
        |near: &Board| 2 * usize::from(near.fullmove_number()) + near.side_to_move().index() - 2;
    assert!(all[1..].iter().all(|near| (1..=3).contains(&plies(near))));
    assert_eq!(shown(1), all);
    assert_ne!(shown(2), all);
}

#[test]
fn a_position_of_a_group_has_the_gradient_that_it_has_alone() {
    const H: usize = 64;
    let mut random = fastrand::Rng::with_seed(2);
    let mut weights = FloatWeights::<H>::zeros(FEATURES);
    for value in weights.values_mut() {
        *value = 0.2 * (random.f32() - 0.5);
    }
    let base: Board = "r3k2r/pP1n1ppp/8/3pP3/8/8/PPP2PPP/R3K2R w KQkq d6 0 1"
        .parse()
        .unwrap();
    let [mut together, mut alone] = [(); 2].map(|()| FloatWeights::<H>::zeros(FEATURES));
    let features = |board: &Board| Inputs::new(&Record::new(board, &Labels::default())).features;
    let mut group = Group::new(&weights, &features(&base));
    let mut new_views = 0;
    Teacher::default().visit(&base, 300, &mut random, |board, _| {
        let us = board.side_to_move().index();
        let bucket = 3;
        let changes = Change::between(&base, board);
        new_views += changes.iter().filter(|change| change.is_new_view).count();
        let mut outputs = [0.0; 2];
        group.add(&changes, us, bucket, &mut together, |output| {
            outputs[0] = output;
            0.01
        });
        // The record has the side to move as White.
        let mut single = Group::new(&weights, &features(board));
        single.add(&[Change::NONE; 2], 0, bucket, &mut alone, |output| {
            outputs[1] = output;
            0.01
        });
        single.finish(&mut alone);
        assert!(
            (outputs[0] - outputs[1]).abs() < 1e-4,
            "{outputs:?}: {board}"
        );
    });
    assert!(new_views > 20, "{new_views}");
    group.finish(&mut together);
    let largest = alone
        .values()
        .fold(0.0_f32, |most, value| most.max(value.abs()));
    for (a, b) in together.values().zip(alone.values()) {
        assert!((a - b).abs() < 1e-4 * largest, "{a} and {b}");
    }
}

#[test]
fn the_quantized_output_is_near_the_real_one() {
    let mut random = fastrand::Rng::with_seed(3);
    let mut weights = FloatWeights::<HIDDEN>::zeros(FEATURES);
    for value in weights.values_mut() {
        *value = 0.4 * (random.f32() - 0.5);
    }
    let network = weights.quantized();
    let records = random_records(300);
    let error = |record: &Record| {
        let real = weights.output(&Inputs::new(record)) * OUTPUT_SCALE as f32;
        (output(&network, record) as f32 - real).abs()
    };
    let errors: Vec<f32> = records.iter().map(error).collect();
    let mean = errors.iter().sum::<f32>() / errors.len() as f32;
    let largest = errors.into_iter().fold(0.0, f32::max);
    assert!(mean < 3.0 && largest < 12.0, "{mean} and {largest}");
}

/// So two trainings with the same settings, on two threads, have the same result.
#[test]
fn a_continued_training_is_like_one_that_was_not_interrupted() {
    let records = random_records(2000);
    let (sets, data) = (sets(&records), embedded().provenance.data);
    let whole = trained(settings(), &sets, 3);
    let mut first = trained(settings(), &sets, 1);
    let bytes = checkpoint::to_bytes(&first, &data);
    // An epoch that was interrupted is not recorded, and the checkpoint was written before it.
    let interrupted = first.run_epoch(&sets, &AtomicBool::new(true), &mut |_, _| ());
    assert_eq!(interrupted, None);
    let mut second = Training::<HIDDEN>::new(settings(), None);
    checkpoint::restore(&mut second, &data, &bytes).unwrap();
    train(&mut second, &sets, 3);
    assert_eq!(second.epochs, whole.epochs);
    assert!(second.optimizer == whole.optimizer && second.best == whole.best);
    let mut other = settings();
    other.seed += 1;
    assert!(trained(other, &sets, 3).best != whole.best);
}

#[test]
fn a_checkpoint_of_another_training_is_an_error() {
    let data = embedded().provenance.data;
    let start = |settings| Training::<64>::new(settings, None);
    let bytes = checkpoint::to_bytes(&start(settings()), &data);
    let expect = |settings, given: &DataDescription, file: &[u8], message: &str| {
        let restored = checkpoint::restore(&mut start(settings), given, file);
        assert_eq!(restored.unwrap_err().to_string(), message);
    };
    let again = |message: &str| format!("the checkpoint {message}; delete it to start again");
    let mut longer = settings();
    longer.epochs = 4;
    expect(longer, &data, &bytes, &again("has epochs 3, expected 4"));
    let (mut other_data, mut other_start) = (data.clone(), data.clone());
    (other_data.held_out, other_start.start) = (None, None);
    let written_with = again("was written with other held-out positions");
    expect(settings(), &other_data, &bytes, &written_with);
    let written_by = again("was written by a training with another --start");
    expect(settings(), &other_start, &bytes, &written_by);
    let changed = |at: usize, bits| {
        let mut changed = bytes.clone();
        changed[at] ^= bits;
        changed
    };
    let (last, is_damaged) = (bytes.len() - 1, again("is incomplete or damaged"));
    for damaged in [&changed(last / 2, 1)[..], &bytes[..last], &bytes[..18]] {
        expect(settings(), &data, damaged, &is_damaged);
    }
    let has_version = again("has version 1 of the format, expected 2");
    expect(settings(), &data, &changed(8, 3), &has_version);
    let no_checkpoint = "not a checkpoint of ferz-lab train: expected the first bytes FERZCKPT";
    expect(settings(), &data, b"FERZNNUE", no_checkpoint);
}

#[test]
fn training_stops_when_the_held_out_loss_does_not_improve() {
    let records = random_records(500);
    let mut settings = settings();
    (settings.epochs, settings.patience) = (9, 2);
    // Nothing changes, so no epoch is better than the first.
    (settings.rate, settings.final_rate) = (0.0, 0.0);
    let training = trained(settings, &sets(&records), 9);
    let end = "stopped after epoch 3: no lower held-out loss in 2 epochs";
    assert_eq!(training.end().unwrap(), end);
    assert_eq!(training.kept().unwrap().epoch, 1);
}

#[test]
fn provenance_is_read_as_it_was_written() {
    let embedded = embedded();
    assert!(embedded.provenance.data.start.is_some());
    assert_eq!(embedded.provenance.to_json(), embedded.file.provenance);
}

#[test]
fn shares_change_linearly_over_the_epochs() {
    let mut settings = settings();
    (settings.epochs, settings.later_share) = (5, "0.25:0.75".parse().unwrap());
    let shares = [1, 3, 5].map(|epoch| settings.shares(epoch).later);
    assert_eq!(shares, [0.25, 0.5, 0.75]);
    assert_eq!(settings.final_shares().later, 0.75);
    assert_eq!(settings.later_share.to_string(), "0.25:0.75");
    assert_eq!("0.5".parse::<Share>().unwrap().to_string(), "0.5");
    for wrong in ["", "1.1", "0.5:", "0.5:x", "-1", "nan"] {
        let message = "expected a number from 0 to 1, or two such as 0.5:0.8";
        assert_eq!(wrong.parse::<Share>(), Err(message), "{wrong}");
    }
}

#[test]
fn a_share_that_rounds_to_zero_has_no_sign() {
    assert_eq!(format!("{:.1}", removed_percent(0.050_001, 0.05)), "0.0");
    assert_eq!(removed_percent(0.045, 0.05), 10.0);
}

#[test]
fn merged_weights_are_in_range_and_follow_from_the_factorized_weights() {
    let first = FloatWeights::<64>::initial(1, 0.05);
    let mut optimizer = AdamW::new(first, FloatWeights::zeros(FACTORIZED_ROWS));
    let mut gradient = FloatWeights::zeros(FEATURES);
    for _ in 0..10 {
        gradient.values_mut().for_each(|value| *value = 1.0);
        optimizer.step(&mut [&mut gradient], 1.0, 0.5, 0.0);
        assert_eq!(optimizer.merged, optimizer.weights.merged());
    }
    let mut values = optimizer.merged.values();
    assert!(values.all(|&weight| weight == -MAX_WEIGHT));
}

#[test]
fn weights_decay_towards_their_prior() {
    let [first, prior] = [1, 2].map(|seed| FloatWeights::<64>::initial(seed, 0.05));
    let mut optimizer = AdamW::new(first.clone(), prior.clone());
    // Without a gradient, only the decay changes the weights.
    optimizer.step(&mut [&mut FloatWeights::zeros(FEATURES)], 1.0, 0.5, 0.5);
    let pairs = first.values().zip(prior.values());
    let means = pairs.map(|(weight, of_prior)| 0.75 * weight + 0.25 * of_prior);
    for (weight, expected) in optimizer.weights.values().zip(means) {
        assert!((weight - expected).abs() < 1e-6, "{weight} and {expected}");
    }
}

#[test]
fn each_epoch_has_all_records_once_in_another_order() {
    for records in [1, 255, 256, 5000] {
        let order = |epoch| {
            let order = EpochOrder::new(records, 300, 7, epoch);
            let places = (0..order.batches).flat_map(|number| order.batch(number));
            places.map(|place| order.record(place)).collect::<Vec<_>>()
        };
        let mut sorted = order(1);
        assert_eq!(order(1), sorted);
        assert_eq!(order(1) != order(2), records == 5000);
        sorted.sort_unstable();
        assert!(sorted.into_iter().eq(0..records));
    }
    // Batches are equally large.
    let order = EpochOrder::new(1000, 300, 7, 1);
    let sizes: Vec<usize> = (0..order.batches).map(|i| order.batch(i).len()).collect();
    assert_eq!(sizes, [333, 333, 334]);
}

/// Prints the speed in processor time, which other programs disturb less:
/// `cargo test --release -p ferz-lab --lib speed_of -- --ignored --nocapture`.
#[test]
#[ignore = "a measurement"]
fn speed_of_training_on_one_thread() {
    fn measure<const H: usize>(records: &[Record], teach: Option<usize>) {
        let sets = Sets {
            training: records,
            scale: 130.0,
            held_out: None,
            deep: None,
        };
        let mut settings = settings();
        (settings.hidden, settings.batch, settings.threads) = (H, 65_536, 1);
        (settings.teach, settings.epochs) = (teach, 1);
        let positions = records.len() * settings.positions_per_record();
        let mut training = Training::<H>::new(settings, None);
        let started = cpu_time::ThreadTime::now();
        train(&mut training, &sets, 1);
        let rate = positions as f64 / started.elapsed().as_secs_f64();
        println!("{H} neurons, teach {teach:?}: {rate:.0} positions per second");
    }
    let records = random_records(500_000);
    for teach in [None, Some(5)] {
        measure::<256>(&records, teach);
        measure::<512>(&records, teach);
        measure::<768>(&records, teach);
    }
}

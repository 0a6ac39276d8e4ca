//! Tests of the trainer on random positions.

use std::sync::atomic::AtomicBool;

use super::inputs::Inputs;
use super::optimizer::AdamW;
use super::quantized::{quantize, quantized_output};
use super::training::StopReason;
use super::weights::FloatWeights;
use super::*;
use crate::training_data::{Header, Labels, Part, Record};
use ferz::chess::{Board, Color, PieceType};
use ferz::eval::network::architecture::{FEATURES, HIDDEN, OUTPUT_SCALE};
use ferz::eval::network::features::{FEATURES_PER_BUCKET, View};

/// Returns positions of random games. The score of the search is the static score and a bonus of
/// 30 centipawns for each knight, which a network can learn.
fn random_records(count: usize) -> Vec<Record> {
    let mut random = fastrand::Rng::with_seed(1);
    let (mut board, mut records) = (Board::default(), Vec::new());
    for i in 1.. {
        let moves = board.legal_moves();
        board = match moves.get(random.usize(..moves.len().max(1))) {
            Some(&mv) if i % 100 != 0 => board.after(mv),
            _ => Board::default(),
        };
        let knights = |color| board.of(color, PieceType::Knight).count() as i32;
        let us = board.side_to_move();
        let static_score = random.i32(-200..200);
        let labels = Labels {
            static_score,
            score: static_score + 30 * (knights(us) - knights(us.opponent())),
            later: random.f32(),
            result: random.u8(0..3).into(),
        };
        records.push(Record::new(
            &board,
            &Labels {
                result: labels.result / 2.0,
                ..labels
            },
        ));
        if records.len() == count {
            break;
        }
    }
    random.shuffle(&mut records);
    records
}

/// Returns settings for a small training.
fn settings() -> TrainingSettings {
    TrainingSettings {
        hidden: HIDDEN,
        alone: false,
        network_weight: 1.0,
        epochs: 3,
        patience: 0,
        batch: 256,
        rate: 2e-3,
        final_rate: 1e-4,
        weight_decay: 0.01,
        initial_range: 0.05,
        dropout: 0.1,
        later_share: Share::constant(0.0),
        result_share: Share::constant(0.0),
        seed: 5,
        threads: 2,
    }
}

/// Returns the sets: a fifth of the records is held out.
fn sets(records: &[Record]) -> TrainingSets<'_> {
    let (held_out, training) = records.split_at(records.len() / 5);
    TrainingSets {
        training,
        held_out: Some(held_out),
        deep: Some(held_out),
        scale: 130.0,
    }
}

/// Trains until `epochs` epochs are done.
fn train(training: &mut dyn Training, sets: &TrainingSets<'_>, epochs: usize) {
    while training.epochs().len() < epochs && training.stop_reason().is_none() {
        let epoch = training.run_epoch(sets, &AtomicBool::new(false), &mut |_, _| ());
        assert!(epoch.is_some());
    }
}

/// Returns the state of a training.
fn state(training: &dyn Training) -> Vec<u8> {
    let mut bytes = Vec::new();
    training.save(&mut bytes);
    bytes
}

fn description() -> DataDescription {
    let header = Header {
        part: Part::Training,
        records: 0,
        scale: 130.0,
        fade: 0.8,
        max_score: 3000,
        skip: 0,
        held_out_share: 0.05,
        seed: 1,
        nodes: None,
        sources: Vec::new(),
        checksum: 0,
    };
    let file = DataFile {
        file: "games.train".to_owned(),
        header,
    };
    DataDescription {
        training: file.clone(),
        held_out: Some(file),
        deep: None,
        start: None,
    }
}

/// Returns the description of a training of one epoch.
fn provenance() -> Provenance {
    let records = random_records(500);
    let sets = sets(&records);
    let mut training = start(settings(), None);
    train(&mut *training, &sets, 1);
    let losses = FinalLosses::measure(&*training, &sets, None).unwrap();
    Provenance::new(&*training, description(), "unknown".to_owned(), losses)
}

/// Returns the description of a network to begin a training with.
fn start_network() -> StartNetwork {
    StartNetwork {
        file: "first.nnue".to_owned(),
        checksum: 1,
        provenance: Box::new(provenance()),
    }
}

#[test]
fn inputs_are_the_features_of_both_views() {
    for record in random_records(300) {
        let board = record.board().unwrap();
        let inputs = Inputs::new(&record);
        for (side, color) in [Color::White, Color::Black].into_iter().enumerate() {
            let view = View::new(color, board.king(color));
            let features = board
                .pieces()
                .map(|(square, piece)| view.feature(piece, square) as u16);
            assert!(features.eq(inputs.features(side).iter().copied()));
        }
    }
}

/// The optimizer's means after the first step are a tenth of the gradient that it used.
#[test]
fn the_gradient_is_that_of_finite_differences() {
    const H: usize = 16;
    let records = random_records(64);
    let objective = PointsObjective {
        scale: 130.0,
        shares: TargetShares {
            later: 0.3,
            result: 0.2,
        },
    };
    let score = |record: &Record, output: f32| {
        f32::from(record.static_score()) + output * OUTPUT_SCALE as f32
    };
    let mut random = fastrand::Rng::with_seed(2);
    // The sums of the hidden layer are less than 1, where the derivative is not continuous.
    let mut weights = FloatWeights::<H>::initial(1, 0.05);
    for value in weights.values_mut() {
        *value += 0.06 * (random.f32() - 0.5);
    }
    let loss = |weights: &FloatWeights<H>| {
        let merged = weights.merged();
        let loss = |record| {
            let output = merged.output(&Inputs::new(record));
            f64::from(objective.loss(score(record, output), record).0)
        };
        records.iter().map(loss).sum::<f64>()
    };
    let mut optimizer = AdamW::new(weights.clone(), weights.clone());
    let mut gradient = vec![FloatWeights::zeros(FEATURES); 2];
    for (i, record) in records.iter().enumerate() {
        let merged = optimizer.merged();
        merged.add_gradient(&Inputs::new(record), &mut gradient[i % 2], 1.0, |output| {
            objective.loss(score(record, output), record).1 * OUTPUT_SCALE as f32
        });
    }
    optimizer.step(&mut gradient, 1.0, 0.0, 0.0);
    assert!(
        gradient
            .iter()
            .all(|sum| *sum == FloatWeights::zeros(FEATURES))
    );
    let gradient: Vec<f32> = optimizer.means.values().map(|mean| mean * 10.0).collect();
    // Ends of the rows of the buckets, shared rows, hidden bias, output weights, output biases.
    let shared = FEATURES * H + FEATURES_PER_BUCKET * H;
    let ends = [
        FEATURES * H,
        shared,
        shared + H,
        gradient.len() - 8,
        gradient.len(),
    ];
    let mut start = 0;
    for end in ends {
        let mut largest: Vec<usize> = (start..end).collect();
        largest.sort_by(|&a, &b| gradient[b].abs().total_cmp(&gradient[a].abs()));
        for index in largest.into_iter().take(40) {
            /// Distance of the two points.
            const STEP: f32 = 4e-3;
            let at = |change: f32| {
                let mut changed = weights.clone();
                *changed.values_mut().nth(index).unwrap() += change;
                loss(&changed)
            };
            let expected = (at(STEP / 2.0) - at(-STEP / 2.0)) / f64::from(STEP);
            let difference = (f64::from(gradient[index]) - expected).abs();
            assert!(
                difference < 0.02 * expected.abs() + 2e-3,
                "weight {index}: {} and {expected}",
                gradient[index]
            );
        }
        start = end;
    }
}

#[test]
fn training_learns_what_the_evaluation_does_not_know() {
    let records = random_records(6000);
    let sets = sets(&records);
    let mut training = start(settings(), None);
    train(&mut *training, &sets, 3);
    let network = training.network().unwrap();
    let losses = FinalLosses::measure(&*training, &sets, Some(&network)).unwrap();
    let deep = losses.deep.unwrap();
    assert!(deep.real < 0.5 * deep.evaluation, "{deep:?}");
    let quantized = deep.quantized.unwrap();
    assert!(
        (quantized - deep.real).abs() < 0.03 * deep.evaluation,
        "{deep:?}"
    );
    assert_eq!(training.stop_reason(), Some(StopReason::MaxEpochs));
}

#[test]
fn a_network_alone_learns_too_and_other_widths_are_not_quantized() {
    let records = random_records(2000);
    for hidden in settings::WIDTHS {
        let alone = TrainingSettings {
            alone: true,
            hidden,
            epochs: 1,
            ..settings()
        };
        let mut training = start(alone, None);
        train(&mut *training, &sets(&records), 1);
        assert!(training.epochs()[0].training > 0.0);
        assert_eq!(training.network().is_some(), hidden == HIDDEN);
    }
}

#[test]
fn the_quantized_output_is_near_the_real_one() {
    let mut random = fastrand::Rng::with_seed(3);
    let mut weights = FloatWeights::<HIDDEN>::zeros(FEATURES);
    for value in weights.values_mut() {
        *value = 0.4 * (random.f32() - 0.5);
    }
    let network = quantize(&weights).unwrap();
    let records = random_records(300);
    let error = |record: &Record| {
        let real = weights.output(&Inputs::new(record)) * OUTPUT_SCALE as f32;
        (quantized_output(&network, record) as f32 - real).abs()
    };
    let errors: Vec<f32> = records.iter().map(error).collect();
    let mean = errors.iter().sum::<f32>() / errors.len() as f32;
    let largest = errors.into_iter().fold(0.0, f32::max);
    assert!(mean < 3.0 && largest < 12.0, "{mean} and {largest}");
}

/// With half of the weight, the output must become twice as large for the same predictions.
#[test]
fn the_prediction_uses_the_weight_of_the_network() {
    let records = random_records(4000);
    let sets = sets(&records);
    let output = |network_weight| {
        let settings = TrainingSettings {
            network_weight,
            ..settings()
        };
        let mut training = start(settings, None);
        train(&mut *training, &sets, 3);
        let network = training.network().unwrap();
        let losses = FinalLosses::measure(&*training, &sets, Some(&network)).unwrap();
        let deep = losses.deep.unwrap();
        let quantized = deep.quantized.unwrap();
        assert!(
            (quantized - deep.real).abs() < 0.03 * deep.evaluation,
            "{deep:?}"
        );
        let sizes = records.iter().map(|r| quantized_output(&network, r).abs());
        f64::from(sizes.sum::<i32>()) / records.len() as f64
    };
    let ratio = output(0.5) / output(1.0);
    assert!((1.5..2.5).contains(&ratio), "{ratio}");
}

#[test]
fn the_same_training_gives_the_same_weights() {
    let records = random_records(2000);
    let trained = |threads, seed| {
        let settings = TrainingSettings {
            threads,
            seed,
            ..settings()
        };
        let mut training = start(settings, None);
        train(&mut *training, &sets(&records), 2);
        state(&*training)
    };
    for threads in [1, 3] {
        assert!(trained(threads, 1) == trained(threads, 1));
    }
    assert!(trained(1, 1) != trained(1, 2));
}

#[test]
fn a_training_begins_with_the_weights_of_a_given_network() {
    let records = random_records(1000);
    let mut first = start(settings(), None);
    train(&mut *first, &sets(&records), 2);
    let network = first.network().unwrap();
    let weights = FloatWeights::<HIDDEN>::of_network(&network).unwrap();
    assert!(quantize(&weights.merged()).unwrap() == network);
    let unchanged = TrainingSettings {
        rate: 0.0,
        final_rate: 0.0,
        ..settings()
    };
    let mut second = start(unchanged, Some(&network));
    assert!(second.network().unwrap() == network);
    train(&mut *second, &sets(&records), 1);
    assert!(second.network().unwrap() == network);
    assert!(FloatWeights::<16>::of_network(&network).is_none());
}

#[test]
fn a_continued_training_is_like_one_that_was_not_interrupted() {
    let records = random_records(2000);
    let (sets, data) = (sets(&records), description());
    let mut whole = start(settings(), None);
    train(&mut *whole, &sets, 3);
    let mut first = start(settings(), None);
    train(&mut *first, &sets, 1);
    let bytes = checkpoint::to_bytes(&*first, &data);
    // An epoch that was interrupted changes nothing.
    assert_eq!(
        first.run_epoch(&sets, &AtomicBool::new(true), &mut |_, _| ()),
        None
    );
    let mut second = start(settings(), None);
    checkpoint::restore(&mut *second, &data, &bytes).unwrap();
    train(&mut *second, &sets, 3);
    assert_eq!(second.epochs(), whole.epochs());
    assert!(state(&*second) == state(&*whole));
    assert_eq!(second.network(), whole.network());
}

#[test]
fn a_checkpoint_of_another_training_is_an_error() {
    let data = description();
    let bytes = checkpoint::to_bytes(&*start(settings(), None), &data);
    let error = |settings, data: &DataDescription, bytes: &[u8]| {
        let restored = checkpoint::restore(&mut *start(settings, None), data, bytes);
        restored.unwrap_err().to_string()
    };
    let mut longer = settings();
    longer.epochs = 4;
    assert_eq!(
        error(longer, &data, &bytes),
        "the checkpoint has epochs 3, expected 4; delete it to start again"
    );
    let mut other = description();
    other.held_out = None;
    assert_eq!(
        error(settings(), &other, &bytes),
        "the checkpoint was written with other held-out positions; delete it to start again"
    );
    let mut other = description();
    other.start = Some(start_network());
    assert_eq!(
        error(settings(), &other, &bytes),
        "the checkpoint was written by a training with another --start; delete it to start again"
    );
    let damaged = "the checkpoint is incomplete or damaged; delete it to start again";
    let mut changed = bytes.clone();
    changed[bytes.len() / 2] ^= 1;
    for bytes in [&changed[..], &bytes[..bytes.len() - 1], &bytes[..18]] {
        assert_eq!(error(settings(), &data, bytes), damaged);
    }
    assert_eq!(
        error(settings(), &data, b"FERZNNUE"),
        "not a checkpoint of ferz train: expected the first bytes FERZCKPT"
    );
}

#[test]
fn training_stops_when_the_held_out_loss_does_not_improve() {
    let records = random_records(500);
    let settings = TrainingSettings {
        // Nothing changes, so no epoch is better than the first.
        rate: 0.0,
        final_rate: 0.0,
        epochs: 9,
        patience: 2,
        ..settings()
    };
    let mut training = start(settings, None);
    train(&mut *training, &sets(&records), 9);
    assert_eq!(training.stop_reason(), Some(StopReason::Patience(2)));
    assert_eq!(training.kept().unwrap().epoch, 1);
}

#[test]
fn provenance_is_read_as_it_was_written() {
    let mut provenance = provenance();
    for start in [None, Some(start_network())] {
        provenance.data.start = start;
        let read: Provenance = serde_json::from_str(&provenance.to_json()).unwrap();
        assert_eq!(read, provenance);
    }
}

#[test]
fn shares_change_linearly_over_the_epochs() {
    let mut settings = settings();
    (settings.epochs, settings.later_share) = (5, "0.25:0.75".parse().unwrap());
    let shares = [1, 3, 5].map(|epoch| settings.shares(epoch).later);
    assert_eq!(shares, [0.25, 0.5, 0.75]);
    assert_eq!(settings.final_shares().later, 0.75);
    assert_eq!(settings.later_share.to_string(), "0.25:0.75");
    assert_eq!(Share::constant(0.5).to_string(), "0.5");
    for wrong in ["", "1.1", "0.5:", "0.5:x", "-1", "nan"] {
        assert!(wrong.parse::<Share>().is_err(), "{wrong}");
    }
}

/// Prints the speed in processor time, which other programs disturb less:
/// `cargo test --release --lib speed_of -- --ignored --nocapture`.
#[test]
#[ignore = "a measurement"]
fn speed_of_training_on_one_thread() {
    let records = random_records(500_000);
    let sets = TrainingSets {
        training: &records,
        held_out: None,
        deep: None,
        scale: 130.0,
    };
    for hidden in settings::WIDTHS {
        let settings = TrainingSettings {
            hidden,
            batch: 16_384,
            threads: 1,
            ..settings()
        };
        let mut training = start(settings, None);
        let started = cpu_time::ThreadTime::now();
        train(&mut *training, &sets, 1);
        let rate = records.len() as f64 / started.elapsed().as_secs_f64();
        println!("{hidden} neurons: {rate:.0} positions per second");
    }
}

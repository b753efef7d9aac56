//! Rollouts, and the Monte-Carlo player.

use std::time::Duration;

use pipsqueak_core::cards::{Card, Cards};
use pipsqueak_core::game::{Game, Points, Seat, referee};
use pipsqueak_core::games::fiveo::players::{BaselineKind, Scoring};
use pipsqueak_core::games::fiveo::{Column, Columns, TableView};
use pipsqueak_core::random::Seed;
use pipsqueak_core::search::Clock;
use pipsqueak_lab::arena::head_to_head;
use pipsqueak_lab::games::fiveo::FiveO;
use pipsqueak_lab::games::fiveo::monte_carlo::{Budget, MonteCarlo};
use pipsqueak_lab::games::fiveo::players::{FiveOPlayer, PlayerKind};
use pipsqueak_lab::games::fiveo::rollout::{RolloutRequest, Rollouts};
use pipsqueak_lab::workers::Workers;
use pipsqueak_tests::binary::pipsqueak;
use pipsqueak_tests::{evolved, positions};

fn cards(text: &str) -> Cards {
    text.split_whitespace().map(|card| card.parse::<Card>().unwrap()).collect()
}

/// The first seat before its last round: it wins two columns and loses two, and a heart wins the third.
fn a_heart_wins() -> TableView {
    let own = ["4c 6s 8s 2d", "Ac Ad As Kc", "Ah Kh 9h 4h", "Qc Qd Qs Jc", "3h 5c 6d 7s"];
    let opponent = ["Ts Td Tc Th", "2s 3d 7c 9c", "8c 8d 3c 5d", "2c 3s 7d 9d", "Js Jd Jh Kd"];
    TableView::check(own.map(cards), opponent.map(cards), Columns::NONE, "2h".parse().unwrap()).unwrap()
}

#[test]
fn a_card_that_completes_the_winning_flush_is_placed_there() {
    for seed in (0..4).map(Seed) {
        for budget in [1, 300] {
            let mut player = MonteCarlo::new(Budget::Rollouts(budget), seed, Seat::First);
            assert_eq!(player.column(&a_heart_wins()), Column::Third, "{seed:?} {budget}");
        }
    }
}

#[test]
fn rollouts_know_the_winning_column_by_many_standard_errors() {
    let tree = evolved::player(Seed(1), Scoring::Board);
    let question = RolloutRequest::new(a_heart_wins(), Seed(2), 200);
    let estimate = Rollouts::default().estimate(&tree, &[question])[0];
    assert_eq!((estimate.best(), estimate.n_samples()), (Column::Third, 200));
    for column in Column::ALL.into_iter().filter(|&column| column != Column::Third) {
        let lead = estimate.mean(Column::Third) - estimate.mean(column);
        assert!(lead > 5.0 * estimate.standard_error_of_difference(Column::Third, column), "{column:?}: {lead}");
    }
}

/// The same samples through the referee, one game at a time.
fn mean_by_the_referee(question: &RolloutRequest, tree_seed: Seed, column: Column) -> f64 {
    let mut sum = 0.0;
    for sample in question.samples.clone() {
        let mut table = question.view.determinize(&mut question.seed.derive(sample).rng());
        table.play(column).unwrap();
        let mut players = [(); 2].map(|()| evolved::player(tree_seed, Scoring::Board));
        let [first, second] = &mut players;
        let (_, Points(points)) = referee(table, [first, second], |_, _, _| {}).unwrap();
        let seat = question.view.seat();
        let [own, other] = [seat, seat.other()].map(|seat| f64::from(points[seat.index()]));
        sum += if own > other {
            1.0
        } else if own < other {
            0.0
        } else {
            0.5
        } + 0.02 * (own - other);
    }
    sum / (question.samples.end - question.samples.start) as f64
}

#[test]
fn rollouts_in_lockstep_are_the_referees_games() {
    let views: Vec<TableView> = positions::game(Seed(31)).into_iter().step_by(7).collect();
    let questions: Vec<RolloutRequest> =
        views.iter().zip(0..).map(|(&view, number)| RolloutRequest::new(view, Seed(number), 20)).collect();
    let tree_seed = Seed(5);
    let tree = evolved::player(tree_seed, Scoring::Board);
    let estimates = Rollouts::default().estimate(&tree, &questions);
    for (question, estimate) in questions.iter().zip(&estimates) {
        for column in question.columns.iter() {
            let expected = mean_by_the_referee(question, tree_seed, column);
            assert!((estimate.mean(column) - expected).abs() < 1e-9, "{column:?} of {:?}", question.view);
        }
        let alone = Rollouts::default().estimate(&tree, std::slice::from_ref(question));
        assert_eq!(alone, [*estimate], "what else is asked changes nothing");
    }
}

#[test]
fn a_seed_and_a_seat_decide_every_move() {
    let choices = |seed: Seed| -> Vec<Column> {
        let mut player = MonteCarlo::new(Budget::Rollouts(100), seed, Seat::Second);
        positions::unforced(Seed(8)).take(60).map(|view| player.column(&view)).collect()
    };
    assert_eq!(choices(Seed(1)), choices(Seed(1)));
    assert_ne!(choices(Seed(1)), choices(Seed(2)), "chance has a say in close decisions");
}

/// A clock that advances by a millisecond at every reading.
fn ticking() -> Box<dyn Clock> {
    struct Ticking(u32);
    impl Clock for Ticking {
        fn micros(&mut self) -> u32 {
            self.0 += 1_000;
            self.0
        }
    }
    Box::new(Ticking(0))
}

/// A clock that must not be read.
fn forbidden() -> Box<dyn Clock> {
    panic!("a forced placement needs no clock")
}

/// Between two readings of the clock every candidate column is tried in 16 rollouts, so that a budget of n milliseconds
/// by such a clock decides as n - 1 passes do.
#[test]
fn a_time_budget_ends_by_the_clock() {
    let column = |budget, view: &TableView| MonteCarlo::new(budget, Seed(1), Seat::First).column(view);
    let (mut n_two_columns, mut n_differ) = (0, 0);
    for view in positions::unforced(Seed(3)).filter(|view| view.open().len() == 2).take(60) {
        let timed = column(Budget::Time(Duration::from_millis(3), ticking), &view);
        assert_eq!(timed, column(Budget::Rollouts(2 * 2 * 16), &view));
        n_two_columns += 1;
        n_differ += u32::from(timed != column(Budget::Rollouts(2_000), &view));
    }
    assert!(n_two_columns == 60 && n_differ > 0, "some decisions need more time");
}

#[test]
fn a_forced_placement_reads_no_clock() {
    let forced = positions::game(Seed(1)).into_iter().filter(|view| view.open().len() == 1);
    let mut player = MonteCarlo::new(Budget::Time(Duration::from_secs(1), forbidden), Seed(1), Seat::First);
    assert_eq!(forced.inspect(|view| assert_eq!(Some(player.column(view)), view.open().only())).count(), 8);
}

/// Fixed deals, so that the result is always the same; far fewer would be lost by chance.
#[test]
fn it_beats_the_best_baselines() {
    let player = FiveOPlayer::named("monte-carlo:1", None).unwrap();
    for kind in [BaselineKind::FullStrategy, BaselineKind::Tactician] {
        let tally =
            head_to_head(&FiveO::default(), [&player, &FiveOPlayer::from(kind)], 50, Seed(12), Workers::ALONE, |_| {})
                .unwrap()
                .tally;
        assert!(tally.win_percent() > 53.0, "{kind}: {tally:?}");
    }
}

#[test]
fn a_league_with_it_is_the_same_for_any_number_of_threads() {
    let league = |n_threads| {
        let arguments = ["league", "random", "monte-carlo:1", "--games", "6", "--json", "--threads", n_threads];
        let outcome = pipsqueak(&arguments, "");
        assert_eq!((outcome.status, outcome.errors.as_str()), (0, ""));
        outcome.output
    };
    assert_eq!(league("1"), league("2"));
}

#[test]
fn a_name_contains_the_budget_and_an_invalid_one_is_refused_in_one_line() {
    let budget = |name| match FiveOPlayer::named(name, Some(ticking)).unwrap().kind {
        PlayerKind::MonteCarlo(budget) => budget,
        other => panic!("{other:?}"),
    };
    assert!(matches!(budget("monte-carlo"), Budget::Rollouts(600)));
    assert!(matches!(budget("monte-carlo:200"), Budget::Rollouts(200)));
    assert!(matches!(budget("monte-carlo:50ms"), Budget::Time(time, _) if time == Duration::from_millis(50)));
    let without_clock = FiveOPlayer::named("monte-carlo:50ms", None).unwrap_err();
    assert!(without_clock.to_string().contains("needs a clock"), "{without_clock}");
    for name in
        ["monte-carlo:", "monte-carlo:0", "monte-carlo:0ms", "monte-carlo:-3", "monte-carlo:10s", "monte-carlo2"]
    {
        let outcome = pipsqueak(&["league", name, "random"], "");
        assert_eq!((outcome.status, outcome.errors.lines().count()), (1, 1), "{name}: {}", outcome.errors);
    }
}

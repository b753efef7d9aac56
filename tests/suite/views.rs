//! A player decides by its view only, and a view contains nothing that its seat may not see.

use std::iter;

use pipsqueak_core::cards::{Card, Deck};
use pipsqueak_core::game::{Game, Seat, Turn};
use pipsqueak_core::games::fiveo::players::{Baseline, BaselineKind, Evolved, Scoring};
use pipsqueak_core::games::fiveo::{Column, Table, TableView};
use pipsqueak_core::random::{self, GameRng, Seed};
use pipsqueak_lab::games::fiveo::monte_carlo::{Budget, MonteCarlo};
use pipsqueak_lab::games::fiveo::trees::{CompiledPlayer, TreeEvaluator};
use pipsqueak_tests::sized;
use pipsqueak_tests::{evolved, positions};
use proptest::prelude::*;

/// Cards drawn before the first move, and before the fifth cards are placed face down.
const N_DEALT: usize = 10;
const N_BEFORE_LAST_ROUND: usize = 40;

/// The seat that places the card drawn after `n_drawn` others.
fn drawer(n_drawn: usize) -> Seat {
    Seat::BOTH[n_drawn % 2]
}

/// The deck with everything reordered that the seat to move cannot know once `n_drawn` cards are on the table and the
/// next is in its hand: the opponent's face-down cards and the rest of the deck.
fn with_hidden_cards_reordered(rng: &mut GameRng, deck: &Deck, n_drawn: usize) -> Deck {
    let is_face_down = |place: usize| place >= N_BEFORE_LAST_ROUND && place < n_drawn;
    let is_hidden = |&place: &usize| place > n_drawn || is_face_down(place) && drawer(place) == drawer(n_drawn).other();
    let places: Vec<usize> = (0..52).filter(is_hidden).collect();
    let mut hidden: Vec<Card> = places.iter().map(|&place| deck.cards()[place]).collect();
    random::shuffle(rng, &mut hidden);
    let mut cards = *deck.cards();
    places.iter().zip(hidden).for_each(|(&place, card)| cards[place] = card);
    Deck::in_order(cards)
}

/// The view of the seat to move after these moves, and the choices of the league's trees.
fn seen(deck: &Deck, moves: &[Column], trees: &[CompiledPlayer]) -> (TableView, Vec<Column>) {
    let mut table = Table::with_deck(*deck);
    moves.iter().for_each(|&column| table.play(column).expect("the moves are legal with any deck"));
    let Turn::Of(seat, view) = table.turn() else { panic!("the game is not over after {} moves", moves.len()) };
    assert_eq!(seat, drawer(N_DEALT + moves.len()));
    let column = |tree| TreeEvaluator::default().columns(tree, iter::once(table.seen_by(seat)))[0];
    (view, trees.iter().map(column).collect())
}

fn evolved(seed: Seed) -> [Evolved; 2] {
    [Scoring::Column, Scoring::Board].map(|scoring| evolved::player(seed, scoring))
}

/// The choices of every kind of player.
fn choices(view: &TableView, seed: Seed) -> Vec<Column> {
    let baselines = BaselineKind::ALL.map(|kind| Baseline::new(kind, seed, Seat::First).column(view));
    let evolved = evolved(seed).map(|player| player.column(view));
    // It takes longer than all the others together, so it is asked only now and then.
    let is_asked = seed.0.is_multiple_of(16);
    let monte_carlo = is_asked.then(|| MonteCarlo::new(Budget::Rollouts(1), seed, Seat::First).column(view));
    baselines.into_iter().chain(evolved).chain(monte_carlo).collect()
}

#[test]
fn hidden_cards_change_neither_a_view_nor_any_players_move() {
    let n_games = sized(300, 8_000);
    let mut n_reordered = 0;
    for seed in (0..n_games).map(Seed) {
        let mut rng = seed.derive(9).rng();
        let deck = Deck::shuffled(&mut seed.rng());
        let moves: Vec<Column> = positions::moves(seed).into_iter().map(|(_, column)| column).collect();
        for n_moves in 0..moves.len() {
            let other = with_hidden_cards_reordered(&mut rng, &deck, N_DEALT + n_moves);
            n_reordered += u32::from(other != deck);
            let seed_of_players = seed.derive(n_moves as u64);
            let trees = evolved(seed_of_players).map(|player| CompiledPlayer::from(&player));
            let seen = [&deck, &other].map(|deck| seen(deck, &moves[..n_moves], &trees));
            assert_eq!(seen[0], seen[1], "{seed:?} after {n_moves} moves");
            let [choices, same_choices] = seen.map(|(view, _)| choices(&view, seed_of_players));
            assert_eq!(choices, same_choices, "{seed:?} after {n_moves} moves");
        }
    }
    // At least two cards and the face-down ones are hidden, so that hardly any reordering changes nothing.
    assert!(n_reordered > 39 * n_games as u32, "{n_reordered} of {} decks differ", 40 * n_games);
}

#[test]
fn a_face_up_card_does_change_the_view() {
    let deck = Deck::shuffled(&mut Seed(1).rng());
    for place in 0..=N_DEALT {
        let mut cards = *deck.cards();
        cards.swap(place, 51);
        assert_ne!(seen(&deck, &[], &[]), seen(&Deck::in_order(cards), &[], &[]), "place {place}");
    }
}

#[test]
fn every_player_chooses_an_open_column() {
    for (seed, view) in (0..).map(Seed).zip(positions::unforced(Seed(21)).take(2_000)) {
        assert!(choices(&view, seed).into_iter().all(|column| view.open().contains(column)));
    }
}

#[test]
fn every_view_of_a_game_survives_the_wire() {
    for view in (0..100).flat_map(|seed| positions::game(Seed(seed))) {
        let bytes = postcard::to_stdvec(&view).expect("a view has a wire form");
        assert_eq!(postcard::from_bytes(&bytes), Ok(view));
    }
}

/// Whatever passes the checks is a view that can be played from and encoded again.
fn is_refused_or_playable(bytes: &[u8]) -> bool {
    let Ok(view) = postcard::from_bytes::<TableView>(bytes) else { return true };
    let again = postcard::to_stdvec(&view).expect("a view has a wire form");
    let plays = choices(&view, Seed(0)).into_iter().all(|column| view.open().contains(column));
    plays && postcard::from_bytes(&again) == Ok(view)
}

proptest! {
    #[test]
    fn any_bytes_are_no_view_or_a_playable_one(bytes in proptest::collection::vec(any::<u8>(), 0..120)) {
        prop_assert!(is_refused_or_playable(&bytes));
    }

    #[test]
    fn a_damaged_view_is_refused_or_playable(
        seed in 0u64..1000,
        number in 0usize..40,
        damage in proptest::collection::vec((any::<proptest::sample::Index>(), any::<u8>()), 1..4),
    ) {
        let mut bytes = postcard::to_stdvec(&positions::game(Seed(seed))[number]).expect("a view has a wire form");
        for (place, byte) in damage {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        prop_assert!(is_refused_or_playable(&bytes));
    }
}

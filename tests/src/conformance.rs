//! What holds for every game: one suite, generic over the game. Knows no particular game.

use std::fmt::Debug;

use pipsqueak_core::game::{Game, Player, Points, Seat, Turn, referee};
use pipsqueak_core::random::{self, Seed};

/// A game's rules, written independently of the game's own code.
pub trait Rules {
    /// The game.
    type Game: Game<View: PartialEq + Debug> + Clone + Debug;

    /// The most moves of a game.
    const MAX_MOVES: usize;
    /// Every legal move for this view, and others; the view is `None` after the end.
    fn candidates(view: Option<&<Self::Game as Game>::View>) -> Vec<Move<Self>>;
    /// The least number of different deals that this many seeds give.
    fn n_deals(n_seeds: u64) -> u64 {
        n_seeds
    }
    /// Whether the move is legal for this view.
    fn is_legal(view: &<Self::Game as Game>::View, chosen: Move<Self>) -> bool;
    /// The seat that moves after this many moves.
    fn mover(n_moves: usize) -> Seat;
}

/// A move of a game with rules.
pub type Move<R> = <<R as Rules>::Game as Game>::Move;

/// Plays the games of this many seeds and checks everything that holds for any game.
pub fn check<R: Rules>(n_seeds: u64) {
    for seed in (0..n_seeds).map(Seed) {
        a_deal_follows_from_its_seed::<R>(seed);
        let (moves, points) = play_checking_every_move::<R>(seed);
        moves_replay_to_the_same_result::<R>(seed, &moves, points);
        the_referee_agrees::<R>(seed, &moves, points);
    }
    different_seeds_give_different_deals::<R>(n_seeds);
}

fn a_deal_follows_from_its_seed<R: Rules>(seed: Seed) {
    assert_eq!(state::<R>(&R::Game::deal(seed)), state::<R>(&R::Game::deal(seed)), "{seed:?}");
}

fn different_seeds_give_different_deals<R: Rules>(n_seeds: u64) {
    let deals: std::collections::BTreeSet<String> =
        (0..n_seeds).map(|seed| state::<R>(&R::Game::deal(Seed(seed)))).collect();
    assert!(deals.len() as u64 >= R::n_deals(n_seeds));
}

/// Plays at random; tries every candidate before each move and after the end.
fn play_checking_every_move<R: Rules>(seed: Seed) -> (Vec<Move<R>>, Points) {
    let mut rng = seed.derive(1).rng();
    let mut game = R::Game::deal(seed);
    let mut moves = Vec::new();
    loop {
        let (seat, view) = match game.turn() {
            Turn::Of(seat, view) => (seat, view),
            Turn::Over(points) => {
                assert!(
                    R::candidates(None).into_iter().all(|chosen| refuses::<R>(&game, chosen)),
                    "a move after the end"
                );
                return (moves, points);
            }
        };
        assert!(moves.len() < R::MAX_MOVES, "{seed:?} has more than {} moves", R::MAX_MOVES);
        assert_eq!(seat, R::mover(moves.len()), "{seed:?} after {} moves", moves.len());
        let (legal, other): (Vec<_>, Vec<_>) =
            R::candidates(Some(&view)).into_iter().partition(|&chosen| R::is_legal(&view, chosen));
        for chosen in other {
            assert!(refuses::<R>(&game, chosen), "{chosen:?} is not legal in {view:?}");
        }
        for &chosen in &legal {
            let mut next = game.clone();
            assert!(next.play(chosen).is_ok(), "{chosen:?} is legal in {view:?}");
            assert_ne!(state::<R>(&next), state::<R>(&game), "{chosen:?} changes something");
        }
        let chosen = random::pick(&mut rng, &legal).expect("a seat to move has a legal move");
        game.play(chosen).expect("a legal move is accepted");
        moves.push(chosen);
    }
}

fn refuses<R: Rules>(game: &R::Game, chosen: Move<R>) -> bool {
    let mut tried = game.clone();
    tried.play(chosen).is_err() && state::<R>(&tried) == state::<R>(game) && tried.turn() == game.turn()
}

fn moves_replay_to_the_same_result<R: Rules>(seed: Seed, moves: &[Move<R>], points: Points) {
    let mut game = R::Game::deal(seed);
    for &chosen in moves {
        assert!(matches!(game.turn(), Turn::Of(..)));
        game.play(chosen).expect("a recorded move is legal");
    }
    assert_eq!(game.turn(), Turn::Over(points), "{seed:?}");
}

fn the_referee_agrees<R: Rules>(seed: Seed, moves: &[Move<R>], points: Points) {
    let of = |seat| {
        let by_seat = moves.iter().enumerate().filter(move |&(number, _)| R::mover(number) == seat);
        Recorded(by_seat.map(|(_, &chosen)| chosen).collect::<Vec<_>>().into_iter())
    };
    let [mut first, mut second] = Seat::BOTH.map(of);
    let mut witnessed = Vec::new();
    let end = referee(R::Game::deal(seed), [&mut first, &mut second], |_, seat, chosen| {
        assert_eq!(seat, R::mover(witnessed.len()));
        witnessed.push(chosen);
    });
    assert_eq!(end.ok().map(|(_, points)| points), Some(points), "{seed:?}");
    assert_eq!(witnessed, moves);
}

/// A seat's moves of an earlier game.
struct Recorded<M>(std::vec::IntoIter<M>);

/// The recorded moves are used up.
#[derive(Debug)]
struct NoMoreMoves;

impl<G: Game> Player<G> for Recorded<G::Move> {
    type Error = NoMoreMoves;

    fn choose(&mut self, _: &G::View) -> Result<G::Move, NoMoreMoves> {
        self.0.next().ok_or(NoMoreMoves)
    }
}

/// All distinguishable state of a game.
fn state<R: Rules>(game: &R::Game) -> String {
    format!("{game:?}")
}

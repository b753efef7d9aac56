//! Competitors: the programs and boards in a match or a league, and the games between two of them. Knows which side
//! committed a foul; the client reaches the board.

use std::path::Path;

use anyhow::{Context, Result, anyhow};
use pipsqueak_core::game::{GameError, Seat};
use pipsqueak_core::link::{Hello, LinkGame};
use pipsqueak_core::random::Seed;

use pipsqueak_lab::arena::{BoxedPlayer, FinishedGame, Fixture, Move, NamedPlayer, both_ways, play, seat_of};
use pipsqueak_lab::workers::Workers;
use pipsqueak_lab::{text, trees};

use super::registry::Registry;
use crate::board::{self, ActiveChampion, AnyClient, BoardPlayer, SearchStats};
use crate::games::DesktopGame;
use crate::port::Port;
use crate::system::signals;

/// The prefix of a PLAYER that is the board at a port.
const BOARD: &str = "board:";

/// A program or a board in a match or league.
pub enum Competitor<G: DesktopGame> {
    /// A program of this process.
    Program(G::Player),
    /// A board.
    Board(Box<ConnectedBoard>),
}

/// A connected board with its report.
pub struct ConnectedBoard {
    /// How it is reached.
    pub port: Port,
    /// The session.
    pub client: AnyClient,
    /// Its hello.
    pub hello: Hello,
    /// Its champion of the game; `None` if it plays without.
    pub champion: Option<ActiveChampion>,
    /// Its search statistics.
    pub stats: SearchStats,
}

impl<G: DesktopGame> Competitor<G> {
    /// The player at its seat of one game.
    fn seated(&mut self, game: &G, seed: Seed, seat: Seat) -> BoxedPlayer<'_, G::Game> {
        match self {
            Competitor::Program(player) => player.seat(game, seed, seat),
            Competitor::Board(board) => {
                let ConnectedBoard { client, stats, .. } = &mut **board;
                Box::new(BoardPlayer { client, pacing: game.pacing(), stats })
            }
        }
    }

    /// Ends a board's session and saves its flash.
    pub fn close(self) -> Result<()> {
        match self {
            Competitor::Program(_) => Ok(()),
            Competitor::Board(board) => board.client.close().with_context(|| board.port.to_string()),
        }
    }
}

impl ConnectedBoard {
    /// Connects to a board that is to play this game.
    pub fn connect<G: DesktopGame>(
        game: &G,
        port: Port,
        firmware: Option<&Path>,
        registry: Registry,
    ) -> Result<Box<ConnectedBoard>> {
        let (mut client, hello) = board::connect(&port, firmware, &registry.board_games(), Some(G::Game::ID))?;
        let champion = if game.uses_champion() {
            ActiveChampion::of(&mut client, G::Game::ID, &registry.board_games()).with_context(|| port.to_string())?
        } else {
            None
        };
        Ok(Box::new(ConnectedBoard { port, client, hello, champion, stats: SearchStats::default() }))
    }

    /// The board's own name.
    pub fn model(&self) -> String {
        text::name(&self.hello.board, 12)
    }

    /// The name of its champion, if it has one with a name.
    pub fn champions_name(&self) -> Option<&str> {
        // A player built into the firmware has no bytes; it is shown under the board's name.
        self.champion.as_ref().filter(|champion| champion.bytes > 0).and_then(|champion| champion.name.as_deref())
    }
}

/// The port of a PLAYER that is a board. A tree's text may begin with the same prefix, which then selects board
/// scoring; text that parses or looks like such a tree is not a port.
pub fn board_of<G: DesktopGame>(game: &G, player: &str) -> Option<Result<Port>> {
    let port = player.strip_prefix(BOARD)?;
    let is_tree = G::vocabulary().is_some() && (trees::is_meant_as_tree(port) || game.player(player).is_ok());
    (!is_tree).then(|| Port::named(port))
}

/// The competitor that lost the match early, and why.
pub struct Forfeit {
    /// The competitor's number.
    pub competitor: usize,
    /// The foul, and its game.
    pub reason: String,
}

/// Plays every deal twice with the seats swapped, until all are played, the command is interrupted, or a board
/// forfeits. `witness` is called with each finished game.
pub fn play_deals<G: DesktopGame>(
    game: &G,
    mut competitors: [&mut Competitor<G>; 2],
    n_games: u64,
    seed: Seed,
    mut witness: impl FnMut(&Fixture, FinishedGame<Move<G>>) -> Result<()>,
) -> Result<Option<Forfeit>> {
    let fixtures = (0..n_games / 2).flat_map(|deal| both_ways([0, 1], seed.derive(deal)));
    for (number, fixture) in (1..).zip(fixtures) {
        if signals::stop_is_wanted() {
            break;
        }
        let Some(played) = signals::finished(play_one(game, &mut competitors, &fixture))? else { break };
        match played {
            Ok(played) => witness(&fixture, played)?,
            Err(Forfeit { competitor, reason }) => {
                return Ok(Some(Forfeit { competitor, reason: format!("game {number} of {n_games}: {reason}") }));
            }
        }
    }
    Ok(None)
}

/// Plays a game; the error is the board that forfeits it. A program that breaks the rules is a defect.
fn play_one<G: DesktopGame>(
    game: &G,
    competitors: &mut [&mut Competitor<G>; 2],
    fixture: &Fixture,
) -> Result<Result<FinishedGame<Move<G>>, Forfeit>> {
    let is_board = [0, 1].map(|competitor| matches!(competitors[competitor], Competitor::Board(_)));
    let [one, other] = competitors;
    let mut players =
        [one.seated(game, fixture.seed, seat_of(0, fixture)), other.seated(game, fixture.seed, seat_of(1, fixture))];
    if seat_of(0, fixture) == Seat::Second {
        players.reverse();
    }
    let [first, second] = &mut players;
    let workers = Workers::ALONE.until(&signals::stop_is_wanted);
    let foul = match play(game.deal(fixture.seed), [&mut **first, &mut **second], workers) {
        Ok(played) => return Ok(Ok(played)),
        Err(_) if signals::stop_is_wanted() => return Err(signals::Interrupted::as_asked().into()),
        Err(foul) => foul,
    };
    let (seat, reason) = match &foul {
        GameError::NoDecision(seat, error) => (seat, format!("{error:#}")),
        GameError::Illegal(seat, illegal) => (seat, format!("an illegal move: {illegal}")),
    };
    let competitor = fixture.seats[seat.index()];
    if is_board[competitor] {
        Ok(Err(Forfeit { competitor, reason }))
    } else {
        Err(anyhow!("a player broke the rules: {foul}"))
    }
}

#[cfg(test)]
mod tests {
    use clap::{Args, FromArgMatches};

    use super::*;
    use crate::games::PlayContext;
    use pipsqueak_lab::arena::ArenaGame;
    use pipsqueak_lab::games::fiveo::FiveO;
    use pipsqueak_lab::games::mastermind::Mastermind;

    fn port_of<G: DesktopGame>(game: &G, player: &str) -> Option<Port> {
        board_of(game, player).map(Result::unwrap)
    }

    #[test]
    fn a_board_is_distinguished_from_a_tree_with_board_scoring() {
        let game = FiveO::default();
        for tree in ["-2.5", "7", "OwnCategory", "Plus(1, OwnCategory)"] {
            let player = format!("board:{tree}");
            assert_eq!(port_of(&game, &player), None, "{player}");
            assert!(game.player(&player).is_ok(), "{player}");
        }
        // These look like trees; the parser reports what is wrong with them.
        for tree in ["HasFlush", "Plus(1, HasFlush)", "HasFlsh", "plus(1, 2)", "(", "9999999999"] {
            let player = format!("board:{tree}");
            assert_eq!(port_of(&game, &player), None, "{player}");
            assert!(game.player(&player).is_err(), "{player}");
        }
        for device in ["COM3", r"\\.\COM12", "CNCA0", "/dev/ttyACM0", "/dev/cu.usbmodem(1)", "ttyACM0", "inf"] {
            assert_eq!(port_of(&game, &format!("board:{device}")), Some(Port::Serial(device.to_owned())));
        }
        for port in ["qemu", "sim", "qemu:Flash(1)", "sim:OwnCategory", "unix:/tmp/Board(1)", "tcp:localhost:7"] {
            assert_eq!(port_of(&game, &format!("board:{port}")), Some(Port::named(port).unwrap()), "{port}");
        }
        for player in ["greedy", "column:7", "OwnCategory", "sim"] {
            assert_eq!(port_of(&game, player), None, "{player}");
        }
        assert!(board_of(&game, "board:").is_some_and(|port| port.is_err()));
    }

    #[test]
    fn without_trees_every_board_is_a_port() {
        let options = <Mastermind as DesktopGame>::Options::augment_args(clap::Command::new("mastermind"));
        let options = FromArgMatches::from_arg_matches(&options.get_matches_from(["mastermind"])).unwrap();
        let game = Mastermind::new(&options, PlayContext::Series).unwrap();
        assert_eq!(port_of(&game, "board:DEVICE"), Some(Port::Serial("DEVICE".to_owned())));
    }
}

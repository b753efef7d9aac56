//! The `play` command: sets up the opponent, and records the games.

use anyhow::Result;
use pipsqueak_core::game::Seat;
use pipsqueak_core::link::LinkGame;
use pipsqueak_core::random::Seed;

use pipsqueak_lab::arena::{ArenaGame, BoxedPlayer, NamedPlayer};

use super::registry::Registry;
use crate::board::{ActiveChampion, AnyClient, BoardOptions, BoardPlayer, SearchStats};
use crate::games::DesktopGame;
use crate::run::player as named_player;
use crate::terminal::{self, FinishedGame, Opponent, Series, SeriesOptions, text, to_file};

/// The options of `play`.
#[derive(clap::Args)]
pub struct Options {
    /// Checkers: the starting position as a PDN FEN, such as "W:W18,24,K10:B12,16"; the same as --fen
    #[arg(value_name = "FEN", index = 2)]
    pub position: Option<String>,
    /// The opponent
    #[arg(long, value_name = "PLAYER", visible_alias = "level", conflicts_with = "port")]
    against: Option<String>,
    #[command(flatten)]
    board: BoardOptions,
    #[command(flatten)]
    series: SeriesOptions,
}

/// Runs the command: against a board if a port is named, else against a program.
pub fn run<G: DesktopGame>(game: &G, registry: Registry, options: &Options) -> Result<()> {
    let Options { against, board, series, .. } = options;
    let series = series.clone().settled();
    let (player, opponent): (_, BoxedOpponent<'_, G>) = match &board.port {
        None => {
            let player = named_player(game, against.as_deref().unwrap_or(G::DEFAULT_OPPONENT))?;
            (Some(player.clone()), Box::new(Program { game, player }))
        }
        Some(_) => across(game, registry, board)?,
    };
    terminal::play(Series::<G::Scene> {
        title: G::TITLE,
        start: Box::new(|seed| game.deal(seed)),
        scene: game.scenes(player.as_ref()),
        opponent,
        record: to_file(series.transcript.clone(), |played| record(game, played))?,
        options: series,
    })
}

type BoxedOpponent<'a, G> = Box<dyn Opponent<<G as ArenaGame>::Game> + 'a>;

/// A board as the opponent, and its champion as this program would play it, if it has one that can be read.
fn across<'g, G: DesktopGame>(
    game: &'g G,
    registry: Registry,
    board: &BoardOptions,
) -> Result<(Option<G::Player>, BoxedOpponent<'g, G>)> {
    let (mut client, hello) = board.connect(&registry.board_games(), Some(G::Game::ID))?;
    let champion = if game.uses_champion() {
        ActiveChampion::of(&mut client, G::Game::ID, &registry.board_games())?
    } else {
        None
    };
    let stored = champion.filter(|champion| champion.bytes > 0);
    let bytes = stored.as_ref().map(|_| client.read_champion(G::Game::ID)).transpose()?;
    let name = stored.and_then(|champion| champion.name).unwrap_or_else(|| text::name(&hello.board, text::NAME_WIDTH));
    // A champion of another size, or of another version, is played by the board alone.
    let player = bytes.and_then(|bytes| game.champion(&name, &bytes).ok());
    Ok((player, Box::new(Across { game, name, client, stats: SearchStats::default() })))
}

fn record<G: DesktopGame>(game: &G, played: &FinishedGame<'_, G::Game>) -> Result<Vec<u8>> {
    let is_kept = played.points.is_some() || G::KEEPS_UNFINISHED && !played.moves.is_empty();
    if is_kept { game.record_played(played) } else { Ok(Vec::new()) }
}

/// A program as the opponent.
struct Program<'g, G: DesktopGame> {
    game: &'g G,
    player: G::Player,
}

impl<G: DesktopGame> Opponent<G::Game> for Program<'_, G> {
    fn name(&self) -> String {
        self.player.name().to_owned()
    }

    fn player(&mut self, seed: Seed, seat: Seat) -> BoxedPlayer<'_, G::Game> {
        self.player.seat(self.game, seed, seat)
    }
}

/// A board as the opponent.
struct Across<'g, G> {
    game: &'g G,
    name: String,
    client: AnyClient,
    stats: SearchStats,
}

impl<G: DesktopGame> Opponent<G::Game> for Across<'_, G> {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn player(&mut self, _: Seed, _: Seat) -> BoxedPlayer<'_, G::Game> {
        let Across { game, client, stats, .. } = self;
        Box::new(BoardPlayer { client, pacing: game.pacing(), stats })
    }
}

//! The `play` command: sets up the opponent, and records the games.

use anyhow::Result;
use pipsqueak_core::game::{Player, Seat};
use pipsqueak_core::link::{Effort, LinkGame};
use pipsqueak_core::random::Seed;

use pipsqueak_lab::arena::{BoxedPlayer, NamedPlayer};

use super::registry::Registry;
use crate::board::{ActiveChampion, AnyClient, BoardOptions, BoardPlayer, SearchStats};
use crate::games::DesktopGame;
use crate::run::player as named_player;
use crate::terminal::{self, FinishedGame, Named, Opponent, Series, SeriesOptions, text, to_file};

/// The options of `play`.
#[derive(clap::Args)]
pub struct Options {
    /// The opponent
    #[arg(long, value_name = "PLAYER", visible_alias = "level", conflicts_with = "port")]
    against: Option<String>,
    #[command(flatten)]
    board: BoardOptions,
    #[command(flatten)]
    series: SeriesOptions,
}

/// Runs the command: against a board if a port is named, else against a program.
pub fn run<G: DesktopGame>(game: &G, registry: Registry, options: Options) -> Result<()> {
    let Options { against, board, series } = options;
    let series = series.settled();
    let program = match &board.port {
        None => Some(named_player(game, against.as_deref().unwrap_or(G::DEFAULT_OPPONENT))?),
        Some(_) => None,
    };
    let scene = game.scenes(program.as_ref());
    let opponent: Box<dyn Opponent<G::Game> + '_> = match program {
        Some(player) => Box::new(Program { game, player }),
        None => across(game, registry, &board)?,
    };
    terminal::play(Series::<G::Scene> {
        title: G::TITLE,
        start: Box::new(|seed| game.deal(seed)),
        scene,
        opponent,
        record: to_file(series.transcript.clone(), |played| record(game, played))?,
        options: series,
    })
}

fn across<G: DesktopGame>(
    game: &G,
    registry: Registry,
    board: &BoardOptions,
) -> Result<Box<dyn Opponent<G::Game> + 'static>> {
    let (mut client, hello) = board.connect(&registry.board_games(), Some(G::Game::ID))?;
    let champion = if game.uses_champion() {
        ActiveChampion::of(&mut client, G::Game::ID, &registry.board_games())?
    } else {
        None
    };
    let name = champion
        .filter(|champion| champion.bytes > 0)
        .and_then(|champion| champion.name)
        .unwrap_or_else(|| text::name(&hello.board, text::NAME_WIDTH));
    Ok(Box::new(Named { name, player: Across { client, effort: game.effort(), stats: SearchStats::default() } }))
}

fn record<G: DesktopGame>(game: &G, played: &FinishedGame<'_, G::Game>) -> Result<Vec<u8>> {
    let is_kept = played.points.is_some() || G::KEEPS_UNFINISHED && !played.moves.is_empty();
    if is_kept { game.record(played.seed, played.players, played.moves) } else { Ok(Vec::new()) }
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
struct Across {
    client: AnyClient,
    effort: Effort,
    stats: SearchStats,
}

impl<G: LinkGame> Player<G> for Across {
    type Error = anyhow::Error;

    fn choose(&mut self, view: &G::View) -> Result<G::Move> {
        let Across { client, effort, stats } = self;
        Player::<G>::choose(&mut BoardPlayer { client, effort: *effort, stats }, view)
    }
}

//! The program's games, and the dispatch of commands to them. An option of one game is refused for another, not
//! ignored. Knows the commands and the games.

use std::io::Write;
use std::marker::PhantomData;

use anyhow::{Context, Result, anyhow, bail, ensure};
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use pipsqueak_app::BoardGame;
use pipsqueak_core::champion::{self, GameId};
use pipsqueak_core::game::{Game, Seat, Turn};
use pipsqueak_core::link::{self, LinkGame, ViewBytes};
use pipsqueak_core::random::Seed;
use pipsqueak_lab::arena::{Champions, UnknownPlayer};
use pipsqueak_lab::evolve::Problem;
use pipsqueak_lab::games::checkers::Checkers;
use pipsqueak_lab::games::fiveo::FiveO;
use pipsqueak_lab::games::mastermind::Mastermind;
use pipsqueak_lab::text;
use pipsqueak_lab::trees::VocabularyListing;

use super::evolve::Evolution;
use super::study::Studies;
use super::{league, matches, play};
use crate::board::{self, Comparison, Decider, DesktopPlayer};
use crate::games::{Commands, DesktopGame, PlayContext};
use crate::run::{OtherGame, champion_file, read_champion};
use crate::system::records::{Counted, Part};
use crate::terminal::{self, Stepper};

/// The games of the program. A static: a constant would be compiled again, with every game, in each program that names it.
pub static ALL: Registry = Registry {
    games: &[
        &RegisteredGame::<FiveO>::evolving::<pipsqueak_core::games::fiveo::FiveO>(),
        &RegisteredGame::<Checkers>::evolving::<pipsqueak_core::games::checkers::Checkers>(),
        &RegisteredGame::<Mastermind>::new(),
    ],
    board: pipsqueak_app::GAMES,
};

/// The games in the order of their listing; the first is the default.
#[derive(Clone, Copy)]
pub struct Registry {
    /// The games.
    pub games: &'static [&'static dyn AnyGame],
    /// The same games, and perhaps others, as a simulated board plays them.
    pub board: &'static [BoardGame],
}

/// A game in a registry: every command, for this game.
pub trait AnyGame: Sync {
    /// Its name on command lines.
    fn name(&self) -> &'static str;
    /// Its title for people.
    fn title(&self) -> &'static str;
    /// Its number on the wire and in champions.
    fn id(&self) -> GameId;
    /// Help text: the players that can be named, and the default players of a league, of `play` and of `match`.
    fn players(&self) -> String;
    /// The names of its players that are neither files nor trees.
    fn player_names(&self) -> Vec<&'static str>;
    /// The options that only this game has.
    fn options(&self) -> Vec<Arg>;
    /// The `league` command.
    fn league(&self, registry: Registry, options: &league::Options, own: &ArgMatches) -> Result<()>;
    /// The `play` command.
    fn play(&self, registry: Registry, options: play::Options, own: &ArgMatches) -> Result<()>;
    /// The `match` command.
    fn hold_match(&self, registry: Registry, options: &matches::Options, own: &ArgMatches) -> Result<()>;
    /// The encoded view of the first seat in the game of this seed.
    fn first_view(&self, seed: Seed) -> Result<ViewBytes>;
    /// Compares the decisions of a board and a reference board in the same positions.
    fn compare(&self, boards: [&mut dyn Decider; 2], asked: &Comparison) -> Result<()>;
    /// Whether a text is a record of this game.
    fn is_record(&self, text: &str) -> bool;
    /// Checks a part of a record, shows it and counts its games.
    fn replay(&self, part: &Part, counted: &mut Counted, out: &mut dyn Write) -> Result<()>;
    /// Steps through a record on the full screen, if the game has a picture for that.
    fn step_through(&self, part: &Part) -> Result<()>;
    /// The players that are stored as bytes, if the game has any.
    fn champions(&self) -> Option<&'static dyn Champions>;
    /// Players that only run on a desktop and answer like a board.
    fn desktop_players(&self) -> &'static [DesktopPlayer];
    /// The `evolve` command, if the game has players that evolve.
    fn evolution(&self) -> Option<&'static dyn Commands>;
    /// The `study` command, if the game has players that evolve.
    fn studies(&self) -> Option<&'static dyn Commands>;
    /// The terminals that trees can be made of, if the game has players that are trees.
    fn vocabulary(&self) -> Option<VocabularyListing>;
    /// The commands that only this game has.
    fn commands(&self) -> Option<&'static dyn Commands>;
}

/// A game's entry in a registry.
pub struct RegisteredGame<G> {
    game: PhantomData<fn() -> G>,
    /// `evolve` and `study`, if the game has players that evolve.
    evolution: Option<[&'static dyn Commands; 2]>,
}

impl<G: DesktopGame> RegisteredGame<G> {
    /// The entry of a game whose players do not evolve.
    pub const fn new() -> RegisteredGame<G> {
        RegisteredGame { game: PhantomData, evolution: None }
    }

    /// The entry of a game whose players evolve for a problem.
    pub const fn evolving<P: Problem>() -> RegisteredGame<G> {
        RegisteredGame { evolution: Some([&Evolution::<P>::COMMAND, &Studies::<P>::COMMAND]), ..RegisteredGame::new() }
    }
}

impl<G: DesktopGame> Default for RegisteredGame<G> {
    fn default() -> RegisteredGame<G> {
        RegisteredGame::new()
    }
}

impl<G: DesktopGame> AnyGame for RegisteredGame<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn title(&self) -> &'static str {
        G::TITLE
    }

    fn id(&self) -> GameId {
        G::Game::ID
    }

    fn players(&self) -> String {
        let (league, person, board) = (G::BASELINES.join(", "), G::DEFAULT_OPPONENT, G::DEFAULT_BOARD_OPPONENT);
        format!("  {}: {}\n    default: {league} in league, {person} in play, {board} in match", G::NAME, G::PLAYERS)
    }

    fn player_names(&self) -> Vec<&'static str> {
        G::names()
    }

    fn options(&self) -> Vec<Arg> {
        let own = G::Options::augment_args(Command::new(G::NAME).next_help_heading(G::TITLE));
        own.get_arguments().cloned().collect()
    }

    fn league(&self, registry: Registry, options: &league::Options, own: &ArgMatches) -> Result<()> {
        league::run(&variant::<G>(own, PlayContext::Series)?, registry, options)
    }

    fn play(&self, registry: Registry, options: play::Options, own: &ArgMatches) -> Result<()> {
        let position = options.position.as_deref();
        if position.is_some() && !G::HAS_POSITIONS {
            let text = format!("{} takes no starting position\n", G::NAME);
            return Err(clap::Error::raw(ErrorKind::ArgumentConflict, text).into());
        }
        play::run(&variant::<G>(own, PlayContext::Person(position))?, registry, &options)
    }

    fn hold_match(&self, registry: Registry, options: &matches::Options, own: &ArgMatches) -> Result<()> {
        matches::run(&variant::<G>(own, PlayContext::Series)?, registry, options)
    }

    fn first_view(&self, seed: Seed) -> Result<ViewBytes> {
        match ordinary::<G>()?.deal(seed).turn() {
            Turn::Of(_, view) => link::write_view::<G::Game>(&view).context("a view does not fit into a frame"),
            Turn::Over(_) => bail!("{} is over before it begins", G::NAME),
        }
    }

    fn compare(&self, boards: [&mut dyn Decider; 2], asked: &Comparison) -> Result<()> {
        board::compare(&ordinary::<G>()?, boards, asked)
    }

    fn is_record(&self, text: &str) -> bool {
        G::is_record(text)
    }

    fn replay(&self, part: &Part, counted: &mut Counted, out: &mut dyn Write) -> Result<()> {
        G::replay(part, counted, out)
    }

    fn step_through(&self, part: &Part) -> Result<()> {
        let games = G::recordings(part);
        if games.is_empty() {
            return Ok(());
        }
        let game = ordinary::<G>()?;
        // The second seat's pieces are at the bottom, as books draw them.
        let stepper = Stepper::<G::Scene> { title: G::TITLE, games, scene: game.scenes(None), seat: Seat::Second };
        terminal::step_through(&stepper)
    }

    fn champions(&self) -> Option<&'static dyn Champions> {
        G::champions()
    }

    fn desktop_players(&self) -> &'static [DesktopPlayer] {
        G::desktop_players()
    }

    fn evolution(&self) -> Option<&'static dyn Commands> {
        self.evolution.map(|[evolution, _]| evolution)
    }

    fn studies(&self) -> Option<&'static dyn Commands> {
        self.evolution.map(|[_, studies]| studies)
    }

    fn vocabulary(&self) -> Option<VocabularyListing> {
        G::vocabulary()
    }

    fn commands(&self) -> Option<&'static dyn Commands> {
        G::commands()
    }
}

/// Extends a command's options with the names that another game's options accept.
fn with_names_of(command: Command, other: &Arg) -> Command {
    let names = other.get_possible_values();
    // A switch has possible values too, but takes none.
    if names.is_empty() || !other.get_action().takes_values() {
        return command;
    }
    command.mut_arg(other.get_id(), |own| {
        let mut all = own.get_possible_values();
        let is_new = |name: &PossibleValue| !all.iter().any(|known| known.get_name() == name.get_name());
        let new: Vec<PossibleValue> = names.into_iter().filter(is_new).collect();
        all.extend(new);
        own.value_parser(PossibleValuesParser::new(all))
    })
}

/// The variant of a game that a command line selects.
fn variant<G: DesktopGame>(own: &ArgMatches, occasion: PlayContext<'_>) -> Result<G> {
    G::new(&G::Options::from_arg_matches(own)?, occasion)
}

/// The default variant of a game.
fn ordinary<G: DesktopGame>() -> Result<G> {
    let own = G::Options::augment_args(Command::new(G::NAME)).try_get_matches_from([G::NAME])?;
    variant(&own, PlayContext::Series)
}

impl Registry {
    /// The names of the games.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        self.games.iter().map(|game| game.name())
    }

    /// The game of this name.
    pub fn named(self, name: &str) -> Result<&'static dyn AnyGame> {
        let known = || self.names().collect::<Vec<_>>().join(", ");
        let game = self.games.iter().find(|game| game.name() == name);
        game.copied().with_context(|| format!("there is no game {name:?}: the games are {}", known()))
    }

    /// The game of this number.
    pub fn numbered(self, id: GameId) -> Result<&'static dyn AnyGame> {
        let game = self.games.iter().find(|game| game.id() == id);
        game.copied().with_context(|| format!("this champion is for {id}, which this program does not know"))
    }

    /// The games, as far as boards are concerned.
    pub fn board_games(self) -> board::Games {
        let names = self.games.iter().map(|game| (game.id(), game.name())).collect();
        let players = |game: &&'static dyn AnyGame| game.desktop_players().iter().map(|player| (game.name(), player));
        let players = self.games.iter().flat_map(players).collect();
        board::Games { board: self.board, names, players }
    }

    /// The game of a record.
    pub fn recorded(self, text: &str) -> Result<&'static dyn AnyGame> {
        ensure!(!text.trim().is_empty(), "the file contains no games");
        let game = self.games.iter().find(|game| game.is_record(text));
        game.copied().context("this is not a record of any game that this program knows")
    }

    /// The argument that names a game.
    pub fn argument(self) -> Arg {
        Arg::new(GAME).value_name("GAME").value_parser(PossibleValuesParser::new(self.names())).help("The game")
    }

    /// A command with the option `--game`.
    pub fn with_game(self, command: Command) -> Command {
        let first = self.names().next().unwrap_or_default();
        command.arg(self.argument().long(GAME).default_value(first))
    }

    /// The `evolve` command. Its options are the same for all games with players that evolve; some of them accept the
    /// names of all games.
    pub fn with_evolution(self, command: Command) -> Command {
        let mut evolutions = self.games.iter().filter_map(|game| game.evolution());
        let Some(first) = evolutions.next() else { return command };
        evolutions.fold(first.describe(command), |command, other| {
            let other = other.describe(Command::new("evolve"));
            other.get_arguments().fold(command, with_names_of)
        })
    }

    /// The `study` command, with the options of the first game that has players that evolve.
    pub fn with_studies(self, command: Command) -> Command {
        let first = self.games.iter().find_map(|game| game.studies());
        first.map_or(command.clone(), |studies| studies.describe(command))
    }

    /// A command with the options and players of all games. Games may share an option.
    pub fn with_options(self, mut command: Command) -> Command {
        let players: Vec<String> = self.games.iter().map(|game| game.players()).collect();
        command = command.after_help(format!("PLAYERs:\n{}", players.join("\n")));
        for argument in self.games.iter().flat_map(|game| game.options()) {
            if !command.get_arguments().any(|known| known.get_id() == argument.get_id()) {
                command = command.arg(argument);
            }
        }
        command
    }

    /// The selected game. Options that belong only to other games are refused.
    pub fn asked(self, matches: &ArgMatches) -> Result<&'static dyn AnyGame> {
        let game = self.named(matches.get_one::<String>(GAME).map_or("", String::as_str))?;
        let own = game.options();
        for other in self.games {
            for option in other.options().iter().filter(|option| !own.iter().any(|own| own.get_id() == option.get_id()))
            {
                let id = option.get_id().as_str();
                if matches.try_contains_id(id).is_ok() && matches.value_source(id) == Some(ValueSource::CommandLine) {
                    let name = option.get_long().unwrap_or(id);
                    let text = format!("--{name} is an option of {}, not of {}\n", other.name(), game.name());
                    return Err(clap::Error::raw(ErrorKind::ArgumentConflict, text).into());
                }
            }
        }
        Ok(game)
    }

    /// The named champion, and its game: a file contains its game, and any other name is looked up in the selected
    /// game.
    pub fn champion(
        self,
        text: &str,
        game: AskedGame<'_>,
    ) -> Result<(&'static dyn AnyGame, &'static dyn Champions, Vec<u8>)> {
        let champions = |game: &'static dyn AnyGame| {
            game.champions()
                .with_context(|| format!("{} has no champions: its players use search instead", game.name()))
        };
        let asked = self.named(game.name)?;
        let is_name = || asked.champions().is_some_and(|champions| champions.named(text).is_ok());
        let Some(path) = champion_file(text, is_name) else {
            let champions = champions(asked)?;
            return Ok((asked, champions, champions.named(text)?));
        };
        let bytes = read_champion(path)?;
        let (id, _) = champion::open(&bytes).with_context(|| format!("{} is not a champion", path.display()))?;
        let own = self.numbered(id).with_context(|| path.display().to_string())?;
        if game.is_given && own.id() != asked.id() {
            let text = format!("{} is a champion of {}, not of {}\n", path.display(), own.name(), asked.name());
            return Err(clap::Error::raw(ErrorKind::ArgumentConflict, text).into());
        }
        Ok((own, champions(own)?, bytes))
    }

    /// The error; if a player's name or a champion belongs to another game, with that game's name.
    pub fn with_other_games(self, error: anyhow::Error) -> anyhow::Error {
        if let Some(OtherGame { path, game }) = error.downcast_ref() {
            let own =
                self.numbered(*game).map(|own| anyhow!("{path} is a champion of {}, not of this game", own.name()));
            return own.unwrap_or(error);
        }
        let Some(UnknownPlayer { name, .. }) = error.downcast_ref() else { return error };
        let games: Vec<&str> = self
            .games
            .iter()
            .filter(|game| game.player_names().contains(&name.as_str()))
            .map(|game| game.name())
            .collect();
        if games.is_empty() { error } else { anyhow!("{name} is a player of {}; {error:#}", text::either(&games)) }
    }
}

/// The game that a command line names, or the default.
#[derive(Clone, Copy)]
pub struct AskedGame<'m> {
    name: &'m str,
    /// Whether the person named it.
    is_given: bool,
}

impl<'m> AskedGame<'m> {
    /// The game that was named.
    pub fn named(name: &'m str) -> AskedGame<'m> {
        AskedGame { name, is_given: true }
    }

    /// The game in a command's arguments.
    pub fn of(matches: &'m ArgMatches) -> AskedGame<'m> {
        let name = matches.get_one::<String>(GAME).map_or("", String::as_str);
        AskedGame { name, is_given: matches.value_source(GAME) == Some(ValueSource::CommandLine) }
    }
}

/// The option and the argument that name a game.
const GAME: &str = "game";

//! The command line: what can be asked for, and which module answers. Knows the commands; the games are handed in.

use anyhow::{Result, bail};
use clap::{ArgMatches, Args, Command, FromArgMatches};

use crate::arena::{league, matches};
use crate::board::{device, flash};
use crate::games::Registry;
use crate::terminal::command;
use crate::{replay, show};

/// All commands.
pub fn command(registry: Registry) -> Command {
    let with_options = |command| registry.with_options(registry.with_game(command));
    let commands = [
        registry.with_game(registry.with_evolution(Command::new("evolve").about("Evolve a champion: the main job"))),
        with_options(with_about::<league::Options>(
            "league",
            "Let players meet in a round robin, every deal played twice with the seats swapped",
        )),
        registry.with_game(with_about::<show::Options>(
            "show",
            "Show a champion: what it follows, its size and its record",
        )),
        registry.with_options(
            with_about::<command::Options>("play", "Play a game in the terminal")
                .arg(registry.argument().required(true).index(1)),
        ),
        with_options(with_about::<matches::Options>(
            "match",
            "Let a player meet a board over the line, every deal played twice with the seats swapped",
        )),
        registry.with_game(with_about::<flash::Options>(
            "flash",
            "Put a champion onto a board, or firmware and champion into a file for the board's drive",
        )),
        registry.with_game(with_about::<device::Options>(
            "device",
            "Show what is on a board: versions, champions, memory, times",
        )),
        with_about::<replay::Options>("replay", "Check recorded games of any kind move by move and show them"),
    ];
    let own = registry.games.iter().filter_map(|game| Some(game.commands()?.describe(Command::new(game.name()))));
    Command::new("pipsqueak")
        .version(env!("CARGO_PKG_VERSION"))
        .about("Evolves a card player, plays it, and lets you play it")
        .max_term_width(100)
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands(commands)
        .subcommands(own.map(|command| command.subcommand_required(true).arg_required_else_help(true)))
}

fn with_about<O: Args>(name: &'static str, about: &'static str) -> Command {
    O::augment_args(Command::new(name).about(about))
}

/// Runs the command that was asked for.
pub fn run(registry: Registry, matches: &ArgMatches) -> Result<()> {
    let Some((name, matches)) = matches.subcommand() else { return Ok(()) };
    let game = || matches.get_one::<String>("game").map_or("", String::as_str);
    match name {
        "evolve" => match registry.asked(matches)?.evolution() {
            Some(evolution) => evolution.run(matches),
            None => bail!("{} has no players that evolve", game()),
        },
        "league" => registry.asked(matches)?.league(&options(matches)?, matches),
        "show" => show::run(registry, game(), &options(matches)?),
        "play" => registry.asked(matches)?.play(registry, options(matches)?, matches),
        "match" => registry.asked(matches)?.hold_match(registry, &options(matches)?, matches),
        "flash" => flash::run(registry, game(), &options(matches)?),
        "device" => device::run(registry, game(), &options(matches)?),
        "replay" => replay::run(registry, &options(matches)?),
        own => registry.named(own)?.commands().map_or(Ok(()), |commands| commands.run(matches)),
    }
}

fn options<O: FromArgMatches>(matches: &ArgMatches) -> Result<O> {
    Ok(O::from_arg_matches(matches)?)
}

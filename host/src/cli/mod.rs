//! The command line: the registry of games, and every command that works with all of them.

mod competitor;
mod device;
mod evolve;
mod examples;
mod flash;
mod league;
mod matches;
mod outputs;
mod pages;
mod play;
pub mod registry;
mod replay;
mod search;
mod selftest;
mod show;
mod study;
pub mod usage;
mod vocabulary;

use std::sync::LazyLock;

use anyhow::{Result, bail};
use clap::{ArgMatches, Args, Command, FromArgMatches};

use crate::port::PORTS;
use crate::system::embedded;
use crate::web;
use registry::{AskedGame, Registry};

/// All commands.
pub fn command(registry: Registry) -> Command {
    let with_options = |command| registry.with_options(registry.with_game(command));
    let commands = [
        registry.with_game(registry.with_evolution(Command::new("evolve")).about("Evolve a champion")),
        registry.with_game(
            registry
                .with_studies(Command::new("study"))
                .about("Play many runs of evolution and compare them with statistics"),
        ),
        with_options(with_about::<league::Options>(
            "league",
            "Play a round robin between players, every deal twice with the seats swapped",
        )),
        registry.with_game(with_about::<show::Options>("show", "Show a champion: its tree, its size and its record")),
        registry.with_options(
            with_about::<play::Options>("play", "Play a game in the terminal")
                .mut_arg("port", |port| port.help(format!("Play against a board instead of a program: {PORTS}")))
                .arg(registry.argument().required(true).index(1)),
        ),
        with_options(with_about::<matches::Options>(
            "match",
            "Play a board against a program or another board over the serial line, every deal twice with the seats swapped",
        )),
        registry.with_game(with_about::<flash::Options>(
            "flash",
            "Store a champion on a board, or write firmware and champion as one file for the board's drive",
        )),
        registry.with_game(with_about::<device::Options>(
            "device",
            "Show what is on a board: versions, champions, memory, times",
        )),
        with_about::<web::serve::Options>(
            "serve",
            "Serve the page to this computer's browser, with this computer's boards",
        ),
        with_about::<web::page::Options>("page", "Write the page as static files, for any web server"),
        with_about::<replay::Options>("replay", "Check recorded games of any kind move by move and show them"),
        registry.with_game(with_about::<vocabulary::Options>(
            "vocabulary",
            "List the functions and terminals that trees are made of, with their kinds and meanings",
        )),
        Command::new("search")
            .about("Game trees: minimax and alpha-beta, step by step")
            .subcommand_required(true)
            .arg_required_else_help(true)
            .subcommand(with_about::<search::Options>(
                "tree",
                "Search a tree of numbers and show every node: value, window, cutoffs",
            )),
        with_about::<pages::CompletionOptions>("completions", "Print shell completions"),
        with_about::<pages::ManualOptions>("man", "Write a manual page for each command"),
    ];
    let own = registry.games.iter().filter_map(|game| Some(game.commands()?.describe(Command::new(game.name()))));
    let command = Command::new("pipsqueak")
        .version(env!("CARGO_PKG_VERSION"))
        .long_version(VERSION.as_str())
        .about("Evolve players, flash them onto boards, and play against them: Five-O, checkers, Mastermind")
        .max_term_width(100)
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands(commands)
        .subcommands(own.map(|command| command.subcommand_required(true).arg_required_else_help(true)));
    usage::with_negative_numbers(examples::with_examples(command, ""))
}

/// The program's version, and the files embedded in it.
static VERSION: LazyLock<String> = LazyLock::new(|| {
    let names: Vec<&str> = embedded::all().iter().map(|(name, _)| *name).collect();
    let version = env!("CARGO_PKG_VERSION");
    match &names[..] {
        [] => version.to_owned(),
        names => format!("{version}\nbuilt in, of the same version: {}", names.join(", ")),
    }
});

fn with_about<O: Args>(name: &'static str, about: &'static str) -> Command {
    // The doc comments of the options' types are not help texts.
    O::augment_args(Command::new(name)).about(about).long_about(None::<&str>)
}

/// Runs the given command.
pub fn run(registry: Registry, all: &Command, matches: &ArgMatches) -> Result<()> {
    outputs::check(all, matches)?;
    let Some((name, matches)) = matches.subcommand() else { return Ok(()) };
    run_named(registry, name, matches).map_err(|error| registry.with_other_games(error))
}

fn run_named(registry: Registry, name: &str, matches: &ArgMatches) -> Result<()> {
    let game = || matches.get_one::<String>("game").map_or("", String::as_str);
    match name {
        "evolve" => match registry.asked(matches)?.evolution() {
            Some(evolution) => evolution.run(matches),
            None => bail!("{} has no players that evolve", game()),
        },
        "study" => match registry.asked(matches)?.studies() {
            Some(studies) => studies.run(matches),
            None => bail!("{} has no players that evolve", game()),
        },
        "league" => registry.asked(matches)?.league(registry, &options(matches)?, matches),
        "show" => show::run(registry, AskedGame::of(matches), &options(matches)?),
        "play" => registry.asked(matches)?.play(registry, options(matches)?, matches),
        "match" => registry.asked(matches)?.hold_match(registry, &options(matches)?, matches),
        "flash" => flash::run(registry, AskedGame::of(matches), &options(matches)?),
        "device" => device::run(registry, game(), &options(matches)?),
        "serve" => web::serve::run(registry.board_games(), &options(matches)?),
        "page" => web::page::run(&options(matches)?),
        "replay" => replay::run(registry, &options(matches)?),
        "vocabulary" => vocabulary::run(registry, game(), &options(matches)?),
        "search" => match matches.subcommand() {
            Some((_, matches)) => search::run(&options(matches)?),
            None => Ok(()),
        },
        "completions" => pages::completions(command(registry), &options(matches)?),
        "man" => pages::manual(command(registry), &options(matches)?),
        own => registry.named(own)?.commands().map_or(Ok(()), |commands| commands.run(matches)),
    }
}

fn options<O: FromArgMatches>(matches: &ArgMatches) -> Result<O> {
    Ok(O::from_arg_matches(matches)?)
}

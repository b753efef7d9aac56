//! Leagues of Mastermind: duels between codebreakers, through the referee, shared among cores.

use std::fs;

use anyhow::{Context, Result, anyhow, ensure};
use pipsqueak_core::chance::Seed;
use pipsqueak_core::game::{Points, referee};
use pipsqueak_core::games::mastermind::{Code, Duel, Objective, Size};
use rayon::prelude::*;

use super::league::{Options, Pair, Standings, pairs};
use super::{Tally, both_ways, seat_of};
use crate::arena::Fixture;
use crate::games::mastermind::record::RecordedDuel;
use crate::games::mastermind::{Machine, Method};
use crate::system::progress;

/// The players' names, and what came of their duels.
pub fn standings(options: &Options) -> Result<(Vec<String>, Standings)> {
    let size = options.size.size()?;
    let methods = methods(&options.players, size)?;
    ensure!(methods.len() >= 2, "a league needs two players");
    let names: Vec<String> = methods.iter().map(|method| method.name().to_owned()).collect();
    let bar = progress::games(pairs(methods.len()).count() as u64 * options.games);
    let mut standings = Standings { games: options.games, pairs: Vec::new() };
    let mut record = Vec::new();
    for (a, b) in pairs(methods.len()) {
        let seed = Seed(options.seed);
        let fixtures: Vec<Fixture> =
            (0..options.games / 2).flat_map(|deal| both_ways([a, b], seed.derive(deal))).collect();
        let machines = || [&methods[a], &methods[b]].map(|method| Machine::new(method.clone(), size));
        let duels = fixtures.par_iter().map_init(machines, |[first, second], fixture| {
            let seated = if fixture.seats[0] == a { [first, second] } else { [second, first] };
            let duel = play(seated, Duel::new(size, fixture.seed));
            bar.inc(1);
            duel
        });
        let duels: Vec<(Points, Vec<Code>)> = duels.collect::<Result<_>>()?;
        let tally = fixtures.iter().zip(&duels).map(|(fixture, (points, _))| Tally::of(*points, seat_of(a, fixture)));
        standings.pairs.push(Pair { a: names[a].clone(), b: names[b].clone(), tally: tally.sum() });
        if options.transcript.is_some() {
            for (fixture, (_, moves)) in fixtures.iter().zip(duels) {
                let players = fixture.seats.map(|player| names[player].clone());
                RecordedDuel::new(Some(fixture.seed), players, size, moves)?.write(&mut record)?;
            }
        }
    }
    bar.finish_and_clear();
    if let Some(path) = &options.transcript {
        fs::write(path, record).with_context(|| format!("{} cannot be written", path.display()))?;
    }
    Ok((names, standings))
}

fn methods(names: &[String], size: Size) -> Result<Vec<Method>> {
    if names.is_empty() {
        return Ok(Objective::ALL.map(Method::Solver).into());
    }
    names.iter().map(|name| Method::named(name, size)).collect()
}

fn play([first, second]: [&mut Machine; 2], duel: Duel) -> Result<(Points, Vec<Code>)> {
    let mut moves = Vec::new();
    let (_, points) = referee(duel, [first, second], |_, _, code| moves.push(code))
        .map_err(|foul| anyhow!("a player broke the rules: {foul:?}"))?;
    Ok((points, moves))
}

//! The line: at full speed, and with added noise.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use pipsqueak_core::link::{Effort, MAX_VIEW, Refusal};
use pipsqueak_core::random;

use super::{Bench, SEED};
use crate::board::{Client, Comparison, Decider, LinkError, RetryPolicy, SessionError};
use crate::port::Transport;
use crate::port::noise::NoisyTransport;

/// Short requests without a pause.
const N_SHORT: u32 = 200;
/// Requests of the largest size.
const N_LONG: u32 = 50;
/// Bytes of noise between two frames: more than any board's buffer.
const N_NOISE: u32 = 2000;
/// The share of bytes that are corrupted.
const RATE: f64 = 0.01;
/// Decisions over the noisy line.
const N_DECISIONS: u32 = 100;

/// A line without added noise must lose nothing.
pub fn at_full_speed(bench: &mut Bench) -> Result<String> {
    let before = bench.client.counts();
    let start = Instant::now();
    let mut worst = Duration::ZERO;
    for _ in 0..N_SHORT {
        let sent = Instant::now();
        bench.client.statistics()?;
        worst = worst.max(sent.elapsed());
    }
    let mean = start.elapsed() / N_SHORT;
    // As many bytes as a request can have: in no game are they a valid view.
    let game = bench.hello.games.first().copied().context("the board plays no games")?;
    for _ in 0..N_LONG {
        match bench.client.decide_bytes(game, &[0xA5; MAX_VIEW], Effort::Default, 0) {
            Err(LinkError::Session(SessionError::Refused(Refusal::View(_)))) => {}
            Err(error) => return Err(error).context("a request of the largest size"),
            Ok(_) => bail!("the board accepted garbage as a view"),
        }
    }
    let counts = bench.client.counts();
    ensure!(counts == before, "the line is not clean: {counts:?}");
    let [mean, worst] = [mean, worst].map(|time| 1000.0 * time.as_secs_f64());
    Ok(format!(
        "{N_SHORT} requests without a pause, {mean:.2} ms each, {worst:.1} ms at worst; {N_LONG} of the largest size; nothing lost"
    ))
}

/// Noise only costs time: every decision arrives, is right, and is made once.
pub fn with_noise(bench: &mut Bench) -> Result<String> {
    let mut rng = SEED.derive(1).rng();
    let noise: Vec<u8> = (0..N_NOISE).map(|_| random::below(&mut rng, 256) as u8).collect();
    bench.client.transport().send(&noise)?;
    // A zero ends any frame that the noise has begun.
    bench.client.transport().send(&[0])?;
    let mut after = Client::new(bench.client.transport());
    after.hello().context("after noise")?;
    let before = after.statistics()?;
    drop(after);

    let mut reference = bench.reference()?;
    let game = bench.hello.games.first().copied().context("the board plays no games")?;
    let listed = bench.registry.numbered(game)?;
    let policy = RetryPolicy { reply_timeout: 400, max_timeouts: 12, max_sends: 40, total: 30_000 };
    let mut noisy = Client::with_policy(NoisyTransport::new(bench.client.transport(), SEED, RATE), policy);
    let n_decisions = N_DECISIONS.min(bench.n_decisions);
    listed.compare([&mut noisy, &mut reference], &Comparison { seed: SEED.derive(2), n_decisions })?;
    let counts = noisy.counts();
    drop(noisy);

    let now = Client::new(bench.client.transport()).statistics()?;
    let n_made = now.n_decisions.wrapping_sub(before.n_decisions);
    ensure!(n_made == n_decisions, "{n_decisions} decisions were asked for and {n_made} made: not once each");
    Ok(format!(
        "{N_NOISE} bytes of noise; {n_decisions} decisions with {} % of the bytes spoilt, each made once, {} requests repeated, \
         {} frames dropped by the board",
        100.0 * RATE,
        counts.retries,
        now.n_dropped
    ))
}

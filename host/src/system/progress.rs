//! Progress bars for people who wait; nothing at all where nobody watches.

use std::fmt;
use std::io::{IsTerminal, stderr};
use std::time::Duration;

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

/// A bar over a known number of games.
pub fn games(n_games: u64) -> ProgressBar {
    bar(n_games, "{spinner} {bar:28.green/dim} {percent:>3} %  {human_pos} games  {rate}  {eta} left")
}

/// A bar with a template of its own.
pub fn bar(length: u64, template: &str) -> ProgressBar {
    if !stderr().is_terminal() {
        return ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::hidden());
    }
    let bar = ProgressBar::new(length);
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    let rate = |state: &ProgressState, out: &mut dyn fmt::Write| {
        // Who cannot be told misses it.
        let _ = out.write_str(&rate(state.per_sec()));
    };
    bar.set_style(style.with_key("rate", rate));
    // Something moves even while nothing is counted.
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// How many a second: whole ones where there are many, since nobody reads the decimals of thousands.
fn rate(per_second: f64) -> String {
    match per_second {
        0.0..10.0 => format!("{per_second:.1}/s"),
        _ => format!("{}/s", HumanCount(per_second as u64)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_as_exact_as_anybody_reads_them() {
        assert_eq!([0.0, 2.34, 9.96, 56_494.216].map(rate), ["0.0/s", "2.3/s", "10.0/s", "56,494/s"]);
    }
}

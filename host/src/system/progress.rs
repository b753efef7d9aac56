//! Progress bars for people who wait; nothing at all where nobody watches.

use std::io::{IsTerminal, stderr};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar over a known number of games.
pub fn games(n_games: u64) -> ProgressBar {
    bar(n_games, "{spinner} {bar:28.green/dim} {percent:>3} %  {human_pos} games  {per_sec}  {eta} left")
}

/// A bar with a template of its own.
pub fn bar(length: u64, template: &str) -> ProgressBar {
    if !stderr().is_terminal() {
        return ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::hidden());
    }
    let bar = ProgressBar::new(length);
    bar.set_style(ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()));
    // Something moves even while nothing is counted.
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

//! Progress bars for people; nothing without a terminal.

use std::io::{IsTerminal, stderr};
use std::time::Duration;

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

/// A bar over a known number of games.
pub fn games(n_games: u64) -> ProgressBar {
    bar(n_games, "{spinner} {bar:28.green/dim} {percent:>3} %  {human_pos} games  {rate}  {eta} left")
}

/// A bar with its own template; `{rate}` is the number per second.
pub fn bar(length: u64, template: &str) -> ProgressBar {
    if !stderr().is_terminal() {
        return ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::hidden());
    }
    let bar = ProgressBar::new(length);
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    let rate = |state: &ProgressState, text: &mut dyn std::fmt::Write| {
        let _ = text.write_str(&rate(state.per_sec()));
    };
    bar.set_style(style.with_key("rate", rate));
    // The spinner moves even while nothing is counted.
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// A rate per second, with as many decimals as are significant.
pub fn rate(per_second: f64) -> String {
    match per_second {
        slow if slow < 10.0 => format!("{slow:.1}/s"),
        fast => format!("{}/s", HumanCount(fast.round() as u64)),
    }
}

#[cfg(test)]
mod tests {
    use super::rate;

    #[test]
    fn a_rate_has_only_significant_decimals() {
        assert_eq!(
            [0.04, 9.94, 10.4, 999.6, 120_659.203_4].map(rate),
            ["0.0/s", "9.9/s", "10/s", "1,000/s", "120,659/s"]
        );
    }
}

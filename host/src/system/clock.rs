//! The clock that limits searches and rollouts, and the calendar.

use std::env;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use pipsqueak_core::search::Clock;

use super::signals;

/// Starts a clock that runs out once the command is asked to stop, so that no search continues after Ctrl-C.
pub fn interruptible() -> Box<dyn Clock> {
    Box::new(InterruptibleClock(Instant::now()))
}

struct InterruptibleClock(Instant);

impl Clock for InterruptibleClock {
    fn micros(&mut self) -> u32 {
        let elapsed = u32::try_from(self.0.elapsed().as_micros()).unwrap_or(u32::MAX);
        if signals::stop_is_wanted() { u32::MAX } else { elapsed }
    }
}

/// The day in UTC, as `2026.07.31`. `SOURCE_DATE_EPOCH`, seconds since 1970, replaces the clock, as in other programs whose files
/// are to be reproducible.
pub fn today() -> String {
    let given = env::var("SOURCE_DATE_EPOCH").ok().and_then(|seconds| seconds.parse::<u64>().ok());
    let now = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    date_of(given.unwrap_or_else(now) / 86_400)
}

/// The date of a day since 1970, in the Gregorian calendar.
fn date_of(mut days: u64) -> String {
    let is_leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    // The calendar repeats after 400 years.
    let mut year = 1970 + days / 146_097 * 400;
    days %= 146_097;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    format!("{year:04}.{month:02}.{:02}", days + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_since_1970_are_dates() {
        // From `date -u -d @SECONDS`.
        for (days, date) in [
            (0, "1970.01.01"),
            (58, "1970.02.28"),
            (59, "1970.03.01"),
            (11_016, "2000.02.29"),
            (20_775, "2026.11.18"),
            (20_818, "2026.12.31"),
            (47_540, "2100.02.28"),
            (47_541, "2100.03.01"),
            (157_113, "2400.02.29"),
        ] {
            assert_eq!(date_of(days), date, "{days}");
        }
    }
}

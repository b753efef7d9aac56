//! Axes with round ticks, and labels that do not overlap.

/// A range of values with ticks at round numbers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Axis {
    first: f64,
    last: f64,
    step: f64,
    /// Whether all of these are exponents of ten.
    is_logarithmic: bool,
}

impl Axis {
    /// An axis whose first and last ticks enclose the values, with about this many ticks.
    pub fn around(values: impl Iterator<Item = f64> + Clone, n_ticks: u32) -> Axis {
        let (low, high) = match (values.clone().reduce(f64::min), values.reduce(f64::max)) {
            (Some(low), Some(high)) if low < high => (low, high),
            // A single level is in the middle of the range.
            (Some(level), Some(_)) => (level - 0.1 * level.abs().max(1.0), level + 0.1 * level.abs().max(1.0)),
            _ => (0.0, 1.0),
        };
        let step = round_step((high - low) / f64::from(n_ticks));
        Axis { first: (low / step).floor() * step, last: (high / step).ceil() * step, step, is_logarithmic: false }
    }

    /// An axis from the first count to the last, with ticks at whole numbers.
    pub fn of_counts(counts: impl Iterator<Item = u32> + Clone, n_ticks: u32) -> Axis {
        let first = counts.clone().min().unwrap_or(0);
        let last = counts.max().unwrap_or(1);
        let (first, last) = (f64::from(first), f64::from(last));
        // A single count is at the left, with room for later ones.
        let last = if first < last { last } else { first + 1.0 };
        Axis { first, last, step: round_step((last - first) / f64::from(n_ticks)).max(1.0), is_logarithmic: false }
    }

    /// A logarithmic axis from 1 to a power of ten that no value exceeds, with a tick at every power.
    pub fn of_powers(values: impl Iterator<Item = f64>) -> Axis {
        Axis { first: 0.0, last: values.fold(10.0, f64::max).log10().ceil(), step: 1.0, is_logarithmic: true }
    }

    /// A value's position: 0 at the first, 1 at the last.
    pub fn share(&self, value: f64) -> f64 {
        let value = if self.is_logarithmic { value.max(1.0).log10() } else { value };
        (value - self.first) / (self.last - self.first)
    }

    /// The round values on the axis.
    pub fn ticks(&self) -> impl Iterator<Item = f64> + use<> {
        let Axis { first, last, step, is_logarithmic } = *self;
        // Computed as multiples of the step, so that no error accumulates; a tick within rounding of an end is on the
        // axis.
        let from = (first / step - 1e-6).ceil() as i64;
        let to = (last / step + 1e-6).floor() as i64;
        let value = move |place: f64| if is_logarithmic { 10f64.powf(place) } else { place };
        (from..=to).map(move |multiple| value(multiple as f64 * step))
    }

    /// A tick's text: as many decimals as the step has, and commas between thousands.
    pub fn label(&self, tick: f64) -> String {
        let n_decimals = (-self.step.log10().floor()).max(0.0) as usize;
        let text = format!("{:.n_decimals$}", tick.abs());
        let (whole, decimals) =
            text.split_once('.').map_or((text.as_str(), ""), |(whole, _)| (whole, &text[whole.len()..]));
        let sign = if tick < -self.step / 2.0 { "\u{2212}" } else { "" };
        format!("{sign}{}{decimals}", with_commas(whole))
    }
}

/// The least of 1, 2, 5, 10, 20, 50 and so on, in either direction, that is not below the raw step.
fn round_step(raw: f64) -> f64 {
    let power = 10f64.powf(raw.max(1e-9).log10().floor());
    [1.0, 2.0, 5.0]
        .into_iter()
        .map(|digit| digit * power)
        .find(|&step| step >= raw * (1.0 - 1e-9))
        .unwrap_or(10.0 * power)
}

fn with_commas(digits: &str) -> String {
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Moves positions as little as possible so that any two are a gap apart, in the same order and, if there is room,
/// within the bounds. Neighbours that collide are pooled and centred on the mean of their positions.
pub fn apart(places: &[f64], gap: f64, (least, greatest): (f64, f64)) -> Vec<f64> {
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_by(|&a, &b| places[a].total_cmp(&places[b]));
    // Each pool: its members in order, and the position of the first.
    let mut pools: Vec<(Vec<usize>, f64)> = Vec::new();
    for index in order {
        let mut pool = (vec![index], places[index]);
        while let Some((members, start)) = pools.pop() {
            if start + members.len() as f64 * gap <= pool.1 {
                pools.push((members, start));
                break;
            }
            let members = [members, pool.0].concat();
            let span = (members.len() - 1) as f64 * gap;
            let mean = members.iter().map(|&member| places[member]).sum::<f64>() / members.len() as f64;
            let start = (mean - span / 2.0).min(greatest - span).max(least);
            pool = (members, start);
        }
        pools.push(pool);
    }
    let mut moved = vec![0.0; places.len()];
    for (members, start) in pools {
        members.iter().enumerate().for_each(|(place, &member)| moved[member] = start + place as f64 * gap);
    }
    moved
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn labels(axis: Axis) -> Vec<String> {
        axis.ticks().map(|tick| axis.label(tick)).collect()
    }

    #[test]
    fn ticks_are_round() {
        let around = |values: &[f64]| labels(Axis::around(values.iter().copied(), 6));
        assert_eq!(around(&[23.4, 57.9]), ["20", "30", "40", "50", "60"]);
        assert_eq!(around(&[0.0, 1.0]), ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(around(&[-1234.0, 9876.0]), ["\u{2212}2,000", "0", "2,000", "4,000", "6,000", "8,000", "10,000"]);
        assert_eq!(around(&[]), ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(around(&[50.0]), ["44", "46", "48", "50", "52", "54", "56"]);
        assert_eq!(labels(Axis::of_counts([1, 130].into_iter(), 9)), ["20", "40", "60", "80", "100", "120"]);
        assert_eq!(labels(Axis::of_counts([0, 3].into_iter(), 9)), ["0", "1", "2", "3"]);
        assert_eq!(labels(Axis::of_counts([7].into_iter(), 9)), ["7", "8"]);
        let powers = Axis::of_powers([3.0, 850.0].into_iter());
        assert_eq!(
            (labels(powers), powers.share(1.0), powers.share(1000.0)),
            (["1", "10", "100", "1,000"].map(str::to_owned).to_vec(), 0.0, 1.0)
        );
    }

    proptest! {
        #[test]
        fn an_axis_encloses_its_values_with_a_handful_of_ticks(
            values in proptest::collection::vec(-1e12f64..1e12, 0..20),
        ) {
            let axis = Axis::around(values.iter().copied(), 6);
            prop_assert!((2..=9).contains(&axis.ticks().count()), "{axis:?}");
            for value in values {
                prop_assert!((-1e-6..=1.0 + 1e-6).contains(&axis.share(value)));
            }
        }

        #[test]
        fn labels_end_up_apart_and_within_bounds(places in proptest::collection::vec(0f64..300.0, 0..12)) {
            let mut moved = apart(&places, 17.0, (0.0, 300.0));
            prop_assert!(moved.iter().all(|&place| (-1e-6..=300.0 + 1e-6).contains(&place)));
            moved.sort_by(f64::total_cmp);
            prop_assert!(moved.windows(2).all(|pair| pair[1] - pair[0] >= 17.0 - 1e-6), "{moved:?}");
        }
    }

    #[test]
    fn labels_that_have_room_stay() {
        assert_eq!(apart(&[100.0, 20.0], 17.0, (0.0, 300.0)), [100.0, 20.0]);
        assert_eq!(apart(&[100.0, 100.0], 20.0, (0.0, 300.0)), [90.0, 110.0]);
        assert_eq!(apart(&[300.0, 300.0], 20.0, (0.0, 300.0)), [280.0, 300.0]);
    }
}

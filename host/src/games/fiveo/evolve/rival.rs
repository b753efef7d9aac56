//! Whoever trees meet, learn from or descend from in a run: any PLAYER of a command line. A champion's file may change or go
//! away, so a run keeps the tree that it held, as text.

use anyhow::{Context, Result, bail, ensure};
use pipsqueak_core::game::Seat;
use pipsqueak_core::games::fiveo::players::{BaselineKind, Evolved, Scoring};
use pipsqueak_core::random::Seed;
use pipsqueak_core::tree::Program;

use crate::evolve::settings::{Element, Kind as SettingKind, Value, text};
use crate::games::fiveo::monte_carlo::Budget;
use crate::games::fiveo::players::{FiveOPlayer, Kind, Unfailing};

/// The name of the player that is being evolved.
const ITSELF: &str = "self";

/// Somebody in a run.
#[derive(Clone, Debug)]
pub enum Rival {
    /// The player that is being evolved, as it is at that moment.
    Itself,
    /// Another.
    Player(FiveOPlayer),
}

/// Those who are written alike are the same.
impl PartialEq for Rival {
    fn eq(&self, other: &Rival) -> bool {
        self.value() == other.value()
    }
}

impl From<BaselineKind> for Rival {
    fn from(kind: BaselineKind) -> Rival {
        Rival::Player(kind.into())
    }
}

impl Rival {
    /// How it plays; `None` for the player that is being evolved.
    pub fn kind(&self) -> Option<&Kind> {
        match self {
            Rival::Itself => None,
            Rival::Player(player) => Some(&player.kind),
        }
    }

    /// At a seat of one game.
    pub fn at(&self, game: Seed, seat: Seat) -> Option<Unfailing<std::convert::Infallible>> {
        match self {
            Rival::Itself => None,
            Rival::Player(player) => Some(player.among(game, seat)),
        }
    }

    /// The tree that it is.
    pub fn tree(&self) -> Result<&Evolved> {
        let tree = self.kind().and_then(Kind::tree);
        tree.with_context(|| format!("start: {} is not a tree; evolution can only start from trees", self.value()))
    }
}

impl Element for Rival {
    fn value(&self) -> Value {
        Value::Text(match self {
            Rival::Itself => ITSELF.to_owned(),
            Rival::Player(FiveOPlayer { kind: Kind::Evolved(player), .. }) => {
                let scoring = scoring_name(player.scoring);
                format!("{scoring}:{}", Program::new(&player.tree, &player.constants))
            }
            Rival::Player(player) => player.name.clone(),
        })
    }

    fn of(value: &Value) -> Result<Rival> {
        let text = text(value)?;
        if text == ITSELF {
            return Ok(Rival::Itself);
        }
        let player = FiveOPlayer::named(text)?;
        let by_time = matches!(player.kind, Kind::MonteCarlo(Budget::Time(_)));
        ensure!(
            !by_time,
            "{text} has a time budget, which would make the run irreproducible: give a number of rollouts instead"
        );
        Ok(Rival::Player(player))
    }
}

fn scoring_name(scoring: Scoring) -> &'static str {
    match scoring {
        Scoring::Column => "column",
        Scoring::Board => "board",
    }
}

impl Element for Scoring {
    fn value(&self) -> Value {
        Value::Text(scoring_name(*self).to_owned())
    }

    fn of(value: &Value) -> Result<Scoring> {
        match text(value)? {
            "column" => Ok(Scoring::Column),
            "board" => Ok(Scoring::Board),
            other => bail!("there is no scoring {other:?}"),
        }
    }
}

/// The names of the scorings.
pub fn scorings() -> SettingKind {
    SettingKind::Choice([Scoring::Board, Scoring::Column].map(|scoring| scoring_name(scoring).to_owned()).to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_is_written_reads_back_and_a_champion_is_written_as_its_tree() {
        for name in ["self", "tactician", "monte-carlo:20", "column:Plus(OwnCategory, 2.5)"] {
            let rival = Rival::of(&Value::Text(name.to_owned())).unwrap();
            assert_eq!(rival.value(), Value::Text(name.to_owned()));
        }
        let champion = Rival::of(&Value::Text("champion".to_owned())).unwrap();
        let Value::Text(written) = champion.value() else { panic!("{champion:?}") };
        assert!(written.starts_with("board:Plus("), "{written}");
        let again = Rival::of(&Value::Text(written)).unwrap();
        assert_eq!(again.tree().unwrap().tree, champion.tree().unwrap().tree);
    }

    #[test]
    fn who_plays_by_the_clock_is_refused() {
        assert!(Rival::of(&Value::Text("monte-carlo:5ms".to_owned())).is_err());
        assert!(Rival::of(&Value::Text("nobody".to_owned())).is_err());
        assert!(Rival::from(BaselineKind::Greedy).tree().is_err());
    }
}

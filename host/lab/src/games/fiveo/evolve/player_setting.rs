//! The players that settings name: opponents, teachers, and starting champions. A setting takes any PLAYER of the
//! command line. A champion file may change or disappear, so a run stores its tree as text.

use anyhow::{Context, Result, bail, ensure};
use pipsqueak_core::game::Seat;
use pipsqueak_core::games::fiveo::players::{BaselineKind, Evolved, Scoring};
use pipsqueak_core::random::Seed;
use pipsqueak_core::tree::Program;

use crate::clock::no_clock;
use crate::evolve::settings::{Element, SettingKind, Value, text};
use crate::games::fiveo::monte_carlo::Budget;
use crate::games::fiveo::players::{FiveOPlayer, PlayerKind, SeatedPlayer};

/// The name of the player that is being evolved.
const ITSELF: &str = "self";

/// A player that a setting names.
#[derive(Clone, Debug)]
pub enum PlayerSetting {
    /// The player that is being evolved, as it is at that moment.
    Itself,
    /// Another player.
    Player(FiveOPlayer),
}

/// Players with the same text are equal.
impl PartialEq for PlayerSetting {
    fn eq(&self, other: &PlayerSetting) -> bool {
        self.value() == other.value()
    }
}

impl From<BaselineKind> for PlayerSetting {
    fn from(kind: BaselineKind) -> PlayerSetting {
        PlayerSetting::Player(kind.into())
    }
}

impl PlayerSetting {
    /// How it plays; `None` for the player that is being evolved.
    pub fn kind(&self) -> Option<&PlayerKind> {
        match self {
            PlayerSetting::Itself => None,
            PlayerSetting::Player(player) => Some(&player.kind),
        }
    }

    /// The player at a seat of one game.
    pub fn at(&self, game: Seed, seat: Seat) -> Option<SeatedPlayer<'_>> {
        match self {
            PlayerSetting::Itself => None,
            PlayerSetting::Player(player) => Some(player.at(game, seat)),
        }
    }

    /// Its tree.
    pub fn tree(&self) -> Result<&Evolved> {
        let tree = self.kind().and_then(PlayerKind::tree);
        tree.with_context(|| format!("start: {} is not a tree; evolution can only start from trees", self.value()))
    }
}

impl Element for PlayerSetting {
    fn value(&self) -> Value {
        Value::Text(match self {
            PlayerSetting::Itself => ITSELF.to_owned(),
            PlayerSetting::Player(FiveOPlayer { kind: PlayerKind::Evolved(player), .. }) => {
                let scoring = scoring_name(player.scoring);
                format!("{scoring}:{}", Program::new(&player.tree, &player.constants))
            }
            PlayerSetting::Player(player) => player.name.clone(),
        })
    }

    fn of(value: &Value) -> Result<PlayerSetting> {
        let text = text(value)?;
        if text == ITSELF {
            return Ok(PlayerSetting::Itself);
        }
        let by_time = matches!(Budget::of_player(text, Some(no_clock)), Some(Ok(Budget::Time(..))));
        ensure!(
            !by_time,
            "{text} has a time budget, which would make the run irreproducible: give a number of rollouts instead"
        );
        Ok(PlayerSetting::Player(FiveOPlayer::named(text, None)?))
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
    fn a_player_reads_back_and_a_champion_is_written_as_its_tree() {
        for name in ["self", "tactician", "monte-carlo:20", "column:Plus(OwnCategory, 2.5)"] {
            let setting = PlayerSetting::of(&Value::Text(name.to_owned())).unwrap();
            assert_eq!(setting.value(), Value::Text(name.to_owned()));
        }
        let champion = PlayerSetting::of(&Value::Text("champion".to_owned())).unwrap();
        let Value::Text(written) = champion.value() else { panic!("{champion:?}") };
        assert!(written.starts_with("board:Plus("), "{written}");
        let again = PlayerSetting::of(&Value::Text(written)).unwrap();
        assert_eq!(again.tree().unwrap().tree, champion.tree().unwrap().tree);
    }

    #[test]
    fn a_player_with_a_time_budget_is_refused() {
        assert!(PlayerSetting::of(&Value::Text("monte-carlo:5ms".to_owned())).is_err());
        assert!(PlayerSetting::of(&Value::Text("unknown".to_owned())).is_err());
        assert!(PlayerSetting::from(BaselineKind::Greedy).tree().is_err());
    }
}

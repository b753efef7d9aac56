//! `checkers tree`: the game tree of a position, searched and shown node by node.

use anyhow::Result;
use pipsqueak_core::games::checkers::{Board, DrawRule, Game, Position};
use pipsqueak_core::link::LinkGame;
use pipsqueak_lab::games::checkers::game_tree::{CheckersTree, Evaluation};
use pipsqueak_lab::games::checkers::trees::TreeEvaluation;
use pipsqueak_lab::text;

use super::board_of;
use crate::games::tree_options::TreeOptions;
use crate::run::{champion_file, read_champion_of};

/// The position and its evaluation.
#[derive(clap::Args)]
pub struct PositionOptions {
    /// The position as a PDN FEN, such as "W:W18,24,K10:B12,16"; the start if not given
    #[arg(long, value_name = "FEN")]
    pub fen: Option<String>,
    /// The evaluation at the leaves: simple, better_h, expert, champion, a champion file or a tree
    #[arg(long, value_name = "EVALUATION", default_value = "simple")]
    evaluation: String,
}

impl PositionOptions {
    /// The position, under the report's draw rule.
    pub fn position(&self) -> Result<Position> {
        Ok(Position::new(board_of(self.fen.as_deref())?, DrawRule::Report))
    }

    /// The position and its evaluation in a few words.
    pub fn title(&self) -> Result<String> {
        let (position, evaluation) = (self.position()?, self.evaluation()?);
        let named = match *position.board() == Board::START {
            true => "the start position".to_owned(),
            false => position.to_string(),
        };
        Ok(format!("{named}, {} to move, evaluation {}", position.board().turn(), text::name(evaluation.name(), 40)))
    }

    /// The evaluation.
    pub fn evaluation(&self) -> Result<Evaluation> {
        let name = &self.evaluation;
        match champion_file(name, || Evaluation::named(name).is_ok()) {
            Some(path) => Ok(TreeEvaluation::of_bytes(&read_champion_of(path, Game::ID)?)?.into()),
            None => Evaluation::named(name),
        }
    }
}

/// The options of `tree`.
#[derive(clap::Args)]
pub struct Options {
    #[command(flatten)]
    at: PositionOptions,
    /// Moves to look ahead [1 to 12]
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u8).range(1..=12), allow_negative_numbers = true)]
    depth: u8,
    /// Continue lines that end in the middle of a capture
    #[arg(long)]
    quiescence: bool,
    #[command(flatten)]
    shown: TreeOptions,
}

/// Runs the command.
pub fn run(options: &Options) -> Result<()> {
    let (position, evaluation) = (options.at.position()?, options.at.evaluation()?);
    let Options { depth, quiescence, .. } = *options;
    let max = position.board().turn();
    let tree = CheckersTree { evaluation: evaluation.prepare(), quiescence, max };
    let quiescent = if quiescence { " with quiescence" } else { "" };
    let moves = if depth == 1 { "move" } else { "moves" };
    let title = format!("{}, {depth} {moves} ahead{quiescent}", options.at.title()?);
    options.shown.show(&tree, position, depth, &title)
}

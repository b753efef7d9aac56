//! What there is to show of a champion, whatever the format: who it is, and its tree as branches.

use std::path::Path;
use std::str::FromStr;

use anyhow::{Context, Result, bail};
use pipsqueak_core::games::fiveo::FiveO;
use pipsqueak_core::games::fiveo::champion::{Champion, Provenance, Record};
use pipsqueak_core::games::fiveo::players::{Evolved, Scoring, Strategy};
use pipsqueak_core::tree::{Function, Kind, Node, Program, Vocabulary, signature};

use crate::games::fiveo::contender::{evolved_from_text, read_champion};

/// A champion, or a tree that somebody wrote, which has no name and comes from no run.
#[derive(Clone, Debug)]
pub struct Portrait {
    /// What people call it.
    pub name: Option<String>,
    /// How it plays.
    pub player: Evolved,
    /// Where it comes from.
    pub provenance: Option<Provenance>,
}

/// A node with everything below it.
#[derive(Clone, PartialEq, Debug)]
pub struct Branch {
    /// The node's text.
    pub label: String,
    /// What it is.
    pub node: Node,
    /// The kind of its value.
    pub kind: Kind,
    /// The branches below it, in order.
    pub arguments: Vec<Branch>,
}

impl Portrait {
    /// What a command line names: a champion file, or a tree written as text.
    pub fn named(text: &str) -> Result<Portrait> {
        if Strategy::from_str(text).is_ok() {
            bail!("{text} is a baseline, written by hand: it has no tree to show; name a champion file instead");
        }
        let path = Path::new(text);
        if path.exists() {
            return Ok(Portrait::from(read_champion(path)?));
        }
        match evolved_from_text(text) {
            Ok(player) => Ok(Portrait { name: None, player, provenance: None }),
            Err(error) if text.contains('(') => Err(error).with_context(|| format!("the tree {text:?} cannot be read")),
            Err(_) => bail!(
                "there is no champion {text:?}: name a champion file, or write a tree like \"If(HasFlush, 1, 0)\""
            ),
        }
    }

    /// The name as it can be shown; a file may hold anything in its place.
    pub fn title(&self) -> String {
        let name = self.name.as_deref().unwrap_or("a tree written by hand");
        name.chars().map(|letter| if letter.is_control() { '\u{fffd}' } else { letter }).collect()
    }

    /// The scoring's name in text.
    pub fn scoring(&self) -> &'static str {
        match self.player.scoring {
            Scoring::Column => "column",
            Scoring::Board => "board",
        }
    }

    /// The tree in one line, as any PLAYER argument takes it.
    pub fn text(&self) -> String {
        format!("{}:{}", self.scoring(), self.program())
    }

    /// The tree.
    pub fn tree(&self) -> Branch {
        Branch::read(&self.program(), &mut self.player.tree.bytes())
    }

    /// The terminals that the tree names and how often, the most frequent first.
    pub fn terminals(&self) -> Vec<(&'static str, usize)> {
        let count = |number| self.player.tree.bytes().iter().filter(|&&byte| Node::of(byte) == number).count();
        let entries = FiveO::ENTRIES.iter().enumerate();
        let counts = entries.map(|(number, entry)| (entry.name, count(Node::Terminal(number as u8))));
        let mut used: Vec<_> = counts.filter(|&(_, count)| count > 0).collect();
        used.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        used
    }

    /// What it won, if that was measured.
    pub fn record(&self) -> &[Record] {
        self.provenance.as_ref().map_or(&[], |provenance| &provenance.record)
    }

    fn program(&self) -> Program<'_, FiveO> {
        Program::new(&self.player.tree, &self.player.constants)
    }
}

impl From<Champion> for Portrait {
    fn from(champion: Champion) -> Portrait {
        let Champion { name, player, provenance } = champion;
        Portrait { name: Some(name.to_string()), player, provenance: Some(provenance) }
    }
}

/// Games won in percent; `None` of no games.
pub fn win_percent(record: &Record) -> Option<f64> {
    let [wins, ties, losses] = [record.wins, record.ties, record.losses].map(f64::from);
    let n_games = wins + ties + losses;
    (n_games > 0.0).then(|| 100.0 * wins / n_games)
}

impl Branch {
    /// Takes one subtree from the front of the nodes. It recurses, for a tree is 40 levels high at most.
    fn read(program: &Program<FiveO>, nodes: &mut &[u8]) -> Branch {
        // A decoded tree does not end here, and each of its bytes names something.
        let byte = nodes.split_off_first().copied().unwrap_or(Node::Integer(0).byte());
        let (kinds, kind) = signature::<FiveO>(byte).map_or((&[][..], Kind::Number), |it| (it.arguments, it.result));
        let arguments = kinds.iter().map(|_| Branch::read(program, nodes)).collect();
        Branch { label: program.label(byte).to_string(), node: Node::of(byte), kind, arguments }
    }

    /// What the arguments are for, where their order alone does not say it.
    pub fn roles(&self) -> [&'static str; 3] {
        match self.node {
            Node::Function(Function::If) => ["if", "then", "else"],
            _ => [""; 3],
        }
    }

    /// The branches below it, each with its role.
    pub fn arguments(&self) -> impl Iterator<Item = (&'static str, &Branch)> {
        self.roles().into_iter().zip(&self.arguments)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use pipsqueak_core::chance::Seed;
    use pipsqueak_core::tree::{Alphabet, Constants, GrowthShape, Tree};

    /// A champion with a name that every format must escape.
    pub fn champion(tree: &str) -> Portrait {
        let record = [
            Record { opponent: Strategy::Random, wins: 912, ties: 1, losses: 87 },
            Record { opponent: Strategy::FullStrategy, wins: 0, ties: 0, losses: 0 },
        ];
        let provenance = Provenance { seed: Seed(42), generation: 130, record: record.into_iter().collect() };
        let player = evolved_from_text(tree).unwrap();
        Portrait { name: Some("<Pip> & \"Squeak\" \\".to_owned()), player, provenance: Some(provenance) }
    }

    /// A random tree over all terminals, of this height at most; its threes are constants.
    pub fn random(seed: u64, height: usize) -> Portrait {
        let mut rng = Seed(seed).rng();
        let alphabet = Alphabet { terminals: u64::MAX, integers: true };
        let grown = (0..).find_map(|_| Tree::<FiveO>::grow(&mut rng, alphabet, height, GrowthShape::Grown)).unwrap();
        let three = |byte: &u8| if Node::of(*byte) == Node::Integer(3) { Node::Slot(0).byte() } else { *byte };
        let tree = Tree::decode(&grown.bytes().iter().map(three).collect::<Vec<u8>>()).unwrap();
        let constants = Constants::new(&[-1234.5]).unwrap();
        Portrait { name: None, player: Evolved { tree, constants, scoring: Scoring::Column }, provenance: None }
    }

    #[test]
    fn branches_have_the_nodes_of_the_tree_in_order() {
        fn flatten(branch: &Branch, nodes: &mut Vec<u8>) {
            nodes.push(branch.node.byte());
            branch.arguments.iter().for_each(|branch| flatten(branch, nodes));
        }
        for seed in 0..200 {
            let portrait = random(seed, 6);
            let mut nodes = Vec::new();
            flatten(&portrait.tree(), &mut nodes);
            assert_eq!(nodes, portrait.player.tree.bytes());
        }
    }

    #[test]
    fn terminals_are_counted_the_most_frequent_first() {
        let portrait = champion("If(HasFlush, Plus(NumForFlush, NumForFlush), 3)");
        assert_eq!(portrait.terminals(), [("NumForFlush", 2), ("HasFlush", 1)]);
    }

    #[test]
    fn what_is_no_champion_gets_one_line_that_says_what_to_do() {
        for (text, message) in [
            ("greedy", "greedy is a baseline, written by hand: it has no tree to show; name a champion file instead"),
            (
                "nobody",
                "there is no champion \"nobody\": name a champion file, or write a tree like \"If(HasFlush, 1, 0)\"",
            ),
            ("Plus(1)", "the tree \"Plus(1)\" cannot be read: a comma and another argument is needed at character 7"),
        ] {
            assert_eq!(format!("{:#}", Portrait::named(text).unwrap_err()), message);
        }
    }
}

//! The description of a champion of any game, for any format: its facts, and its tree of labelled branches. Knows no
//! game.

use pipsqueak_core::tree::{Function, Kind, Node, Program, Tree, Vocabulary, signature};

/// A champion, described by its game.
#[derive(Clone, Debug)]
pub struct ChampionDescription {
    /// Its name, safe for one line.
    pub title: String,
    /// Facts for people: a word, and one or more lines about it.
    pub facts: Vec<(&'static str, Vec<String>)>,
    /// Lines below the title of a drawing.
    pub captions: Vec<String>,
    /// The meaning of the branches' colours.
    pub legend: Vec<(&'static str, Tint)>,
    /// Its tree.
    pub tree: Branch,
    /// The champion in one line, as any PLAYER argument takes it, if it has such a form.
    pub text: Option<String>,
    /// All of it as a JSON object.
    pub json: String,
}

/// A node with everything below it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Branch {
    /// The node's text.
    pub label: String,
    /// Its role for the parent, where the order does not tell.
    pub role: String,
    /// Its colour.
    pub tint: Tint,
    /// Its children, in order.
    pub arguments: Vec<Branch>,
}

/// The kind of a node, which its colour shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tint {
    /// An inner node with a value of this kind.
    Inner(Kind),
    /// A leaf of this kind.
    Leaf(Kind),
    /// A constant number.
    Constant,
}

impl Branch {
    /// An Eval-Tree.
    pub fn of_tree<V: Vocabulary>(program: &Program<V>, tree: &Tree<V>) -> Branch {
        Branch::read(program, &mut tree.bytes(), "")
    }

    /// Takes one subtree from the front of the nodes. Recursion is safe, since a tree has at most 40 levels.
    fn read<V: Vocabulary>(program: &Program<V>, nodes: &mut &[u8], role: &str) -> Branch {
        // A decoded tree does not end here, and each of its bytes is a valid node.
        let byte = nodes.split_off_first().copied().unwrap_or(Node::Integer(0).byte());
        let (kinds, kind) = signature::<V>(byte).map_or((&[][..], Kind::Number), |it| (it.arguments, it.result));
        let (roles, tint) = match Node::of(byte) {
            Node::Function(Function::If) => (["if", "then", "else"], Tint::Inner(kind)),
            Node::Function(_) => ([""; 3], Tint::Inner(kind)),
            Node::Terminal(_) => ([""; 3], Tint::Leaf(kind)),
            Node::Integer(_) | Node::Constant(_) => ([""; 3], Tint::Constant),
        };
        let arguments = kinds.iter().zip(roles).map(|(_, role)| Branch::read(program, nodes, role)).collect();
        Branch { label: program.label(byte).to_string(), role: role.to_owned(), tint, arguments }
    }

    /// The number of nodes, including itself.
    pub fn n_nodes(&self) -> usize {
        1 + self.arguments.iter().map(Branch::n_nodes).sum::<usize>()
    }
}

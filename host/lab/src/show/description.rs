//! What there is to show of a champion, whatever its game and whatever the format: who it is, and what it follows as a tree
//! of labelled branches. Knows no game.

use pipsqueak_core::tree::{Function, Kind, Node, Program, Tree, Vocabulary, signature};

/// A champion, described by its game.
#[derive(Clone, Debug)]
pub struct ChampionDescription {
    /// What people call it, fit for a line.
    pub title: String,
    /// What is worth knowing, for reading: a word, and a line or more about it.
    pub facts: Vec<(&'static str, Vec<String>)>,
    /// Lines below the title of a drawing.
    pub captions: Vec<String>,
    /// What the colours of the branches mean.
    pub legend: Vec<(&'static str, Tint)>,
    /// What it follows.
    pub tree: Branch,
    /// The same in one line, as any PLAYER argument takes it, where there is such a form.
    pub text: Option<String>,
    /// All of it as a JSON object.
    pub json: String,
}

/// A node with everything below it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Branch {
    /// The node's text.
    pub label: String,
    /// What it is for the node above, where order alone does not say it.
    pub role: String,
    /// How it is coloured.
    pub tint: Tint,
    /// The branches below it, in order.
    pub arguments: Vec<Branch>,
}

/// What a node is, which its colour shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tint {
    /// Something that depends on what is below it, and gives this kind.
    Inner(Kind),
    /// A leaf of this kind.
    Leaf(Kind),
    /// A number that never changes.
    Constant,
}

impl Branch {
    /// An Eval-Tree.
    pub fn of_tree<V: Vocabulary>(program: &Program<V>, tree: &Tree<V>) -> Branch {
        Branch::read(program, &mut tree.bytes(), "")
    }

    /// Takes one subtree from the front of the nodes. It recurses, for a tree is 40 levels high at most.
    fn read<V: Vocabulary>(program: &Program<V>, nodes: &mut &[u8], role: &str) -> Branch {
        // A decoded tree does not end here, and each of its bytes names something.
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

    /// How many nodes it has, itself included.
    pub fn n_nodes(&self) -> usize {
        1 + self.arguments.iter().map(Branch::n_nodes).sum::<usize>()
    }
}

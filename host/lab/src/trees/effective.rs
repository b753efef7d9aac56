//! Strips a tree of any game of the nodes that cannot change its value: conditions that are always or never true,
//! branches that are never taken, sums and products with known results. This follows from the kinds, from the
//! terminals' ranges, and from the conditions above a node. Every step preserves the value (a zero may change its sign,
//! which no comparison sees), and so every decision.

use pipsqueak_core::tree::{Constants, Function, Kind, Node, Tree, Vocabulary, arity};

use super::Interval;

/// The effective part of a tree. `range` returns the values that a terminal can have.
pub fn effective<V: Vocabulary>(tree: &Tree<V>, constants: &Constants, range: impl Fn(u8) -> Interval) -> Tree<V> {
    let analysis = Analysis { constants, range: &range };
    let mut tree = tree.simplified();
    // One pass may enable more in the next; a pass that finds nothing makes no tree smaller.
    loop {
        let (nodes, _) = analysis.strip(tree.bytes(), &mut Vec::new());
        let Ok(next) = Tree::decode(&nodes).map(|next: Tree<V>| next.simplified()) else { return tree };
        if next.n_nodes() >= tree.n_nodes() {
            return tree;
        }
        tree = next;
    }
}

struct Analysis<'a> {
    constants: &'a Constants,
    range: &'a dyn Fn(u8) -> Interval,
}

/// Subtrees whose intervals the conditions above narrow. The last is the newest.
type Facts<'t> = Vec<(&'t [u8], Interval)>;

/// A stripped subtree, and its interval.
type Stripped = (Vec<u8>, Interval);

impl Analysis<'_> {
    /// Strips one subtree. Recursion is safe, since a tree has at most 40 levels.
    fn strip<'t>(&self, subtree: &'t [u8], facts: &mut Facts<'t>) -> Stripped {
        let known = facts.iter().rev().find(|(of, _)| *of == subtree).map(|&(_, interval)| interval);
        let (nodes, interval) = match subtree.first().map(|&byte| Node::of(byte)) {
            Some(Node::Function(function)) => self.strip_function(function, subtree, facts),
            _ => (subtree.to_vec(), self.leaf(subtree)),
        };
        let interval = known.map_or(interval, |known| known.and(interval));
        (self.shorter(subtree, nodes, interval), interval)
    }

    fn leaf(&self, leaf: &[u8]) -> Interval {
        match leaf.first().map(|&byte| Node::of(byte)) {
            Some(Node::Integer(integer)) => Interval::point(integer.into()),
            Some(Node::Constant(slot)) => Interval::point(self.constants.get(slot)),
            Some(Node::Terminal(terminal)) => (self.range)(terminal),
            Some(Node::Function(_)) | None => Interval::ANY,
        }
    }

    /// The shortest nodes for a constant value; the given nodes otherwise.
    fn shorter(&self, subtree: &[u8], nodes: Vec<u8>, interval: Interval) -> Vec<u8> {
        let Some(value) = interval.only() else { return nodes };
        let zero = Node::Integer(0).byte();
        let shorter = match kind_of(subtree) {
            Kind::Number => self.constant(value).map(|byte| vec![byte]),
            // There is no node for a constant flag; these are the shortest.
            Kind::Flag if value == 1.0 => Some(vec![Node::Function(Function::EqualTo).byte(), zero, zero]),
            Kind::Flag => Some(vec![Node::Function(Function::LessThan).byte(), zero, zero]),
            Kind::Cards => None,
        };
        shorter.filter(|shorter| shorter.len() < nodes.len()).unwrap_or(nodes)
    }

    /// The node of a number, if there is one.
    fn constant(&self, value: f32) -> Option<u8> {
        let integer = value as i8;
        if f32::from(integer) == value && (Node::LEAST_INTEGER..=Node::GREATEST_INTEGER).contains(&integer) {
            return Some(Node::Integer(integer).byte());
        }
        let slot = self.constants.values().iter().position(|&constant| constant == value)?;
        Some(Node::Constant(slot as u8).byte())
    }

    fn strip_function<'t>(&self, function: Function, subtree: &'t [u8], facts: &mut Facts<'t>) -> Stripped {
        let [first, second, third] = arguments(subtree);
        match function {
            Function::If => self.strip_if([first, second, third], facts),
            // The second flag matters only where the first does not decide.
            Function::And | Function::Or => {
                let deciding = function == Function::Or;
                let left = self.strip(first, facts);
                let right = self.under(first, !deciding, second, facts);
                let decides = |side: &Stripped| side.1.only() == Interval::flag(deciding).only();
                let is_idle = |side: &Stripped| side.1.only() == Interval::flag(!deciding).only();
                match (&left, &right) {
                    (left, right) if decides(left) || decides(right) => {
                        (written(function, &[left, right]), Interval::flag(deciding))
                    }
                    (left, _) if is_idle(left) => right,
                    (_, right) if is_idle(right) => left,
                    (left, right) => (written(function, &[left, right]), Interval::FLAG),
                }
            }
            Function::ProbabilityToGetCard => {
                let cards = self.strip(first, facts);
                (written(function, &[&cards]), cards.1)
            }
            Function::EqualTo | Function::GreaterThan | Function::LessThan => {
                let (left, right) = (self.strip(first, facts), self.strip(second, facts));
                let verdict = if left.0 == right.0 {
                    Some(function == Function::EqualTo)
                } else {
                    compared(function, left.1, right.1)
                };
                (written(function, &[&left, &right]), verdict.map_or(Interval::FLAG, Interval::flag))
            }
            Function::Multiply => self.strip_arithmetic(function, [first, second], 1.0, |a, b| a * b, facts),
            Function::Plus => self.strip_arithmetic(function, [first, second], 0.0, |a, b| a + b, facts),
        }
    }

    fn strip_arithmetic<'t>(
        &self,
        function: Function,
        [first, second]: [&'t [u8]; 2],
        neutral: f32,
        operation: fn(f32, f32) -> f32,
        facts: &mut Facts<'t>,
    ) -> Stripped {
        let (left, right) = (self.strip(first, facts), self.strip(second, facts));
        if left.1.only() == Some(neutral) {
            return right;
        }
        if right.1.only() == Some(neutral) {
            return left;
        }
        let interval = left.1.corners(right.1, operation);
        (written(function, &[&left, &right]), interval)
    }

    fn strip_if<'t>(&self, [flag, yes, no]: [&'t [u8]; 3], facts: &mut Facts<'t>) -> Stripped {
        let condition = self.strip(flag, facts);
        let taken = |is_set: bool| if is_set { yes } else { no };
        if let Some(value) = condition.1.only() {
            return self.strip(taken(value == 1.0), facts);
        }
        let [yes, no] = [true, false].map(|is_set| self.under(flag, is_set, taken(is_set), facts));
        if yes.0 == no.0 {
            return (yes.0, yes.1.or(no.1));
        }
        let interval = yes.1.or(no.1);
        (written(Function::If, &[&condition, &yes, &no]), interval)
    }

    /// Strips a subtree that matters only where a flag is set, or is not.
    fn under<'t>(&self, flag: &'t [u8], is_set: bool, subtree: &'t [u8], facts: &mut Facts<'t>) -> Stripped {
        let n_facts = facts.len();
        self.learn(flag, is_set, facts);
        let stripped = self.strip(subtree, facts);
        facts.truncate(n_facts);
        stripped
    }

    /// Adds the facts that follow from a flag's known value.
    fn learn<'t>(&self, flag: &'t [u8], is_set: bool, facts: &mut Facts<'t>) {
        let Some(&head) = flag.first() else { return };
        let [first, second, _] = arguments(flag);
        match (Node::of(head), is_set) {
            (Node::Function(Function::And), true) | (Node::Function(Function::Or), false) => {
                self.learn(first, is_set, facts);
                self.learn(second, is_set, facts);
            }
            (Node::Function(Function::GreaterThan), _) => self.learn_order(second, first, is_set, facts),
            (Node::Function(Function::LessThan), _) => self.learn_order(first, second, is_set, facts),
            (Node::Function(Function::EqualTo), true) => {
                let [left, right] = [first, second].map(|number| self.strip(number, facts).1);
                facts.extend([(first, left.and(right)), (second, right.and(left))]);
            }
            _ => {}
        }
        facts.push((flag, Interval::flag(is_set)));
    }

    /// Adds the facts that follow from one number being less than another, or not.
    fn learn_order<'t>(&self, less: &'t [u8], greater: &'t [u8], is_so: bool, facts: &mut Facts<'t>) {
        let [low, high] = [less, greater].map(|number| self.strip(number, facts).1);
        if is_so {
            facts.extend([(less, low.below(high.greatest, false)), (greater, high.above(low.least, false))]);
        } else {
            facts.extend([(less, low.above(high.least, true)), (greater, high.below(low.greatest, true))]);
        }
    }
}

/// The result of a comparison, if it is the same for all numbers of two intervals.
fn compared(function: Function, left: Interval, right: Interval) -> Option<bool> {
    let is_less = || match () {
        () if left.greatest < right.least => Some(true),
        () if left.least >= right.greatest => Some(false),
        () => None,
    };
    match function {
        Function::LessThan => is_less(),
        Function::GreaterThan => compared(Function::LessThan, right, left),
        _ if left.greatest < right.least || right.greatest < left.least => Some(false),
        _ => (left.only().is_some() && left.only() == right.only()).then_some(true),
    }
}

fn written(function: Function, parts: &[&Stripped]) -> Vec<u8> {
    let mut nodes = vec![Node::Function(function).byte()];
    parts.iter().for_each(|(part, _)| nodes.extend(part));
    nodes
}

/// The kind of a subtree's value. Only vocabularies know the kinds of terminals, and a terminal is never shortened.
fn kind_of(subtree: &[u8]) -> Kind {
    match subtree.first().map(|&byte| Node::of(byte)) {
        Some(Node::Function(function)) => function.signature().result,
        Some(Node::Terminal(_)) => Kind::Cards,
        _ => Kind::Number,
    }
}

/// The arguments of a subtree's first node; missing ones are empty.
fn arguments(subtree: &[u8]) -> [&[u8]; 3] {
    let mut rest = subtree.get(1..).unwrap_or_default();
    [(); 3].map(|()| {
        let mut awaited = usize::from(!rest.is_empty());
        let length = rest.iter().take_while(|&&byte| {
            let goes_on = awaited > 0;
            awaited = (awaited + arity(byte)).saturating_sub(1);
            goes_on
        });
        let (argument, after) = rest.split_at(length.count());
        rest = after;
        argument
    })
}

#[cfg(test)]
mod tests;

//! The figures of a report: wins by generation with quartile bands, and final results as box plots and cumulative
//! distributions.

use crate::plot::{Chart, Reference, Series, Spread};
use crate::study::results::{Results, VariantResults};
use crate::study::statistics::Quartiles;

/// A figure and its file.
pub struct Figure {
    /// Its title.
    pub title: String,
    /// The file's name.
    pub file: String,
    /// The drawing as SVG.
    pub svg: String,
}

/// All figures of a study.
pub fn all(results: &Results) -> Vec<Figure> {
    let mut figures = vec![curves(results)];
    for (place, opponent) in results.opponents.iter().enumerate() {
        let samples =
            results.variants.iter().map(|variant| (variant.name.clone(), variant.wins[place].clone())).collect();
        let title = format!("The champions against {opponent}");
        let spread = Spread { title: title.clone(), label: format!("games won against {opponent}, %"), samples };
        let boxes = spread.boxes(|sample| {
            let Quartiles { lower, median, upper } = Quartiles::of(sample);
            [lower, median, upper]
        });
        figures.push(Figure { title: title.clone(), file: format!("boxes-{opponent}.svg"), svg: boxes });
        let svg = spread.cumulative();
        figures.push(Figure { title: format!("{title}, cumulative"), file: format!("cumulative-{opponent}.svg"), svg });
    }
    figures
}

fn curves(results: &Results) -> Figure {
    let title = format!("Against {} by generation: medians and quartiles of the runs", results.yardstick);
    let chart = Chart {
        title: title.clone(),
        x_label: "generation or gene".to_owned(),
        y_label: "games won, %".to_owned(),
        series: results.variants.iter().map(curve).collect(),
        references: vec![Reference { name: "even, 50 %".to_owned(), y: 50.0 }],
        ..Chart::default()
    };
    Figure { title, file: "curves.svg".to_owned(), svg: chart.svg() }
}

fn curve(variant: &VariantResults) -> Series {
    let n_generations = variant.curves.iter().map(Vec::len).min().unwrap_or(0);
    let quartiles = (0..n_generations).map(|place| {
        let wins: Vec<f64> = variant.curves.iter().map(|curve| curve[place].1).collect();
        (variant.curves[0][place].0, Quartiles::of(&wins))
    });
    let quartiles: Vec<(u32, Quartiles)> = quartiles.collect();
    Series {
        name: variant.name.clone(),
        points: quartiles.iter().map(|(generation, wins)| (*generation, wins.median)).collect(),
        band: quartiles.iter().map(|(generation, wins)| (*generation, [wins.lower, wins.upper])).collect(),
    }
}

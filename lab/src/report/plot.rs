//! Plots as SVG in the colors of the page.
//!
//! The library writes colors as numbers. A few reserved numbers are replaced by CSS variables
//! afterwards, so that a report is legible on light and on dark backgrounds.

use anyhow::{Result, anyhow};
use plotters::prelude::*;

/// Number of colors for series; the report's style names `--c0` to `--c8`.
pub(crate) const COLORS: usize = 9;

const INK: RGBColor = RGBColor(1, 0, 1);
const FAINT: RGBColor = RGBColor(2, 0, 2);

fn series(index: usize) -> RGBColor {
    RGBColor(3, index as u8 % COLORS as u8, 3)
}

/// A line through points.
#[derive(Clone, Debug)]
pub(crate) struct Curve {
    /// Index of its color.
    pub(crate) color: usize,
    /// Points from left to right.
    pub(crate) points: Vec<(f64, f64)>,
}

/// Labels of the axes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Axes {
    /// Label of the horizontal axis.
    pub(crate) x: &'static str,
    /// Label of the vertical axis.
    pub(crate) y: &'static str,
}

/// Plots curves, with `x` and `y` from 0 to the limits. Returns the SVG.
pub(crate) fn curves(axes: Axes, limits: (f64, f64), curves: &[Curve]) -> Result<String> {
    draw((380, 240), axes, limits, |plot| {
        for curve in curves {
            let style = series(curve.color).stroke_width(2);
            plot.draw_series(LineSeries::new(curve.points.iter().copied(), style))
                .map_err(|error| anyhow!("{error}"))?;
        }
        Ok(())
    })
}

/// Plots one bar per value, in order; the marked ones have another color. If there are more values
/// than pixels, several share a bar, which shows their maximum.
pub(crate) fn bars(axes: Axes, values: &[(f64, bool)]) -> Result<String> {
    const WIDTH: usize = 700;
    let highest = values.iter().map(|&(value, _)| value).fold(0.0, f64::max);
    let step = values.len().div_ceil(WIDTH).max(1);
    let limits = (
        values.len().max(1) as f64,
        if highest > 0.0 { highest * 1.05 } else { 1.0 },
    );
    draw((780, 220), axes, limits, |plot| {
        let bars = values.chunks(step).enumerate().filter_map(|(place, part)| {
            let &(value, marked) = part.iter().max_by(|a, b| a.0.total_cmp(&b.0))?;
            let start = (place * step) as f64;
            let corners = [(start, 0.0), (start + step as f64, value)];
            (value > 0.0).then(|| Rectangle::new(corners, series(usize::from(marked)).filled()))
        });
        plot.draw_series(bars).map_err(|error| anyhow!("{error}"))?;
        Ok(())
    })
}

type Plot<'a, 'b> = ChartContext<
    'a,
    SVGBackend<'b>,
    Cartesian2d<plotters::coord::types::RangedCoordf64, plotters::coord::types::RangedCoordf64>,
>;

fn draw(
    size: (u32, u32),
    axes: Axes,
    limits: (f64, f64),
    content: impl FnOnce(&mut Plot<'_, '_>) -> Result<()>,
) -> Result<String> {
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        let mut plot = ChartBuilder::on(&area)
            .margin(6)
            .x_label_area_size(38)
            .y_label_area_size(52)
            .build_cartesian_2d(0.0..limits.0, 0.0..limits.1)
            .map_err(|error| anyhow!("{error}"))?;
        let text = ("sans-serif", 12).into_font().color(&INK);
        plot.configure_mesh()
            .disable_x_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(FAINT)
            .axis_style(FAINT)
            .label_style(text.clone())
            .axis_desc_style(text)
            .x_labels(6)
            .y_labels(5)
            .x_desc(axes.x)
            .y_desc(axes.y)
            .draw()
            .map_err(|error| anyhow!("{error}"))?;
        content(&mut plot)?;
        area.present().map_err(|error| anyhow!("{error}"))?;
    }
    Ok(colored(&svg, size))
}

/// Replaces the reserved colors by CSS variables, and the fixed size by one that follows the page.
fn colored(svg: &str, (width, height): (u32, u32)) -> String {
    let mut out = svg
        .replace("#010001", "var(--ink)")
        .replace("#020002", "var(--faint)")
        .replacen(
            &format!("width=\"{width}\" height=\"{height}\" "),
            "role=\"img\" ",
            1,
        );
    for index in 0..COLORS {
        out = out.replace(&format!("#03{index:02X}03"), &format!("var(--c{index})"));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const AXES: Axes = Axes {
        x: "node",
        y: "density",
    };

    #[test]
    fn colors_are_css_variables() {
        let curve = Curve {
            color: 8,
            points: vec![(0.0, 0.0), (1.0, 1.0)],
        };
        let svg = curves(AXES, (1.0, 1.0), &[curve]).expect("a plot");
        assert!(svg.starts_with("<svg role=\"img\" viewBox="), "{svg}");
        for color in ["var(--ink)", "var(--faint)", "var(--c8)"] {
            assert!(svg.contains(color), "{color}");
        }
        assert!(!svg.contains("#03") && !svg.contains("#01"), "{svg}");
    }

    #[test]
    fn many_values_share_bars_and_empty_input_is_plotted() {
        let values: Vec<(f64, bool)> = (0..100_000)
            .map(|n| (f64::from(n % 977), n % 2 == 0))
            .collect();
        let svg = bars(AXES, &values).expect("a plot");
        assert!(svg.len() < 200_000, "{}", svg.len());
        assert!(svg.contains("var(--c1)"));
        bars(AXES, &[]).expect("an empty plot");
    }
}

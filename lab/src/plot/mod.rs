//! Pictures for developers, as SVG.
//!
//! * [`losses`]: the losses of a training by epoch.
//! * [`drift`]: the values of tuned parameters during a run.
//! * [`games`]: what is in files of games.
//! * [`bars`]: bar charts of the tables in the documentation.
//!
//! A function returns a picture as text; it writes no file. The background is white, so that a
//! picture is readable in dark mode too. The colors are those of Okabe and Ito, which are
//! distinguishable with all kinds of color blindness: see <https://jfly.uni-koeln.de/color/>.

pub mod bars;
mod canvas;
pub mod drift;
pub mod games;
pub mod histogram;
pub mod losses;

pub use bars::{Bar, BarChart};
pub use drift::{DriftCurve, DriftPlot};
pub use games::GamesPlot;
pub use histogram::Histogram;
pub use losses::{LossCurve, LossPanel, LossPlot};

import FireflyCore
import FireflyModel
import FireflyScreen

/// The constants of the look that can be changed; `Tunable.all` has their names and ranges.
package struct Tunables: Hashable, Sendable {
  /// The corners of filled cards.
  package enum Corner: String, CaseIterable, Hashable, Sendable {
    /// Round: a quarter of a cell is missing.
    case round
    /// Square.
    case square
  }

  /// Colours that replace the theme's, by their names in the configuration.
  var colors: [String: Color] = [:]
  /// Opacities.
  var shades = Shades()
  /// The corners of filled cards.
  var corner = Corner.square

  /// Rows of a compact card: 100 points in seed 002.
  var cardRows = 5
  /// Maximum rows of a thumbnail: 80 points in seed 002.
  var thumbnailRows = 4
  /// Maximum columns of a card.
  var cardColumns = ScreenLayout.widestCard
  /// Columns on either side of a card's text: 18 points in seed 000.
  var textIndent = 2
  /// Maximum height of a picture, relative to the list.
  var pictureHeight = 0.6
  /// Maximum columns of the outline.
  var outlineColumns = Outline.columns
  /// Rows by which a key scrolls inside a card taller than the window.
  var scrollRows = 2
  /// Rows by which the wheel scrolls.
  var wheelRows = 3
  /// Minimum columns of a swipe: seed 000's 30 points.
  var swipeColumns = 3
  /// Number of words from which a body counts as long: some 300, as in the seeds.
  var longWords = 300
  /// Maximum columns of a dialog.
  var dialogColumns = 56

  /// Duration of a card's animation in seconds (seed 002).
  var cardMotion = Animated.duration
  /// Duration of a slide between levels in seconds (seed 000).
  var slideMotion = Animated.duration
  /// Seconds for which a note is shown.
  var noteSeconds = Note.duration
  /// Seconds for which a list waits for its first picture.
  var picturePatience = 0.05
  /// Seconds before a loading message is shown; an earlier one would flicker.
  var loadingDelay = 0.1
  /// Seconds for which the splash waits for the current list, if another one is loaded.
  var splashPatience = 0.5
  /// Seconds for which the edit row flashes.
  var flashSeconds = 0.25
  /// Seconds between the last key and the spelling check.
  var spellingRest = 0.5

  /// Returns the measures of a compact card in lists of a density.
  func metrics(_ density: Density) -> CardMetrics {
    CardMetrics(
      compactHeight: Double(density.rows ?? cardRows) * ScreenLayout.pointsPerRow,
      thumbnailSide: Double(thumbnailRows) * ScreenLayout.pointsPerRow)
  }

  /// Returns a theme with the changed colours and opacities.
  func applied(to theme: Theme) -> Theme {
    var theme = theme
    theme.shades = shades
    for (name, path, _) in Tunable.themeColors {
      if let color = colors[name] { theme[keyPath: path] = color }
    }
    return theme
  }
}

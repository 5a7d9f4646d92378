import FireflyCore
import FireflyScreen

/// The constants of the look, as far as one can change them: `Tunable.all` has their names and ranges.
public struct Tunables: Hashable, Sendable {
  /// What the corners of filled cards are.
  public enum Corner: String, CaseIterable, Hashable, Sendable {
    /// A quarter of a cell is missing.
    case round
    /// Nothing is.
    case square
  }

  /// Colours in the place of the theme's; nil for the theme's.
  struct Colors: Hashable, Sendable {
    var backdrop: Color?
    var card: Color?
    var text: Color?
    var accent: Color?
    var link: Color?
    var alert: Color?
    var mark: Color?
    var splash: Color?
    var splashText: Color?
  }

  /// Colours in the place of the theme's.
  var colors = Colors()
  /// How much of one colour lies over another.
  var shades = Shades()
  /// What the corners of filled cards are.
  var corner = Corner.round

  /// Rows of a compact card: 100 points in seed 002.
  var cardRows = 5
  /// Rows of a thumbnail: 80 points in seed 002.
  var thumbnailRows = 4
  /// Columns that a card takes at most.
  var cardColumns = ScreenLayout.widestCard
  /// Columns free on either side of a card's text: 18 points in seed 000.
  var textIndent = 2
  /// How much of the list's height a picture takes at most.
  var pictureHeight = 0.6
  /// Columns of the outline at most.
  var outlineColumns = Outline.columns
  /// Columns of a question at most.
  var dialogColumns = 56

  /// Seconds that a card takes to expand (seed 002).
  var cardMotion = Animated.duration
  /// Seconds that a level takes to slide in (seed 000).
  var slideMotion = Animated.duration
  /// Seconds that a note stays.
  var noteSeconds = Note.duration
  /// Seconds that a list waits for its first picture.
  var picturePatience = ListsState.picturePatience

  /// The look of a first start.
  public init() {}

  /// The measures of a compact card.
  var metrics: CardMetrics {
    CardMetrics(
      compactHeight: Double(cardRows) * ScreenLayout.pointsPerRow,
      thumbnailSide: Double(thumbnailRows) * ScreenLayout.pointsPerRow)
  }

  /// A theme with the colours and the shades that are wanted instead.
  func applied(to theme: Theme) -> Theme {
    var theme = theme
    theme.shades = shades
    guard colors != Colors() else { return theme }
    theme.backdrop = colors.backdrop ?? theme.backdrop
    theme.card = colors.card ?? theme.card
    theme.text = colors.text ?? theme.text
    theme.accent = colors.accent ?? theme.accent
    theme.link = colors.link ?? theme.link
    theme.alert = colors.alert ?? theme.alert
    theme.mark = colors.mark ?? theme.mark
    theme.splash = colors.splash ?? theme.splash
    theme.splashText = colors.splashText ?? theme.splashText
    return theme
  }
}

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
  var corner = Corner.square

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
  /// Rows by which a key scrolls an expanded card that is taller than the window.
  var scrollRows = 2
  /// Rows by which the wheel scrolls.
  var wheelRows = 3
  /// Columns of a drag to the left that count as a swipe: seed 000's 30 points.
  var swipeColumns = 3
  /// Words from which on a body is called long: some 300, as the seeds have it.
  var longWords = 300
  /// Columns of a question at most.
  var dialogColumns = 56

  /// Seconds that a card takes to expand (seed 002).
  var cardMotion = Animated.duration
  /// Seconds that a level takes to slide in (seed 000).
  var slideMotion = Animated.duration
  /// Seconds that a note stays.
  var noteSeconds = Note.duration
  /// Seconds that a list waits for its first picture.
  var picturePatience = 0.05
  /// Seconds after which it is said that a list is on its way: what comes sooner only flickers.
  var loadingDelay = 0.1
  /// Seconds for which the splash stays although another explorer's list is there already.
  var splashPatience = 0.5
  /// Seconds that the row of keys flashes when something else is pressed during editing.
  var flashSeconds = 0.25
  /// Seconds after the last key until its words are checked.
  var spellingRest = 0.5

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

import FireflyScreen

// All tunables: the source for the configuration, its report, the automation port and the manual
// page.
extension Tunable {
  /// All tunables, in the order of the documentation.
  package static let all: [Tunable] =
    themeColors.map { color($0.0, $0.2) } + shades + sizes + times

  /// Returns the tunable with a name; nil if there is none.
  package static func named(_ name: String) -> Tunable? { table[name] }

  private static let table = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }

  /// The names, places and descriptions of the theme's colours.
  static let themeColors: [(String, any WritableKeyPath<Theme, Color> & Sendable, String)] = [
    ("backdrop-colour", \.backdrop, "the background"),
    ("card-colour", \.card, "open posts, sheets and the toolbar"),
    ("text-colour", \.text, "text"),
    ("accent-colour", \.accent, "the bar of the selected post"),
    ("link-colour", \.link, "links"),
    ("alert-colour", \.alert, "the red dot, and error messages"),
    ("mark-colour", \.mark, "the background of matches"),
    ("splash-colour", \.splash, "the splash screen and the sign-in screen"),
    ("splash-text-colour", \.splashText, "text on these screens"),
  ]

  private static let shades: [Tunable] = [
    shade("button-colour", \.shades.button, "white in the button at a post's right edge"),
    shade("button-shadow", \.shades.buttonShadow, "the shadow of that button"),
    shade("compact-card-opacity", \.shades.compactCard, "opacity of closed posts"),
    shade("capsule-opacity", \.shades.capsule, "opacity of the path at the top"),
    shade("card-shadow", \.shades.cardShadow, "the shadow of an open post"),
    shade("toolbar-opacity", \.shades.toolbar, "opacity of the toolbar"),
    shade("tab-shade", \.shades.tab, "the grey of the current tab"),
    shade("faded-toolbar-opacity", \.shades.fadedToolbar, "text of the toolbar while you write"),
    shade("summary-opacity", \.shades.summary, "text of summaries"),
    shade("author-opacity", \.shades.author, "author, date and place"),
    shade("hint-opacity", \.shades.hint, "key hints; lines around posts"),
    shade("quote-opacity", \.shades.quote, "text of quotations"),
    shade("code-shade", \.shades.code, "the background of code"),
    shade("placeholder-opacity", \.shades.placeholder, "placeholders of empty fields"),
    shade("note-opacity", \.shades.note, "the background of a note"),
    shade("picture-shade", \.shades.picture, "the placeholder of a loading picture"),
  ]

  private static let sizes: [Tunable] = [
    choice("corner", \.corner, "the corners of posts"),
    count("card-rows", \.cardRows, 1...20, "rows of a closed post in cards"),
    count(
      "thumbnail-rows", \.thumbnailRows, 1...20,
      "rows of a thumbnail, if there is room"),
    count("card-columns", \.cardColumns, 20...1_000, "maximum columns of a post"),
    count("text-indent", \.textIndent, 0...8, "columns left and right of a post's text"),
    number(
      "picture-height", \.pictureHeight, 0.1...1, "maximum height of a picture; 1 is the list's"),
    count("outline-columns", \.outlineColumns, 20...1_000, "maximum columns of the outline"),
    count("scroll-rows", \.scrollRows, 1...100, "rows a key scrolls in a long post"),
    count("wheel-rows", \.wheelRows, 1...100, "rows the wheel scrolls"),
    count("swipe-columns", \.swipeColumns, 1...100, "columns of a drag that opens the replies"),
    count("long-words", \.longWords, 1...10_000, "words from which a body counts as long"),
    count("dialog-columns", \.dialogColumns, 20...200, "maximum columns of a dialog"),
  ]

  private static let times: [Tunable] = [
    number("card-motion", \.cardMotion, 0...5, "seconds for opening a post"),
    number("slide-motion", \.slideMotion, 0...5, "seconds for sliding to another level"),
    number("note-seconds", \.noteSeconds, 0.5...60, "seconds a note is shown"),
    number(
      "picture-patience", \.picturePatience, 0...5,
      "seconds a list waits for its first picture"),
    number(
      "loading-delay", \.loadingDelay, 0...5,
      "seconds before a loading message is shown"),
    number(
      "splash-patience", \.splashPatience, 0...60,
      "seconds the splash screen waits for the first list"),
    number("flash-seconds", \.flashSeconds, 0...5, "seconds the edit row flashes"),
    number("spelling-rest", \.spellingRest, 0...60, "seconds between a key and the spelling check"),
  ]
}

// Every constant of the look that can be changed, once: the configuration, its report, the automation port,
// README.md and the manual page all read this.
extension Tunable {
  /// All of them, in the order of the documentation.
  public static let all: [Tunable] = colors + shades + sizes + times

  /// The one of a name; nil if there is none.
  public static func named(_ name: String) -> Tunable? { table[name] }

  private static let table = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }

  private static let colors: [Tunable] = [
    color("backdrop-colour", \.colors.backdrop, "behind everything"),
    color("card-colour", \.colors.card, "expanded cards, sheets and the toolbar"),
    color("text-colour", \.colors.text, "text"),
    color("accent-colour", \.colors.accent, "the bar of the selected card"),
    color("link-colour", \.colors.link, "links"),
    color("alert-colour", \.colors.alert, "the red dot, and words of failure"),
    color("mark-colour", \.colors.mark, "behind what was found"),
    color("splash-colour", \.colors.splash, "the splash and the sign-in"),
    color("splash-text-colour", \.colors.splashText, "text on them"),
  ]

  private static let shades: [Tunable] = [
    shade("button-colour", \.shades.button, "white in the sign at a card's right edge"),
    shade("button-shadow", \.shades.buttonShadow, "the shadow of that sign"),
    shade("compact-card-opacity", \.shades.compactCard, "how opaque a compact card is"),
    shade("capsule-opacity", \.shades.capsule, "how opaque the back capsule is"),
    shade("card-shadow", \.shades.cardShadow, "the shadow under an expanded card"),
    shade("toolbar-opacity", \.shades.toolbar, "how opaque the toolbar is"),
    shade("tab-shade", \.shades.tab, "the grey of the current tab"),
    shade("faded-toolbar-opacity", \.shades.fadedToolbar, "words of the toolbar while one writes"),
    shade("summary-opacity", \.shades.summary, "words of summaries"),
    shade("author-opacity", \.shades.author, "author, date and place"),
    shade("hint-opacity", \.shades.hint, "keys and what they do; lines around cards"),
    shade("quote-opacity", \.shades.quote, "words of quotations"),
    shade("code-shade", \.shades.code, "the ground of code"),
    shade("placeholder-opacity", \.shades.placeholder, "what stands in an empty field"),
    shade("note-opacity", \.shades.note, "the ground of a note"),
    shade("picture-shade", \.shades.picture, "what stands for a picture that is on its way"),
  ]

  private static let sizes: [Tunable] = [
    choice("corner", \.corner, "the corners of cards"),
    count("card-rows", \.cardRows, 3...20, "rows of a compact card"),
    count(
      "thumbnail-rows", \.thumbnailRows, 1...20,
      "rows of a thumbnail, if the card has room for them"),
    count("card-columns", \.cardColumns, 20...1_000, "columns of a card at most"),
    count("text-indent", \.textIndent, 0...8, "columns free on either side of a card's text"),
    number(
      "picture-height", \.pictureHeight, 0.1...1, "how much of the list's height a picture takes"),
    count("outline-columns", \.outlineColumns, 20...1_000, "columns of the outline at most"),
    count("scroll-rows", \.scrollRows, 1...100, "rows that a key scrolls a tall card by"),
    count("wheel-rows", \.wheelRows, 1...100, "rows that the wheel scrolls by"),
    count("swipe-columns", \.swipeColumns, 1...100, "columns of a drag that drills in"),
    count("long-words", \.longWords, 1...10_000, "words up to which a body is not called long"),
    count("dialog-columns", \.dialogColumns, 20...200, "columns of a question at most"),
  ]

  private static let times: [Tunable] = [
    number("card-motion", \.cardMotion, 0...5, "seconds in which a card expands"),
    number("slide-motion", \.slideMotion, 0...5, "seconds in which a level slides in"),
    number("note-seconds", \.noteSeconds, 0.5...60, "seconds that a note stays"),
    number(
      "picture-patience", \.picturePatience, 0...5,
      "seconds that a list waits for its first picture"),
    number(
      "loading-delay", \.loadingDelay, 0...5,
      "seconds until it is said that a list is on its way"),
    number(
      "splash-patience", \.splashPatience, 0...60,
      "seconds that the splash stays for the list in front"),
    number("flash-seconds", \.flashSeconds, 0...5, "seconds that the edit row flashes"),
    number("spelling-rest", \.spellingRest, 0...60, "seconds after a key until words are checked"),
  ]
}

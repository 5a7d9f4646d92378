import FireflyScreen

extension PostHost {
  /// The signs for this terminal, and for the user.
  var symbols: Symbols { .fit(settings, abilities) }
}

extension Context {
  /// The signs for this terminal, and for the user.
  var symbols: Symbols { .fit(settings, abilities) }
}

extension ScreenAbilities {
  /// What an empty field shows: in brackets where there are too few colours to make it paler than typed text.
  func placeholder(_ words: String) -> String {
    colors <= .sixteen && !words.isEmpty ? "[\(words)]" : words
  }
}

/// The signs that the views draw, in Unicode or in plain ASCII.
struct Symbols: Sendable {
  fileprivate static func fit(_ settings: Settings, _ abilities: ScreenAbilities) -> Symbols {
    if settings.screenReader { return .spoken }
    return abilities.unicode ? .unicode : .ascii
  }

  /// The sign that leads to children.
  let chevron: String
  /// The sign that adds the first child.
  let plus: String
  /// The sign of the back capsule.
  let back: String
  /// Left and right end of a pill.
  let pill: (left: String, right: String)
  /// Between two posts of a path.
  let pathSeparator: String
  /// The bar of the selected card.
  let bar: Unicode.Scalar
  /// A badge.
  let badge: String
  /// Between author and date.
  let dot: String
  /// Behind what is above.
  let up: String
  /// Marks that something was cut.
  let ellipsis: Unicode.Scalar
  /// The steps of the spinner.
  let spinner: [String]
  /// The logo (seed 003).
  let logo: String
  /// Icons of the three explorers, with the space after them.
  let icons: [String]
  /// What leads to a line of the outline from the one above: past lines that follow on its level, to
  /// one that others follow, and to the last.
  let branches: (past: String, next: String, last: String)
  /// Whether edges are drawn with block characters.
  let hasBlocks: Bool

  /// For terminals with Unicode.
  static let unicode = Symbols(
    chevron: "❯", plus: "+", back: "❮", pill: ("▐", "▌"), pathSeparator: " › ", bar: "▌",
    badge: "●", dot: " · ", up: "↑", ellipsis: "…",
    spinner: ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"],
    logo: "ᕦ(ツ)ᕤ", icons: ["💬 ", "🔍 ", "👥 "],
    branches: ("│ ", "├ ", "└ "), hasBlocks: true)

  /// For everything else.
  static let ascii = Symbols(
    chevron: ">", plus: "+", back: "<", pill: ("[", "]"), pathSeparator: " > ", bar: "#",
    badge: "*", dot: " - ", up: "^", ellipsis: "~", spinner: ["|", "/", "-", "\\"],
    logo: "\\(^_^)/", icons: ["", "", ""], branches: ("| ", "|-", "`-"),
    hasBlocks: false)

  /// For screen readers, which would speak every sign by its name.
  static let spoken = Symbols(
    chevron: ">", plus: "+", back: "<", pill: (" ", " "), pathSeparator: ", ", bar: "▌",
    badge: "*", dot: ", ", up: "above", ellipsis: "…", spinner: [" "], logo: "Firefly",
    icons: ["", "", ""],
    branches: ("  ", "  ", "  "), hasBlocks: true)

  /// What is said while a search goes on.
  var searching: String { hasBlocks ? "Searching…" : "Searching..." }

  /// A key's name: arrows are words where there are no arrows.
  func label(of key: Key) -> String {
    guard !hasBlocks else { return key.label }
    return switch key {
    case .up: "Up"
    case .down: "Down"
    case .left: "Left"
    case .right: "Right"
    default: key.label
    }
  }
}

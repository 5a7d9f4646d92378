import FireflyCore
import FireflyScreen

/// What has symbols, and labels of keys.
protocol KeyLabels {
  var settings: Settings { get }
  /// The terminal's abilities.
  var abilities: ScreenAbilities { get }
}

extension KeyLabels {
  /// The symbols for this terminal and these settings.
  var symbols: Symbols {
    if settings.screenReader { return .spoken }
    return abilities.unicode ? .unicode : .ascii
  }

  /// Returns the label of the first key, or of the first two keys in a row, that do something; nil if none do.
  ///
  /// - Parameters:
  ///   - action: what they do.
  ///   - context: the context of the keys; nil for the first one in which there are such keys.
  func keyLabel(_ action: Action, in context: KeyContext? = nil) -> String? {
    let binding = settings.keymap.binding(of: action, in: context)
    return binding?.keys.first.map { symbols.label(of: $0) }
      ?? binding?.sequences.first.map { symbols.label(of: $0) }
  }

  /// Returns a sentence that says which key does something, with a space before it; empty if none does.
  func keySentence(_ action: Action, _ words: String) -> String {
    keyLabel(action).map { " \($0) \(words)" } ?? ""
  }

  /// Returns the label of the first key that does something, or the name that keys can be given by if none does.
  func keyName(_ action: Action) -> String {
    keyLabel(action) ?? settings.keymap.binding(of: action)?.name ?? ""
  }
}

extension Context: KeyLabels {}

extension ScreenAbilities {
  /// Returns a placeholder, in brackets if there are too few colours to dim it.
  func placeholder(_ words: String) -> String {
    colors <= .sixteen && !words.isEmpty ? "[\(words)]" : words
  }
}

/// The symbols that the views draw: Unicode, ASCII, or for screen readers.
struct Symbols: Sendable {
  /// Opens the children.
  let chevron: String
  /// Adds the first child.
  let plus: String
  /// Goes back.
  let back: String
  /// The ends of a pill.
  let pill: (left: String, right: String)
  /// Separates the titles of a path.
  let pathSeparator: String
  /// The bar of the selected card.
  let bar: Unicode.Scalar
  let badge: String
  /// Marks an unread post.
  let unread: String
  /// Between author and date.
  let dot: String
  /// Marks new posts above.
  let up: String
  /// Marks a card that goes on below.
  let down: String
  /// Stands before the description of a picture, in the opening of a text.
  let picture: String
  /// Marks a truncated text.
  let ellipsis: Unicode.Scalar
  /// The steps of the spinner.
  let spinner: [String]
  /// The logo (seed 003).
  let logo: String
  /// The connections of the outline: past further lines of a level, to a line before others, and to
  /// the last line.
  let branches: (past: String, next: String, last: String)
  /// Whether there are block characters.
  let hasBlocks: Bool
  /// The signs of the tabs (seed 004): narrow characters that are no emoji; empty for none.
  var tabs: [Explorer: String] = [:]
  /// Whether a screen reader speaks them.
  var isSpoken = false

  /// For terminals with Unicode.
  static let unicode = Symbols(
    chevron: "❯", plus: "+", back: "❮", pill: ("▐", "▌"), pathSeparator: " › ", bar: "▌",
    badge: "●", unread: "•", dot: " · ", up: "↑", down: "▼", picture: "▣", ellipsis: "…",
    spinner: ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"],
    logo: "ᕦ(ツ)ᕤ", branches: ("│ ", "├ ", "└ "), hasBlocks: true,
    tabs: [.posts: "❝", .searches: "⌕", .users: "☻"])

  /// For everything else.
  static let ascii = Symbols(
    chevron: ">", plus: "+", back: "<", pill: ("[", "]"), pathSeparator: " > ", bar: "#",
    badge: "*", unread: "*", dot: " - ", up: "^", down: "v", picture: "[picture]", ellipsis: "~",
    spinner: ["|", "/", "-", "\\"],
    logo: "\\(^_^)/", branches: ("| ", "|-", "`-"), hasBlocks: false)

  /// For screen readers, which speak the name of every symbol.
  static let spoken = Symbols(
    chevron: ">", plus: "+", back: "<", pill: (" ", " "), pathSeparator: ", ", bar: "▌",
    badge: "*", unread: "*", dot: ", ", up: "above", down: "…", picture: "[picture]", ellipsis: "…",
    spinner: [" "], logo: "Firefly", branches: ("  ", "  ", "  "), hasBlocks: true, isSpoken: true)

  /// Returns words of a post with this sign for its pictures and between items, and the names of keys for arrows
  /// up and down, which have no sign in ASCII.
  func opening(_ text: String) -> String {
    var words = text
    for (sign, own) in [(Self.unicode.picture, picture), (Self.unicode.dot, dot)] where sign != own
    {
      words = words.replacing(sign, with: own)
    }
    guard !hasBlocks, words.contains(where: { $0 == "↑" || $0 == "↓" }) else { return words }
    return words.replacing("↑", with: label(of: .up)).replacing("↓", with: label(of: .down))
  }

  var pictureLine: String { picture == "[picture]" ? picture : picture + " picture" }
  /// Marks a folded branch.
  var folded: String {
    isSpoken ? "folded, " : hasBlocks ? "▸ " : "+ "
  }

  /// Marks a post of one row that is saved for later.
  var later: String {
    isSpoken ? "for later:" : hasBlocks ? "★" : "%"
  }

  /// Marks the selected post where there are no colours.
  var selected: String { hasBlocks ? "▶" : ">" }

  /// Marks new replies below.
  var newBelow: String { !isSpoken && hasBlocks ? "↓" : "below" }

  /// The message during a search.
  var searching: String { hasBlocks ? "Searching…" : "Searching..." }
  /// What a list says while it is loaded again.
  var reloading: String { hasBlocks ? "Reloading…" : "Reloading..." }

  /// Returns the names of two keys.
  func label(of pair: KeySequence) -> String {
    label(of: pair.first) + " " + label(of: pair.second)
  }

  /// Returns the name of a key, without arrow symbols in ASCII and where it is spoken.
  func label(of key: Key) -> String {
    guard !hasBlocks || isSpoken else { return key.label }
    return switch key {
    case .up: "Up"
    case .down: "Down"
    case .left: "Left"
    case .right: "Right"
    default: key.label
    }
  }
}

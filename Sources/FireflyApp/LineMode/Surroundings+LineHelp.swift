import FireflyCore
import FireflyScreen

// What the commands of line mode do, in words.
extension Surroundings {
  /// What the commands do.
  ///
  /// - Parameter group: the title of a group in any case; "" for the most usual commands and the groups.
  /// - Returns: a line each; nil if there is no such group.
  package func commandLines(of group: String) -> [String]? {
    // The keys of lists work in a thread, too.
    let contexts = keyContext == .thread ? [.thread, .lists] : [keyContext]
    let sections = contexts.flatMap { context in
      settings.keymap.sections.filter { $0.context == context }
    }
    var said: Set<Key> = []
    func lines(_ bindings: [Keymap.Binding]) -> [String] {
      bindings.compactMap { binding in
        guard let help = spokenHelp(of: binding) else { return nil }
        guard let key = binding.keys.first else {
          // Without a single key, it is typed by its name.
          if case .command(.pressed(let name)) = binding.action { return "\(name)." }
          return binding.sequences.isEmpty ? nil : "\(binding.name): \(help)."
        }
        return said.insert(key).inserted ? "\(Symbols.nameForEars(of: key)): \(help)." : nil
      }
    }
    if !group.isEmpty {
      let named = sections.filter { group == "all" || $0.title.lowercased() == group.lowercased() }
      return named.isEmpty ? nil : named.flatMap { [$0.title + "."] + lines($0.bindings) }
    }
    let end = "Each command is followed by Enter."
    if let help = lineUse.help { return [help + " " + end] }
    guard focus.isEmpty else {
      return ["A number chooses. " + end] + lines(sections.flatMap(\.bindings))
    }
    let usual: [Action] = [
      .list(.moved(1)), .list(.moved(-1)), .list(.childIndicatorPressed), .list(.backPressed),
      .readMarks(.nextPressed), .find(.pressed), .editor(.newPressed), .editor(.replyPressed),
      .quitPressed,
    ]
    let groups = sections.map { "? \($0.title.lowercased())" }
    return [
      "A number opens the post at that place. An empty line reads the next post. " + end,
      "where: where you are. again: the last answer again.",
    ]
      + lines(
        usual.compactMap { action in
          sections.lazy.flatMap(\.bindings).first { $0.action == action }
        }) + ["More commands: \(groups.joined(separator: ", ")), ? all."]
  }

  /// What a key does in line mode; nil for nothing there.
  private func spokenHelp(of binding: Keymap.Binding) -> String? {
    if binding.action.isOfScreen { return nil }
    return binding.help(at: site).map { binding.action.helpForEars ?? $0 }
  }
}

extension Action {
  /// What it does in line mode; nil for what it does on a screen, too.
  var helpForEars: String? {
    switch self {
    case .list(.densityPressed): "say less, or all again"
    case .list(.copyPressed): "say the address that it is about"
    case .links(.pagePressed(copies: true)): "say the address of its page"
    case .thread(.pressed): "as a thread, or as a list"
    case .list(.readOnPressed): "open it; if it is open, the next one"
    case .readMarks(.nextPressed): "read the next unread post"
    default: nil
    }
  }

  /// Whether it is about what a screen shows.
  var isOfScreen: Bool {
    switch self {
    case .redrawPressed, .suspendPressed, .picture(.pressed): true
    default: false
    }
  }
}

extension Symbols {
  /// The names of signs that are not spoken alone.
  private static let signs: [String: String] = [
    "/": "slash", "+": "plus", "-": "minus", ":": "colon", "?": "question mark", ".": "dot",
    ",": "comma", "{": "left brace", "}": "right brace", "[": "left bracket",
    "]": "right bracket", "(": "left parenthesis", ")": "right parenthesis", "*": "star",
    "=": "equals", "<": "less", ">": "greater", "!": "exclamation mark", "#": "number sign",
  ]

  /// The name of a key for ears, which hear no sign and no capital: `capital N`, `slash`, `right`.
  static func nameForEars(of key: Key) -> String {
    let name = spokenName(of: key)
    if name.count == 1, name != name.lowercased() { return "capital \(name)" }
    return signs[name] ?? name
  }

  /// Returns the key of a name for ears; nil for another word.
  static func key(forEars words: String) -> Key? {
    let name = words.lowercased()
    if name.hasPrefix("capital "), let letter = name.last, name.count == 9 {
      return Key(named: letter.uppercased())
    }
    return signs.first { $0.value == name }.flatMap { Key(named: $0.key) }
  }
}

extension Surroundings {
  /// Returns the key that a command names: `N`, `capital n`, `slash`; nil for another word.
  package static func key(named words: String) -> Key? {
    Key(named: words) ?? Symbols.key(forEars: words)
  }
}

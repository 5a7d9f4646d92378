// The names of keys, for people and for configuration files.
extension Key {
  /// The key's name in the user interface: `↑`, `PgUp`, `Ctrl-B`, `Shift-↑`, `F1`, `Space`, `k`.
  package var label: String {
    let held = Self.held.filter { modifiers.contains($0.modifier) }.map { "\($0.name)-" }.joined()
    return held + base
  }

  private var base: String {
    switch code {
    case .character(" "): "Space"
    case .character(let character):
      // As on keyboards: with modifiers, letters are capitals.
      modifiers.isDisjoint(with: [.control, .alt]) ? String(character) : character.uppercased()
    case .function(let number): "F\(number)"
    case .up: "↑"
    case .down: "↓"
    case .left: "←"
    case .right: "→"
    default: Self.names.first { $0.code == code }?.name ?? ""
    }
  }

  /// Parses the key's name in a configuration file: `up`, `PgUp`, `Ctrl-B`, `Ctrl-Shift-Left`,
  /// `F1`, `space`, `k`.
  ///
  /// Ignores the case of names longer than one character; `↑` `↓` `←` `→` mean the arrow keys. It
  /// is nil if there is no such key, such as Ctrl-Ö.
  package init?(named name: String) {
    var rest = Substring(name)
    var modifiers: Modifiers = []
    while let (held, modifier) = Self.held.first(where: {
      rest.lowercased().hasPrefix($0.name.lowercased() + "-")
    }) {
      rest = rest.dropFirst(held.count + 1)
      modifiers.insert(modifier)
    }
    guard var code = Self.code(named: rest) else { return nil }
    if case .character(let letter) = code { code = Key.character(letter, modifiers).code }
    // Terminals send the same for Ctrl with a small and a capital letter. Alt with a capital letter
    // usually means Caps Lock.
    if !modifiers.isDisjoint(with: [.control, .alt]), case .character(let letter) = code,
      let lower = letter.lowercased().first
    {
      code = .character(lower)
    }
    // Terminals have nothing to send for Ctrl with another letter.
    if modifiers.contains(.control), case .character(let letter) = code, !letter.isASCII {
      return nil
    }
    self.init(code, modifiers)
  }

  private static func code(named name: Substring) -> Code? {
    let arrows: [Substring: Code] = ["↑": .up, "↓": .down, "←": .left, "→": .right]
    if let arrow = arrows[name] { return arrow }
    if name.count == 1, let character = name.first { return .character(character) }
    let lower = name.lowercased()
    if let code = names.first(where: { $0.name.lowercased() == lower })?.code { return code }
    if lower.hasPrefix("f"), let number = Int(lower.dropFirst()), (1...12).contains(number) {
      return .function(number)
    }
    return nil
  }

  /// All key names longer than a character: `Up`, `PgDn`, `F1`, `Ctrl-A`.
  package static var allNames: [String] {
    names.map(\.name).sorted() + (1...12).map { "F\($0)" } + ["Shift-Tab"]
      + "ABCDEFGHIJKLMNOPQRSTUVWXYZ".map { "Ctrl-\($0)" }
  }

  private static let held: [(name: String, modifier: Modifiers)] = [
    ("Ctrl", .control), ("Alt", .alt), ("Shift", .shift),
  ]

  private static let names: [(name: String, code: Code)] = [
    ("Up", .up), ("Down", .down), ("Left", .left), ("Right", .right), ("Home", .home),
    ("End", .end), ("PgUp", .pageUp), ("PgDn", .pageDown), ("Enter", .enter), ("Tab", .tab),
    ("Backspace", .backspace), ("Del", .delete), ("Ins", .insert), ("Esc", .escape),
    ("Space", .character(" ")),
  ]
}

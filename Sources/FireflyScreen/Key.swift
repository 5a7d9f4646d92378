/// A key, a chord or a mouse event, as the terminal tells it.
public enum Key: Hashable, Sendable {
  /// A printable character, space included.
  case character(Character)
  /// Ctrl with a lower-case letter (or `\`, `]`, `^`, `_`, `@`).
  case control(Character)
  /// Alt with a character.
  case alt(Character)
  /// The arrows.
  case up, down, left, right
  /// The ends and the pages.
  case home, end, pageUp, pageDown
  /// Return.
  case enter
  /// Tab and Shift-Tab.
  case tab, backTab
  /// Backspace, Delete and Insert.
  case backspace, delete, insert
  /// Escape.
  case escape
  /// F1 … F12.
  case function(Int)
  /// The mouse.
  case mouse(MouseEvent)
  /// Text that the terminal pasted in brackets.
  case paste(String)
}

/// What the mouse did, and where.
public struct MouseEvent: Hashable, Sendable {
  /// The kinds of events that are told apart.
  public enum Kind: Hashable, Sendable {
    /// The left button went down.
    case press
    /// The mouse moved with the left button down.
    case drag
    /// The left button came up.
    case release
    /// The wheel turned one notch.
    case wheelUp, wheelDown
  }

  /// What happened.
  public var kind: Kind
  /// Where, in cells.
  public var point: Point

  /// An event at a point.
  public init(_ kind: Kind, at point: Point) {
    self.kind = kind
    self.point = point
  }
}

extension Key {
  /// The key's name as a person reads it: `↑`, `PgUp`, `Ctrl-B`, `F1`, `Space`, `k`.
  public var label: String {
    switch self {
    case .character(" "): "Space"
    case .character(let character): String(character)
    case .control(let character): "Ctrl-\(character.uppercased())"
    case .alt(let character): "Alt-\(character)"
    case .function(let number): "F\(number)"
    case .up: "↑"
    case .down: "↓"
    case .left: "←"
    case .right: "→"
    default: Self.names.first { $0.value == self }?.key ?? ""
    }
  }

  /// A key by the name it has in a configuration file: `up`, `PgUp`, `Ctrl-B`, `F1`, `space`, `k`.
  ///
  /// Names longer than one character are read in either case, and the arrows `↑` `↓` `←` `→` are
  /// the keys; nil if there is no such key.
  public init?(named name: String) {
    if let arrow = [Key.up, .down, .left, .right].first(where: { $0.label == name }) {
      self = arrow
      return
    }
    if name.count == 1, let character = name.first {
      self = .character(character)
      return
    }
    let lower = name.lowercased()
    if let key = Self.names.first(where: { $0.key.lowercased() == lower })?.value {
      self = key
    } else if lower.hasPrefix("ctrl-"), name.count == 6, let letter = lower.last {
      self = .control(letter)
    } else if lower.hasPrefix("alt-"), name.count == 5, let letter = name.last {
      self = .alt(letter)
    } else if lower.hasPrefix("f"), let number = Int(lower.dropFirst()), (1...12).contains(number) {
      self = .function(number)
    } else {
      return nil
    }
  }

  /// The names of the keys that have one longer than a character: `Up`, `PgDn`, `F1`, `Ctrl-A`.
  public static var allNames: [String] {
    names.keys.sorted() + (1...12).map { "F\($0)" }
      + "ABCDEFGHIJKLMNOPQRSTUVWXYZ".map { "Ctrl-\($0)" }
  }

  private static let names: [String: Key] = [
    "Up": .up, "Down": .down, "Left": .left, "Right": .right, "Home": .home, "End": .end,
    "PgUp": .pageUp, "PgDn": .pageDown, "Enter": .enter, "Tab": .tab, "Shift-Tab": .backTab,
    "Backspace": .backspace, "Del": .delete, "Ins": .insert, "Esc": .escape,
    "Space": .character(" "),
  ]
}

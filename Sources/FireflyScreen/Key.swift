/// A key with its modifiers.
///
/// Terminals send Shift with a letter as the capital letter, and Ctrl with a letter as a control
/// character: these become `character("A")` and `control("a")`.
public struct Key: Hashable, Sendable {
  /// The key without modifiers.
  public enum Code: Hashable, Sendable {
    /// A printable character, space included.
    case character(Character)
    /// The arrows.
    case up, down, left, right
    /// Home, End, Page Up and Page Down.
    case home, end, pageUp, pageDown
    /// Return.
    case enter
    /// Tab.
    case tab
    /// Backspace, Delete and Insert.
    case backspace, delete, insert
    /// Escape.
    case escape
    /// F1 … F12.
    case function(Int)
  }

  /// Modifier keys; the bits are those of xterm's sequences.
  public struct Modifiers: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Shift.
    public static let shift = Modifiers(rawValue: 1)
    /// Alt, which some keyboards call Meta or Option.
    public static let alt = Modifiers(rawValue: 2)
    /// Ctrl.
    public static let control = Modifiers(rawValue: 4)
  }

  /// The key without modifiers.
  public var code: Code
  /// The modifiers.
  public var modifiers: Modifiers

  /// Creates a key, by default without modifiers.
  public init(_ code: Code, _ modifiers: Modifiers = []) {
    self.code = code
    self.modifiers = modifiers
  }

  /// The character, if the key has no modifiers.
  public var typed: Character? {
    if case .character(let character) = code, modifiers.isEmpty { character } else { nil }
  }
}

extension Key {
  /// The arrow up.
  public static let up = Key(.up)
  /// The arrow down.
  public static let down = Key(.down)
  /// The arrow to the left.
  public static let left = Key(.left)
  /// The arrow to the right.
  public static let right = Key(.right)
  /// Home.
  public static let home = Key(.home)
  /// End.
  public static let end = Key(.end)
  /// Page up.
  public static let pageUp = Key(.pageUp)
  /// Page down.
  public static let pageDown = Key(.pageDown)
  /// Return.
  public static let enter = Key(.enter)
  /// Tab.
  public static let tab = Key(.tab)
  /// Shift-Tab.
  public static let backTab = Key(.tab, .shift)
  /// Backspace.
  public static let backspace = Key(.backspace)
  /// Delete.
  public static let delete = Key(.delete)
  /// Insert.
  public static let insert = Key(.insert)
  /// Escape.
  public static let escape = Key(.escape)

  /// A printable character.
  public static func character(_ character: Character) -> Key { Key(.character(character)) }
  /// Ctrl with a lower-case letter (or `\`, `]`, `^`, `_`, `@`).
  public static func control(_ character: Character) -> Key { Key(.character(character), .control) }
  /// A character with modifiers; with Ctrl or Alt, a letter acts by its place on an English keyboard
  /// (`KeyboardLayout`).
  ///
  /// - Parameters:
  ///   - character: the character.
  ///   - modifiers: the modifiers.
  ///   - place: what the terminal says about that place; nil if it says nothing.
  /// - Returns: the key.
  public static func character(
    _ character: Character, _ modifiers: Modifiers, at place: Character? = nil
  ) -> Key {
    guard !modifiers.isDisjoint(with: [.control, .alt]), !character.isLatin else {
      return Key(.character(character), modifiers)
    }
    return Key(
      .character(place ?? KeyboardLayout.english(character) ?? character), modifiers)
  }
  /// Alt with a character.
  public static func alt(_ character: Character) -> Key { Key(.character(character), .alt) }
  /// F1 … F12.
  public static func function(_ number: Int) -> Key { Key(.function(number)) }
}

extension Character {
  /// Whether it is ASCII, or a letter or sign of European languages with Latin letters.
  fileprivate var isLatin: Bool { unicodeScalars.allSatisfy { $0.value < 0x370 } }
}

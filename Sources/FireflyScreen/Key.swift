/// A key with its modifiers.
///
/// Terminals send Shift with a letter as the capital letter, and Ctrl with a letter as a control
/// character: these become `character("A")` and `control("a")`.
package struct Key: Hashable, Sendable {
  /// The key without modifiers.
  package enum Code: Hashable, Sendable {
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
  package struct Modifiers: OptionSet, Hashable, Sendable {
    /// The bits.
    package let rawValue: UInt8

    /// Creates a set from its bits.
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Shift.
    package static let shift = Modifiers(rawValue: 1)
    /// Alt, which some keyboards call Meta or Option.
    package static let alt = Modifiers(rawValue: 2)
    /// Ctrl.
    package static let control = Modifiers(rawValue: 4)
  }

  /// The key without modifiers.
  package var code: Code
  /// The modifiers.
  package var modifiers: Modifiers

  /// Creates a key, by default without modifiers.
  package init(_ code: Code, _ modifiers: Modifiers = []) {
    self.code = code
    self.modifiers = modifiers
  }

  /// The character, if the key has no modifiers.
  package var typed: Character? {
    if case .character(let character) = code, modifiers.isEmpty { character } else { nil }
  }
}

extension Key {
  /// The arrow up.
  package static let up = Key(.up)
  /// The arrow down.
  package static let down = Key(.down)
  /// The arrow to the left.
  package static let left = Key(.left)
  /// The arrow to the right.
  package static let right = Key(.right)
  /// Home.
  package static let home = Key(.home)
  /// End.
  package static let end = Key(.end)
  /// Page up.
  package static let pageUp = Key(.pageUp)
  /// Page down.
  package static let pageDown = Key(.pageDown)
  /// Return.
  package static let enter = Key(.enter)
  /// Tab.
  package static let tab = Key(.tab)
  /// Shift-Tab.
  package static let backTab = Key(.tab, .shift)
  /// Backspace.
  package static let backspace = Key(.backspace)
  /// Delete.
  package static let delete = Key(.delete)
  /// Insert.
  package static let insert = Key(.insert)
  /// Escape.
  package static let escape = Key(.escape)

  /// A printable character.
  package static func character(_ character: Character) -> Key { Key(.character(character)) }
  /// Ctrl with a lower-case letter (or `\`, `]`, `^`, `_`, `@`).
  package static func control(_ character: Character) -> Key {
    Key(.character(character), .control)
  }
  /// A character with modifiers; with Ctrl or Alt, a letter acts by its place on an English keyboard
  /// (`KeyboardLayout`).
  ///
  /// - Parameter place: what the terminal says about that place; nil if it says nothing.
  package static func character(
    _ character: Character, _ modifiers: Modifiers, at place: Character? = nil
  ) -> Key {
    guard !modifiers.isDisjoint(with: [.control, .alt]), !character.isLatin else {
      return Key(.character(character), modifiers)
    }
    return Key(
      .character(place ?? KeyboardLayout.english(character) ?? character), modifiers)
  }
  /// Alt with a character.
  package static func alt(_ character: Character) -> Key { Key(.character(character), .alt) }
  /// F1 … F12.
  package static func function(_ number: Int) -> Key { Key(.function(number)) }
}

extension Character {
  /// Whether it is ASCII, or a letter or sign of European languages with Latin letters.
  fileprivate var isLatin: Bool { unicodeScalars.allSatisfy { $0.value < 0x370 } }
}

/// A context of key bindings, by its name in the configuration.
///
/// Each feature declares its own.
package struct KeyContext: Hashable, Sendable, CustomStringConvertible {
  /// The name.
  package let rawValue: String

  init(_ name: String) { rawValue = name }

  /// Returns the context with a name; nil if there is none.
  package init?(rawValue: String) {
    guard let context = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = context
  }

  /// All contexts, in the order of the help.
  package static let allCases: [KeyContext] = Keymap.standard.map(\.context).reduce(into: []) {
    if !$0.contains($1) { $0.append($1) }
  }

  /// The lists.
  package static let lists = KeyContext("lists")

  /// The name.
  package var description: String { rawValue }
}

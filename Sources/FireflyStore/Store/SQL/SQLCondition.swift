/// A SQL condition with its arguments.
struct SQLCondition {
  /// The condition, with numbered placeholders.
  private(set) var text = "true"
  private(set) var arguments: [SQLValue] = []

  /// Creates a condition; each `?` stands for an argument.
  init(_ part: String? = nil, _ arguments: (any SQLParameter)?...) {
    if let part { add(part, with: arguments) }
  }

  /// Adds a condition with AND; each `?` stands for an argument.
  ///
  /// Without arguments, it may contain placeholders that this condition has returned.
  mutating func add(_ part: String, _ arguments: (any SQLParameter)?...) {
    add(part, with: arguments)
  }

  private mutating func add(_ part: String, with arguments: [(any SQLParameter)?]) {
    let pieces =
      arguments.isEmpty ? [part[...]] : part.split(separator: "?", omittingEmptySubsequences: false)
    text = text == "true" ? "\(pieces[0])" : "\(text) AND \(pieces[0])"
    for (piece, argument) in zip(pieces.dropFirst(), arguments) {
      text += placeholder(argument) + piece
    }
  }

  /// Adds an argument.
  /// - Returns: its placeholder, such as `?1`.
  mutating func placeholder(_ argument: (any SQLParameter)?) -> String {
    arguments.append(argument?.sqlValue ?? .null)
    return "?\(arguments.count)"
  }
}

/// Texts in the form in which they are compared.
enum SQLText {
  /// Returns the key of an e-mail.
  static func key(_ email: String) -> String { StoredText.clean(email).lowercased() }
}

/// A SQL condition with its arguments.
struct PostgresCondition {
  /// The condition, with numbered placeholders.
  private(set) var text = "true"
  private(set) var arguments: [(any PostgresParameter)?] = []

  /// Adds a condition with AND; each `?` stands for an argument.
  mutating func add(_ part: String, _ arguments: (any PostgresParameter)?...) {
    let pieces = part.split(separator: "?", omittingEmptySubsequences: false)
    text += " AND \(pieces[0])"
    for (piece, argument) in zip(pieces.dropFirst(), arguments) {
      text += placeholder(argument) + piece
    }
  }

  /// Adds an argument.
  /// - Returns: its placeholder, such as `$1`.
  mutating func placeholder(_ argument: (any PostgresParameter)?) -> String {
    arguments.append(argument)
    return "$\(arguments.count)"
  }
}

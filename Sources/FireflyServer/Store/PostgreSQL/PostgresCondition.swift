/// A condition that is put together, with its arguments.
struct PostgresCondition {
  /// The condition, with the numbers of its arguments.
  private(set) var text = "true"
  private(set) var arguments: [(any PostgresParameter)?] = []

  /// Adds a part that has to hold as well; `?` stands for each of its arguments.
  mutating func add(_ part: String, _ arguments: (any PostgresParameter)?...) {
    let pieces = part.split(separator: "?", omittingEmptySubsequences: false)
    text += " AND \(pieces[0])"
    for (piece, argument) in zip(pieces.dropFirst(), arguments) {
      text += placeholder(argument) + piece
    }
  }

  /// Adds an argument.
  /// - Returns: how a statement names it.
  mutating func placeholder(_ argument: (any PostgresParameter)?) -> String {
    arguments.append(argument)
    return "$\(arguments.count)"
  }
}

/// The text form of arrays, for `= ANY(?1)` or `unnest(?1)`.
enum PostgresArray {
  static func text(_ numbers: some Sequence<Int>) -> String {
    "{" + numbers.map(String.init).joined(separator: ",") + "}"
  }

  /// Returns an array of texts, or of other values as texts; nil is NULL.
  static func text(_ texts: some Sequence<String?>) -> String {
    let quoted = texts.map { text in
      guard let text else { return "NULL" }
      return "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
    return "{" + quoted.joined(separator: ",") + "}"
  }
}

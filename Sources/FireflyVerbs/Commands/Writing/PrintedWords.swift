import FireflyCore

extension PostText {
  /// Title, summary and body, separated by empty lines.
  package var printed: String {
    [title, summary, body].filter { !$0.isEmpty }
      .map { ForeignText.clean($0, limit: .max) + "\n" }.joined(separator: "\n")
  }
}

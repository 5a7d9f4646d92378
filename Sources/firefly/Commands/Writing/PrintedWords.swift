import FireflyCore

extension Draft.Words {
  /// Title, summary and body, with an empty line between each two.
  var printed: String {
    [title, summary, body].filter { !$0.isEmpty }
      .map { ForeignText.clean($0, limit: .max) + "\n" }.joined(separator: "\n")
  }
}

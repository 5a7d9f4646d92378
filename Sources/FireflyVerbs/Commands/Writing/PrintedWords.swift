import FireflyCore

extension Draft {
  /// Its words, and the options of its poll.
  var printed: String {
    let options = (delivery.poll?.options ?? []).map { ForeignText.cleanLine($0, limit: .max) }
    let poll = options.map { "- \($0)\n" }.joined()
    return words.printed + (words.isEmpty || poll.isEmpty ? "" : "\n") + poll
  }
}

extension PostText {
  /// Title, summary and body, separated by empty lines.
  package var printed: String {
    [title, summary, body].filter { !$0.isEmpty }
      .map { ForeignText.clean($0, limit: .max) + "\n" }.joined(separator: "\n")
  }
}

import FireflyCore

extension Draft {
  /// Its words, and the options of its poll with what is said of that.
  var printed: String {
    let options = (delivery.poll?.options ?? []).map { ForeignText.cleanLine($0, limit: .max) }
    let remark = options.isEmpty ? nil : delivery.poll.map { "\nPoll: \($0.remark)\n" }
    let poll = options.map { "- \($0)\n" }.joined() + (remark ?? "")
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

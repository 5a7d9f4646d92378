// Words as a text for an editor: front matter with title and summary, then the body.
extension Draft.Words {
  private static let fence = "---"

  /// What the form of a document is, for its notes.
  public static let formNotes = [
    "The title is one line. Lines of the summary that go on begin with a blank.",
    "Below the second line of dashes stands the body, in Markdown.",
  ]

  /// The text to edit.
  ///
  /// - `notes`: lines that explain it; they are comments.
  public func document(notes: [String] = []) -> String {
    let lines =
      [Self.fence] + notes.map { "# \($0)" } + [Self.field("title", title)]
      + [Self.field("summary", summary), Self.fence]
    return lines.joined(separator: "\n") + "\n" + body + (body.hasSuffix("\n") ? "" : "\n")
  }

  /// Whether a text has the front matter of a document; without it all of it is the body.
  public static func isDocument(_ text: String) -> Bool {
    let lines = text.split(whereSeparator: \.isNewline)
    return lines.first?.trimmed == fence && lines.dropFirst().contains { $0.trimmed == fence }
  }

  /// The words in a text that was edited.
  ///
  /// Without front matter all of it is the body; what the front matter doesn't name is as in
  /// `original`. Lines within it that begin with a blank go on with what is before them.
  public init(document text: String, original: Draft.Words = Draft.Words()) {
    let text = text.replacing("\r\n", with: "\n")
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    self = original
    guard lines.first?.trimmed == Self.fence,
      let end = lines.dropFirst().firstIndex(where: { $0.trimmed == Self.fence })
    else {
      body = Self.body(lines[...])
      return
    }
    var fields: [String: String] = [:]
    var name: String?
    for line in lines[1..<end] where !line.hasPrefix("#") {
      if let known = name, line.first?.isWhitespace == true {
        fields[known, default: ""] += "\n" + line.trimmed
      } else if let colon = line.firstIndex(of: ":") {
        name = line[..<colon].trimmed.lowercased()
        name.map { fields[$0] = line[line.index(after: colon)...].trimmed }
      }
    }
    if let title = fields["title"] { self.title = title.replacing("\n", with: " ") }
    if let summary = fields["summary"] { self.summary = summary }
    body = Self.body(lines[(end + 1)...])
  }

  /// A field, with the lines of its value below each other.
  private static func field(_ name: String, _ value: String) -> String {
    "\(name): " + value.replacing("\r\n", with: "\n").replacing("\n", with: "\n  ")
  }

  /// An editor ends the last line, whether it was or not.
  private static func body(_ lines: ArraySlice<Substring>) -> String {
    let text = lines.joined(separator: "\n")
    let end = text.lastIndex { !$0.isWhitespace }
    return end.map { String(text[...$0]) } ?? ""
  }
}

extension Substring {
  fileprivate var trimmed: String {
    let start = drop(while: \.isWhitespace)
    let end = start.lastIndex { !$0.isWhitespace }
    return end.map { String(start[...$0]) } ?? ""
  }
}

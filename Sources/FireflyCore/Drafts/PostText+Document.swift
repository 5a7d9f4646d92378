// The texts as one document for an editor: front matter with title and summary, then the body.
extension PostText {
  private static let fence = "---"

  /// Explains the format of a document of a service with accounts.
  public static let serviceNotes = [
    "The warning, one line, hides the text until a reader opens it; empty for none.",
    "The text follows the second line of dashes.",
  ]

  /// Explains the format of a document, for its comments.
  public static let formNotes = [
    "The title is one line. More lines of the summary begin with a space.",
    "The body, in Markdown, follows the second line of dashes.",
  ]

  /// Returns the document to edit.
  ///
  /// - Parameters:
  ///   - notes: lines to include as comments.
  ///   - isOfService: whether the title is a content warning, and there is no summary: on services with accounts.
  /// - Returns: the document.
  public func document(notes: [String] = [], isOfService: Bool = false) -> String {
    let fields =
      isOfService
      ? [Self.field("warning", title)]
      : [Self.field("title", title), Self.field("summary", summary)]
    let lines = [Self.fence] + notes.map { "# \($0)" } + fields + [Self.fence]
    return lines.joined(separator: "\n") + "\n" + body + (body.hasSuffix("\n") ? "" : "\n")
  }

  /// Whether a text has front matter; without it, all of it is the body.
  public static func isDocument(_ text: String) -> Bool {
    let lines = text.split(whereSeparator: \.isNewline)
    return lines.first?.trimmed == fence && lines.dropFirst().contains { $0.trimmed == fence }
  }

  /// Parses a document.
  ///
  /// Without front matter, all of the text is the body; fields missing from the front matter are
  /// taken from `original`. Indented lines in the front matter continue the previous line.
  public init(document text: String, original: PostText = PostText()) {
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
    if let title = fields["title"] ?? fields["warning"] {
      self.title = title.replacing("\n", with: " ")
    }
    if let summary = fields["summary"] { self.summary = summary }
    body = Self.body(lines[(end + 1)...])
  }

  /// A field; further lines of its value are indented.
  private static func field(_ name: String, _ value: String) -> String {
    "\(name): " + value.replacing("\r\n", with: "\n").replacing("\n", with: "\n  ")
  }

  /// Removes the line break that editors add at the end of a file.
  private static func body(_ lines: ArraySlice<Substring>) -> String {
    lines.joined(separator: "\n").trimmedAtEnd
  }
}

// The texts as one document for an editor: front matter with title and summary, then the body.
extension PostText {
  /// Explains the format of a document of a service with accounts.
  fileprivate static let serviceNotes = [
    "The warning, one line, hides the text until a reader opens it; empty for none.",
    "The text follows the second line of dashes.",
  ]

  /// Explains who can read a new post of a service.
  fileprivate static let readersNote =
    "The readers are public, quiet, followers or mentioned; the language is two letters."

  /// Explains what a change of a post of a service has beside its text.
  fileprivate static let languageNote = "The language is two letters."

  /// Explains what a picture of a service has beside it.
  fileprivate static let descriptionNote =
    "The description says what is on the picture, for those who can't see it."

  /// Explains what a poll has.
  fileprivate static let pollNotes = [
    "The poll has an option on each line: further lines begin with a space; none for no poll.",
    "After it, poll-for is how long one can vote, 30m, 12h or 7d, and poll-several yes or no.",
  ]

  /// Explains the format of a document, for its comments.
  fileprivate static let formNotes = [
    "The title is one line. More lines of the summary begin with a space.",
    "The body, in Markdown, follows the second line of dashes.",
  ]

  /// Whether a text has front matter; without it, all of it is the body.
  public static func isDocument(_ text: String) -> Bool { FrontMatter(text).isWhole }

  /// Whether the comments of a document are in the body, because its lines of dashes are damaged.
  public static func hasNotes(_ words: PostText) -> Bool {
    let notes =
      serviceNotes + [readersNote, languageNote, descriptionNote] + pollNotes + formNotes
    return words.body.split(separator: "\n").contains { line in
      line.hasPrefix("# ") && notes.contains(String(line.dropFirst(2)))
    }
  }

  /// Parses a document.
  ///
  /// Without front matter, all of the text is the body; fields missing from the front matter are
  /// taken from `original`. Indented lines in the front matter continue the previous line.
  public init(document text: String, original: PostText = PostText()) {
    self.init(FrontMatter(text), original: original)
  }

  fileprivate init(_ document: FrontMatter, original: PostText) {
    self = original
    if let title = document.fields["title"] ?? document.fields["warning"] {
      self.title = title.replacing("\n", with: " ")
    }
    if let summary = document.fields["summary"] { self.summary = summary }
    body = document.body
  }
}

extension Draft {
  /// Whether it is a new post of a service, of which a document says all.
  private var isNewOfService: Bool { key.target.isNew && delivery.readers != nil }

  /// The names of the descriptions of its pictures in a document: services have those beside the text.
  private var descriptionNames: [String] {
    guard isNewOfService || delivery.further != nil else { return [] }
    return sidePictures.indices.map { $0 == 0 ? "description" : "description-\($0 + 1)" }
  }

  /// Whether a document says what its poll has.
  private var saysPoll: Bool { isNewOfService || delivery.poll != nil }

  /// Returns the document to edit.
  ///
  /// - Parameters:
  ///   - notes: lines to include as comments.
  ///   - parts: what the post has; where its title is a content warning, its language is said, and of a new post who
  ///     can read it and what is on its picture.
  /// - Returns: the document.
  public func document(notes: [String] = [], of parts: PostFields.Parts = .firefly) -> String {
    let hasHeading = parts.contains(.heading)
    var fields = [(hasHeading ? "title" : "warning", words.title)]
    if parts.contains(.summary) { fields.append(("summary", words.summary)) }
    var format = hasHeading ? PostText.formNotes : PostText.serviceNotes
    if !hasHeading, key.target.isNew, let readers = delivery.readers {
      fields += [("readers", readers.rawValue), ("language", delivery.language ?? "")]
      format.append(PostText.readersNote)
    } else if !hasHeading, !key.target.isNew {
      fields.append(("language", delivery.language ?? ""))
      format.append(PostText.languageNote)
    }
    if parts.contains(.descriptions), !descriptionNames.isEmpty {
      fields += zip(descriptionNames, sidePictures.map(\.description))
      format.append(PostText.descriptionNote)
    }
    if parts.contains(.poll), saysPoll {
      fields += pollFields
      format += PostText.pollNotes
    }
    let lines =
      [FrontMatter.fence] + (format + notes).map { "# \($0)" } + fields.map(FrontMatter.line)
      + [FrontMatter.fence]
    return lines.joined(separator: "\n") + "\n" + words.body
      + (words.body.hasSuffix("\n") ? "" : "\n")
  }

  /// Takes what an edited document says.
  ///
  /// - Parameter text: the document.
  /// - Returns: why it can't be sent as it is, as a sentence: then no word is lost, and it is for the fewest readers;
  ///   nil if it can.
  public mutating func take(document text: String) -> String? {
    let pollNames = saysPoll ? ["poll", "poll-for", "poll-several"] : []
    let document = FrontMatter(text, further: descriptionNames + pollNames)
    words = PostText(document, original: words)
    let complaint = document.complaint ?? (PostText.hasNotes(words) ? FrontMatter.damage : nil)
    if complaint != nil, key.target.isNew, delivery.readers != nil {
      delivery.readers = .mentioned
    }
    describePictures(by: document)
    let pollComplaint = takePoll(of: document)
    if let language = document.fields["language"] {
      let word = ForeignText.cleanLine(language, limit: 20)
      delivery.language = word.isEmpty ? nil : word
    }
    if complaint == nil, let pollComplaint { return pollComplaint }
    if complaint == nil, let language = delivery.language, !LanguageCode.isKnown(language) {
      return LanguageCode.refusal(of: language)
    }
    guard complaint == nil, key.target.isNew, let word = document.fields["readers"], !word.isEmpty
    else {
      return complaint
    }
    let readers = Readers(word: word)
    delivery.readers = readers ?? .mentioned
    return readers == nil
      ? "The readers can be public, quiet, followers or mentioned, not “\(ForeignText.cleanLine(word, limit: 40))”."
      : nil
  }

  private mutating func describePictures(by document: FrontMatter) {
    var pictures = sidePictures
    for (place, name) in descriptionNames.enumerated() {
      guard let words = document.fields[name] else { continue }
      let new = ForeignText.cleanLine(words, limit: .max)
      // One that stays keeps its line breaks.
      guard ForeignText.cleanLine(pictures[place].description, limit: .max) != new else { continue }
      pictures[place].description = new
    }
    guard pictures != sidePictures else { return }
    let hadFurther = delivery.further != nil
    sidePictures = pictures
    if !hadFurther { delivery.further = nil }
  }

  /// The fields of its poll in a document; of none, the name of the options.
  private var pollFields: [(String, String)] {
    guard let poll = delivery.poll else { return [("poll", "")] }
    return [
      ("poll", poll.options.joined(separator: "\n")),
      ("poll-for", poll.seconds.map(TimeSpan.typed) ?? ""),
      ("poll-several", poll.takesSeveral ? "yes" : "no"),
    ]
  }

  /// Takes the poll of a document.
  ///
  /// - Returns: why it can't be sent so, as a sentence; nil if it can.
  private mutating func takePoll(of document: FrontMatter) -> String? {
    let (time, several) = (document.fields["poll-for"] ?? "", document.fields["poll-several"] ?? "")
    guard let lines = document.fields["poll"] else { return nil }
    // As long as before if it stays so.
    let seconds =
      delivery.poll?.seconds.map(TimeSpan.typed) == time
      ? delivery.poll?.seconds : TimeSpan.seconds(time)
    let poll = NewPoll(lines: lines, seconds: seconds, takesSeveral: several.lowercased() == "yes")
    delivery.poll = poll == NewPoll() && key.target.isNew ? nil : poll
    func refusal(_ words: String, _ given: String) -> String {
      "\(words), not “\(ForeignText.cleanLine(given, limit: 40))”."
    }
    if seconds == nil, !time.isEmpty {
      return refusal("poll-for is a time such as 30m, 12h or 7d", time)
    }
    return ["", "yes", "no"].contains(several.lowercased())
      ? nil : refusal("poll-several is yes or no", several)
  }
}

/// The parts of a document.
private struct FrontMatter {
  static let fence = "---"

  /// The fields before the body, by name.
  var fields: [String: String] = [:]
  /// The body; all of the text if there is no front matter.
  let body: String
  /// Whether there is front matter.
  let isWhole: Bool
  /// Why it is not what the user meant, as a sentence; nil if it may be.
  private(set) var complaint: String?
  static let damage =
    "The lines of dashes around the first lines of the text are damaged: repair or remove them."
  private static let names = ["title", "summary", "warning", "readers", "language"]

  /// Reads the parts of a document.
  ///
  /// - Parameter further: the names of further fields.
  init(_ text: String, further: [String] = []) {
    let names = Self.names + further
    let text = text.replacing("\r\n", with: "\n")
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    if lines.first?.unicodeScalars.first == "\u{FEFF}" {
      lines[0] = Substring(lines[0].unicodeScalars.dropFirst())
    }
    let start = lines.firstIndex { !$0.allSatisfy(\.isWhitespace) } ?? 0
    let fences = lines.indices.filter { lines[$0].trimmed == Self.fence }.prefix(2)
    guard fences.count == 2, fences.first == start, let end = fences.last else {
      (isWhole, body) = (false, Self.body(lines))
      let first = fences.first == start ? start + 1 : start
      if !fences.isEmpty, lines.indices.contains(first),
        names.contains(where: { lines[first].hasPrefix("\($0):") })
      {
        complaint = Self.damage
      }
      return
    }
    var name: String?
    // What is no field stays as text.
    var others: [Substring] = []
    for line in lines[(start + 1)..<end] where !line.hasPrefix("#") {
      if let known = name, line.first?.isWhitespace == true {
        fields[known, default: ""] += "\n" + line.trimmed
      } else if let colon = line.firstIndex(of: ":"),
        case let field = line[..<colon].trimmed.lowercased(), names.contains(field)
      {
        fields[field] = line[line.index(after: colon)...].trimmed
        name = field
      } else if !line.allSatisfy(\.isWhitespace) {
        others.append(line)
      }
    }
    (isWhole, body) = (true, Self.body(others + lines[(end + 1)...]))
    if let first = others.first {
      complaint =
        "“\(ForeignText.cleanLine(String(first), limit: 40))” is no field of the first lines. The text follows them."
    }
  }

  /// A field; further lines of its value are indented.
  static func line(_ name: String, _ value: String) -> String {
    "\(name): " + value.replacing("\r\n", with: "\n").replacing("\n", with: "\n  ")
  }

  /// Removes the line break that editors add at the end of a file, and empty lines above the text.
  private static func body(_ lines: some Sequence<Substring>) -> String {
    lines.drop { $0.allSatisfy(\.isWhitespace) }.joined(separator: "\n").trimmedAtEnd
  }
}

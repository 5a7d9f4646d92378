import FireflyCore

extension Post {
  /// The name for sentences and lists: the title, otherwise the author, otherwise "untitled".
  ///
  /// A card without a title stays without one (seed 002).
  package var label: String { title.isEmpty ? byline ?? "untitled" : title }

  /// What names the post in sentences about what is below it: the title, otherwise its first words, otherwise
  /// the author.
  package var headline: String {
    // Of a post of a service, the summary is its words without its poll and its pictures.
    let own =
      service == nil || summary.isEmpty ? self.words : PostText(title: title, summary: summary)
    let words =
      template == .profile ? title : (title.isEmpty ? own.withoutQuotation : own).label
    return words.isEmpty ? label : words
  }
}

extension PostText {
  /// The text without the quotation at its start, and the line that says whose it is; the same if nothing else is left.
  fileprivate var withoutQuotation: PostText {
    let lines = body.prefix(8_192).split(separator: "\n", omittingEmptySubsequences: false)
    func isBlank(_ line: Substring) -> Bool { line.allSatisfy(\.isWhitespace) }
    func isQuoted(_ line: Substring) -> Bool { line.drop(while: \.isWhitespace).hasPrefix(">") }
    guard let first = lines.firstIndex(where: isQuoted) else { return self }
    let attribution = lines[..<first].drop(while: isBlank)
    let isOne = attribution.split(whereSeparator: isBlank).count < 2
    let last = attribution.last { !isBlank($0) }
    guard isOne, last.map({ $0.trimmed.hasSuffix(":") }) != false else { return self }
    let rest = lines[first...].drop { isBlank($0) || isQuoted($0) }.joined(separator: "\n")
    return rest.isEmpty ? self : PostText(title: title, summary: summary, body: rest)
  }
}

import FireflyCore
import Foundation

/// The links between pages of Logseq: by their names with slashes, other names and days, also as the
/// targets of other links.
struct LogseqLinks {
  /// The names of pages in links to posts, by their own names in lower case.
  private var pages: [String: String] = [:]
  private let links: NoteLinks

  /// Creates the links of a graph.
  ///
  /// - Parameters:
  ///   - notes: its pages.
  ///   - links: knows the blocks.
  init(_ notes: [(file: ImportFile, note: MarkdownNote)], _ links: NoteLinks) {
    self.links = links
    for (file, note) in notes {
      let name = NoteLinks.name(of: file)
      pages[(note.pageTitle ?? LogseqPage.name(ofFile: file.stem)).lowercased()] = name
      guard file.path.first == "journals", let day = LogseqPage.day(named: file.stem) else {
        continue
      }
      pages[day] = name
    }
    // A page's own name counts more.
    for (file, note) in notes {
      for name in note.aliases.map({ $0.lowercased() }) where pages[name] == nil {
        pages[name] = NoteLinks.name(of: file)
      }
    }
  }

  private func page(named name: String) -> String? {
    let name = name.trimmingCharacters(in: .whitespaces).lowercased()
    return pages[name] ?? LogseqPage.day(named: name).flatMap { pages[$0] }
  }

  /// Returns a text whose links to pages of the graph lead to their posts; others stay.
  func linked(_ text: String) -> String {
    guard text.hasBytes("[[") || text.hasBytes("(((") else { return text }
    let text = text.withPlainBreaks
    var prose = ProseOfText(text)
    return text.lines.map { line in
      guard let prose = prose.next(line), line.hasBytes("[[") || line.hasBytes("(((") else {
        return String(line)
      }
      return linked(line, in: prose)
    }.joined(separator: "\n")
  }

  private func linked(_ line: Substring, in prose: ProseOfLine) -> String {
    var (output, rest, prose) = ("", line, prose)
    while let open = rest.firstIndex(where: { "[(".contains($0) }) {
      var before = rest[..<open]
      let sign = rest[open]
      let close: Character = sign == "[" ? "]" : ")"
      let inner = rest[open...].dropFirst(2).prefix { $0 != sign && $0 != close }
      // The target of a link is no prose; the end of its words is.
      let isTarget = before.hasSuffix("](") || before.isEmpty && output.hasSuffix("](")
      let place =
        line.utf8.distance(from: line.startIndex, to: inner.startIndex) - (isTarget ? 5 : 0)
      let end = place + (isTarget ? 1 : inner.utf8.count)
      var after = rest[inner.endIndex...]
      guard rest[open...].hasPrefix("\(sign)\(sign)"), !inner.isEmpty, inner.utf8.count <= 1_200,
        after.hasPrefix("\(close)\(close)"),
        place < end, prose.overlaps(place..<end),
        let name = sign == "[" ? page(named: String(inner)) : links.name(ofBlock: String(inner))
      else {
        output += rest[...open]
        rest = rest[open...].dropFirst()
        continue
      }
      after = after.dropFirst(2)
      if isTarget, after.first == ")" {
        output += before + BodyLink.scheme + name
      } else if sign == "(" {
        // Without words of its own, it has those of the block.
        output += before + "((\(inner)))"
      } else {
        var label = String(inner)
        if before.hasSuffix("{{embed "), after.hasPrefix("}}") {
          (before, after) = (before.dropLast(8), after.dropFirst(2))
        } else if before.hasSuffix("#") {
          (before, label) = (before.dropLast(), "#" + label)
        }
        output += before + BodyLink.markdown(BodyLink.label(label), to: name)
      }
      rest = after
    }
    return output + rest
  }
}

import FireflyCore

/// Where the user is in a text that is read by paragraphs.
struct ParagraphReader: Hashable, Sendable {
  /// Number of paragraphs of a page.
  private static let page = 10

  /// The paragraph, from 0.
  private(set) var place = 0
  /// The paragraphs in which what is sought begins, ascending.
  private(set) var matches: [Int] = []
  /// Where the search began.
  private var origin = 0

  /// Moves by paragraphs, pages, or to an end.
  mutating func move(_ action: ScrollAction, count: Int) {
    place = action.position(from: place, page: Self.page, end: max(0, count - 1))
    origin = place
  }

  /// Goes to the first match from where the search began.
  mutating func seek(_ sought: String, in paragraphs: [String]) {
    find(sought, in: paragraphs)
    place = matches.first { $0 >= origin } ?? matches.first ?? origin
  }

  /// Begins the next search here.
  mutating func stay() { origin = place }

  /// Finds all matches, and stays.
  mutating func find(_ sought: String, in paragraphs: [String]) {
    matches =
      sought.isEmpty
      ? [] : paragraphs.indices.filter { TextFolding.range(of: sought, in: paragraphs[$0]) != nil }
  }

  /// Goes to the next (1) or previous (-1) match, from the ends to the others.
  mutating func go(_ step: Int) {
    let next =
      step > 0
      ? matches.first { $0 > place } ?? matches.first
      : matches.last { $0 < place } ?? matches.last
    place = next ?? place
    origin = place
  }
}

extension ArticleSheet {
  /// Whether there is no text, and none will come: it only says why.
  var hasNothing: Bool { text == nil && !isLoading && failure != nil }

  /// Its numbers are links, and answer no question.
  var lineUse: LineUse {
    LineUse(asksForNumber: false, actionToGoOn: hasNothing ? .article(.closed) : nil)
  }

  /// The article by paragraphs; the numbers open its links as they are said.
  func spoken(in context: SpokenContext) -> SpokenLayer? {
    guard let spoken = text?.spoken else {
      let reason = failure.map {
        PostSentences.sentence($0.sentence) + ($0.kind == .refused ? "" : " b tries again.")
      }
      var layer = SpokenLayer(lines: [reason ?? "Loading the article …"])
      layer.isMessage = hasNothing
      return layer
    }
    let (paragraphs, links) = (spoken.paragraphs, text?.links ?? [])
    if filter.isTyping { return SpokenLayer(lines: ["Find in the article: type words, or esc."]) }
    var counts = [Counted.words(paragraphs.count, "paragraph")]
    if !links.isEmpty { counts.append(Counted.words(links.count, "link")) }
    var layer = SpokenLayer(lines: [
      PostSentences.sentence("Article: \(title)") + " " + counts.joined(separator: ", ") + "."
    ])
    if let failure { layer.lines.append(PostSentences.sentence(failure.sentence)) }
    if !filter.isEmpty {
      let found = reader.matches.count
      let count = found == 0 ? "not in the article" : "in \(found) of its paragraphs"
      layer.lines = ["“\(filter.text)”: \(count)." + (found > 1 ? " n and N go on." : "")]
    }
    layer.linesHavePart = false
    layer.choices = links.map { .article(.linkPressed($0)) }
    if paragraphs.indices.contains(reader.place) {
      layer.part = .init(index: reader.place, words: paragraphs[reader.place])
      layer.whereabouts = "Paragraph \(reader.place + 1) of \(paragraphs.count)."
    }
    return layer
  }
}

extension Conflict {
  /// Number of changes that are said.
  private static let spokenChanges = 20

  /// The changed lines of both versions, and how to go on.
  func spoken(in context: SpokenContext) -> SpokenLayer? {
    let fields = [
      ("Title", comparison.title), ("Summary", comparison.summary), ("Text", comparison.body),
    ]
    let changes = fields.flatMap { name, difference in
      difference.blocks.filter { !$0.isSame }.map { block in
        [("on the server", block.old), ("yours", block.new)].map { side, words in
          "\(name), \(side): " + PostSentences.sentence(words.isEmpty ? "nothing" : words)
        }
      }
    }
    var spoken = SpokenLayer(lines: ["Someone changed this post while you were editing."])
    spoken.lines += changes.prefix(Self.spokenChanges).flatMap(\.self)
    if changes.count > Self.spokenChanges {
      spoken.lines.append("And \(changes.count - Self.spokenChanges) more changes.")
    }
    spoken.add("keep mine", .conflict(.minePressed))
    spoken.add("take theirs; asks first", .conflict(.theirsPressed))
    spoken.add("both, change by change", .conflict(.bothPressed))
    spoken.lines.append("esc goes back to your text.")
    return spoken
  }
}

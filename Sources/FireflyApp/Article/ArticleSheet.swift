import FireflyCore
import FireflyModel
import FireflyScreen

/// The article of the page that a post is about, as text over the lists.
struct ArticleSheet: Hashable, Sendable {
  /// The address of the page, as the post has it.
  let page: String
  /// The title of the post, or of the article if the post has none.
  private(set) var title: String
  /// The text, as Markdown; nil until it is loaded.
  private(set) var markdown: String?
  /// The formatted text; nil until it is formatted.
  private(set) var text: FormattedText?
  /// When a copy from the disk was loaded, in seconds since 1970; nil for a new text.
  private(set) var cachedAt: Int?
  /// Whether the page is loading.
  private(set) var isLoading = true
  /// Why it could not be loaded.
  private(set) var failure: LoadFailure?
  /// Number of lines scrolled.
  private(set) var scroll = 0
  /// Whether the user went to the end; a new size keeps it there.
  private var isAtEnd = false
  /// The first line that the last step has brought into view, if lines that were in view still are; nil for none.
  private(set) var firstNew: Int?
  /// The place in the text as it is spoken.
  private(set) var reader = ParagraphReader()
  var filter = Filter() {
    // After a find, reading goes on at the match.
    didSet {
      guard oldValue.isTyping, !filter.isTyping, !filter.isEmpty else { return }
      origin = scroll
      reader.stay()
    }
  }
  /// The indices of the lines in which what is sought begins.
  private(set) var matches: [Int] = []
  /// Where the search began: lines scrolled.
  private var origin = 0
  /// The question which link to open; nil if no digit was typed.
  private(set) var choice: LinkChoice?
  /// Whether it was closed.
  private(set) var isOver = false

  init(title: String, page: String) { (self.title, self.page) = (title, page) }

  static func layout(_ layout: ScreenLayout, _ tunables: Tunables) -> SheetLayout {
    layout.sheet(columns: tunables.cardColumns)
  }

  /// Handles an action.
  ///
  /// - Parameter inner: the area of the lines.
  /// - Returns: the effects to run.
  mutating func reduce(_ action: ArticleAction, in inner: Rect) -> [Effect] {
    switch action {
    case .pressed: break
    case .scrolled(let action):
      let end = max(0, (text?.lines.count ?? 0) - inner.height)
      if scroll == end, action == .pages(1), paragraphs.isEmpty {
        return [.note("This is the end.", inList: true)]
      }
      let (seen, page) = (scroll + inner.height, max(1, inner.height - 1))
      let start = scroll
      scroll = action.position(from: start, page: page, end: end)
      firstNew = action == .pages(1) && scroll - start < page ? seen : nil
      (origin, isAtEnd) = (scroll, scroll > 0 && scroll == end)
      reader.move(action, count: paragraphs.count)
    case .matchPressed where filter.isEmpty:
      return [.note("Nothing was looked for here.", inList: true)]
    case .matchPressed(let step):
      go(step)
      reader.go(step)
    case .openPressed: return [.links(.open(page))]
    case .copyPressed: return [.send(.links(.copyPressed(page)))]
    case .refreshPressed:
      (isLoading, failure) = (true, nil)
      return [.article(.load(page: page))]
    case .linkPressed(let address): return follow(address)
    case .picturePressed: break
    case .digitTyped(let digit): return choose(.digitTyped(digit))
    case .accepted: return choose(.accepted)
    case .closed where choice != nil: choice = nil
    case .closed:
      isOver = true
      return isLoading ? [.cancel(.article)] : []
    case .cachedResponse(page, let article, let time) where isLoading || failure != nil:
      guard markdown == nil else { break }
      cachedAt = time
      return show(article, in: inner)
    case .response(page, .success(let article)):
      (isLoading, failure, cachedAt) = (false, nil, nil)
      return article.markdown == markdown ? [] : show(article, in: inner)
    case .response(page, .failure(let reason)): (isLoading, failure) = (false, reason)
    case .formatted(page, let text) where text.width == max(2, inner.width):
      let end = max(0, text.lines.count - inner.height)
      if let old = self.text, !old.lines.isEmpty {
        // Elsewhere the same share of the lines is above.
        scroll = isAtEnd ? end : min(end, scroll * text.lines.count / old.lines.count)
      }
      self.text = text
      findMatches()
      reader.find(filter.isEmpty ? "" : filter.text, in: paragraphs)
    case .cachedResponse, .response, .formatted: break
    }
    return []
  }

  /// The text as it is spoken; empty if it is only drawn.
  private var paragraphs: [String] { text?.spoken?.paragraphs ?? [] }

  private mutating func show(_ article: Article, in inner: Rect) -> [Effect] {
    markdown = article.markdown
    if title.isEmpty { title = article.title }
    return format(in: inner)
  }

  /// Formats the text, for a new width.
  func format(in inner: Rect) -> [Effect] {
    guard let markdown else { return [] }
    return [.article(.format(markdown, page: page, columns: max(2, inner.width)))]
  }

  /// Handles a key of a link's number.
  private mutating func choose(_ action: LinksAction) -> [Effect] {
    guard let text, !text.links.isEmpty else { return [] }
    var choice = choice ?? LinkChoice(text)
    let effects = choice.reduce(action)
    self.choice = choice.isOver || choice.number == 0 ? nil : choice
    guard case .send(.links(.chosen(let address)))? = effects.first else { return effects }
    return follow(address)
  }

  /// Follows a link: a picture of the text is shown.
  private func follow(_ address: String) -> [Effect] {
    textPictures.contains(address)
      ? [.send(.article(.picturePressed(address)))] : [.links(.open(address))]
  }

  /// The addresses of the pictures of the text, in its order.
  private var textPictures: [String] {
    text.map { text in text.pictureLinks.sorted().map { text.links[$0 - 1] } } ?? []
  }

  /// Returns the pictures in full screen, from one of them; without one, from the first in sight, or else the next.
  fileprivate func fullPictures(from first: String?) -> FullPicture? {
    let ahead = text?.lines.dropFirst(scroll).lazy.flatMap(\.linkRuns)
      .first { text?.pictureLinks.contains($0.link) == true }
    return FullPicture(textPictures, first: first ?? ahead.flatMap { text?.links[$0.link - 1] })
  }

  /// Goes to a line.
  mutating func go(toLine line: Int, in inner: Rect) {
    let end = max(0, (text?.lines.count ?? 0) - inner.height)
    scroll = max(0, min(line, end))
    (origin, isAtEnd, firstNew) = (scroll, scroll > 0 && scroll == end, nil)
  }

  /// Goes to the next or previous match, from the ends to the others.
  private mutating func go(_ step: Int) {
    guard let first = matches.first, let last = matches.last else { return }
    let current = matches.last { $0 <= scroll + Self.linesAbove } ?? first - 1
    let next =
      step > 0
      ? matches.first { $0 > current } ?? first : matches.last { $0 < current } ?? last
    scroll = max(0, next - Self.linesAbove)
    (origin, isAtEnd) = (scroll, false)
  }

  /// Lines shown above a match.
  static let linesAbove = 2

  private mutating func findMatches() {
    guard let lines = text?.lines, !filter.isEmpty else { return matches = [] }
    let texts = lines.map(\.text) + [""]
    matches = lines.indices.filter { line in
      !ArticleSheet.ranges(of: filter.text, in: texts[line], before: texts[line + 1]).isEmpty
    }
  }

  /// Returns the first match that begins in a line; it may end in the next one.
  static func ranges(
    of sought: String, in line: String, before next: String
  ) -> [Range<String.Index>] {
    if let range = TextFolding.range(of: sought, in: line) { return [range] }
    let both = "\(line) \(next)"
    guard !next.isEmpty, sought.contains(where: \.isWhitespace),
      let range = TextFolding.range(of: sought, in: both)
    else { return [] }
    let offset = both.utf8.distance(from: both.startIndex, to: range.lowerBound)
    let start = line.utf8.index(line.startIndex, offsetBy: offset, limitedBy: line.endIndex)
    return start.map { $0 < line.endIndex ? [$0..<line.endIndex] : [] } ?? []
  }
}

extension ArticleSheet: FilteredLayer {
  var keyContext: KeyContext { filter.isTyping ? .filter : .article }
  var coversLists: Bool { true }
  var isSheet: Bool { true }
  var showsNotes: Bool { true }
  var endsFilterFirst: Bool { choice == nil && !filter.isTyping && !filter.isEmpty }

  func noteRows(_ canvas: Canvas) -> Rect? {
    Self.layout(canvas.layout, canvas.context.settings.tunables).noteRows
  }

  func movedAction(_ scroll: ScrollAction) -> Action {
    if case .lines(let step) = scroll, abs(step) == 1, filter.isTyping {
      return .article(.matchPressed(step))
    }
    return .article(.scrolled(scroll))
  }

  /// Shows the first match from where the search began.
  mutating func filterChanged() {
    findMatches()
    reader.seek(filter.isEmpty ? "" : filter.text, in: paragraphs)
    guard let found = matches.first(where: { $0 >= origin }) ?? matches.first else {
      return scroll = origin
    }
    isAtEnd = false
    scroll = found < origin + Self.linesAbove ? min(origin, found) : found - Self.linesAbove
  }

  /// Types the number of a link.
  func action(forUnbound key: Key, _ keymap: Keymap) -> Action? {
    if filter.isTyping { return key.typed.map { .filter(.typed($0)) } }
    let digit = key.typed.flatMap { $0.isASCII ? $0.wholeNumberValue : nil }
    return digit.map { .article(.digitTyped($0)) } ?? .unknownKeyPressed(key)
  }

  func draw(_ canvas: Canvas, pictures: some PictureSource, into frame: inout Frame) {
    ArticleView(canvas: canvas, article: self).draw(into: &frame)
  }
}

extension FocusStack {
  mutating func reduce(_ action: ArticleAction, in surroundings: Surroundings) -> [Effect] {
    if case .picturePressed(let address) = action { return showPicture(address, surroundings) }
    guard action == .pressed else {
      let inner = surroundings.articleRows
      return update(ArticleSheet.self) { $0.reduce(action, in: inner) }
    }
    // In a thread, a reply has the page of the story above.
    let list = surroundings.list
    let posts = [surroundings.selectedPost, list.isThread ? list.posts.first : nil]
      .compactMap(\.self)
    guard !posts.isEmpty else { return [] }
    guard let post = posts.first(where: { $0.pageAddress != nil }), let page = post.pageAddress
    else {
      return [.note("This post is not about a page on the web.", inList: true)]
    }
    replace(with: ArticleSheet(title: post.title, page: page))
    return [.send(.noteEnded), .send(.readMarks(.storyOpened)), .article(.load(page: page))]
  }

  /// Shows the pictures of the article; where none are drawn, the browser opens the one that was chosen.
  private mutating func showPicture(
    _ address: String?, _ surroundings: Surroundings
  ) -> [Effect] {
    guard let full = self[ArticleSheet.self]?.fullPictures(from: address) else {
      return [.note("This article has no picture.", inList: true)]
    }
    guard surroundings.drawsPagePictures else {
      return [address.map { .links(.open($0)) } ?? .note("Pictures are off.", inList: true)]
    }
    replace(with: full)
    return [.send(.picture(.wanted(full.address)))]
  }
}

extension Surroundings {
  /// Whether pictures of pages can be shown here.
  fileprivate var drawsPagePictures: Bool { context.showsPictures && !isSpoken }

  /// Where the words of an article stand.
  var articleRows: Rect { ArticleSheet.layout(layout, settings.tunables).inner }

  /// Formats the article for a new width.
  func reformatArticle() -> [Effect] {
    focus[ArticleSheet.self]?.format(in: articleRows) ?? []
  }
}

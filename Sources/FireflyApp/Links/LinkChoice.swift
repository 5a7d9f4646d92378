import FireflyCore
import FireflyScreen

/// The choice of a post's link by its number.
struct LinkChoice: Hashable, Sendable {
  /// The addresses, by number from 1.
  let links: [String]
  /// What stands in the text for each of them.
  private(set) var labels: [String]
  /// The titles of known posts to which links lead, by address.
  var titles: [String: String] = [:]
  /// The number typed so far; 0 for none.
  private(set) var number: Int
  /// Whether it was closed.
  private(set) var isOver = false
  /// The post of the text.
  var post: Post.ID = 0
  /// The name of the user's own command that gets the link; nil to open it.
  var command: String?

  /// Whether a link is opened only when its number is accepted.
  private let asksFirst: Bool

  /// Offers the links of a text, and where its earlier versions are.
  ///
  /// - Parameter digit: the first digit of the number, typed before the user was asked; nil for none.
  init(_ text: FormattedText, versions: String? = nil, digit: Int? = nil) {
    (number, asksFirst) = (digit ?? 0, digit != nil)
    links = text.links + [versions].compactMap(\.self)
    labels = text.linkLabels + (versions == nil ? [] : ["earlier versions"])
  }

  /// Offers the recordings of an entry of a feed, and its page.
  init(recordings: [Post.Recording], page: String) {
    (number, asksFirst) = (0, false)
    links = recordings.map(\.address) + [page]
    labels = recordings.map(\.title) + ["its page"]
  }

  /// Names the picture of a card, whose words are not in the text.
  mutating func name(picture address: String, _ words: String) {
    if let index = links.firstIndex(of: address), labels[index].isEmpty { labels[index] = words }
  }

  /// Opens a single link at once; lets the user choose among several.
  ///
  /// - Parameters:
  ///   - text: the formatted body; nil if it isn't formatted.
  ///   - versions: the page with the earlier versions of the post; nil for none.
  ///   - opener: the key that opens a post; nil for none.
  ///   - chosen: returns what is done with a link.
  /// - Returns: the choice, if there are several links, and the effects to run.
  static func begin(
    _ text: FormattedText?, versions: String? = nil, opener: String?,
    _ chosen: (String) -> Action
  ) -> (LinkChoice?, [Effect]) {
    guard let text else {
      let key = opener.map { " (\($0))" } ?? ""
      return (nil, [.note("Open the post first\(key).", inList: true)])
    }
    let choice = LinkChoice(text, versions: versions)
    // That a post was changed is no link of its text: it is not opened unasked.
    guard choice.links.count <= 1, versions == nil else { return (choice, []) }
    guard let address = choice.links.first else {
      return (nil, [.note("This post has no links.", inList: true)])
    }
    return (nil, [.send(chosen(address))])
  }

  /// Returns what is done with a link.
  static func action(for address: String, of post: Post.ID, _ command: String?) -> Action {
    command.map { .command(.linkChosen($0, link: address, of: post)) }
      ?? .links(.chosen(address))
  }

  /// Handles an action.
  ///
  /// Opens a link as soon as no other number begins like its own. The choice stays open until then,
  /// because digits have other meanings without it.
  mutating func reduce(_ action: LinksAction) -> [Effect] {
    switch action {
    case .pressed, .tapped, .chosen, .copyPressed, .pagePressed, .pageResponse, .postResponse,
      .picker, .wanted, .openFailed:
      return []
    case .digitTyped(let digit):
      add(digit)
      isOver = isUnambiguous && !asksFirst
    case .erased:
      isOver = number == 0
      number /= 10
      return []
    case .accepted: isOver = true
    case .closed:
      isOver = true
      return []
    }
    guard isOver, let chosen else { return [] }
    return [.send(Self.action(for: chosen, of: post, command))]
  }

  /// The address with the typed number.
  private var chosen: String? { links.indices.contains(number - 1) ? links[number - 1] : nil }

  /// Whether no longer number is possible.
  private var isUnambiguous: Bool { chosen != nil && number * 10 > links.count }

  /// Appends a digit, if the number exists; otherwise a question that waits takes it as another number.
  private mutating func add(_ digit: Int) {
    let numbers = [number * 10 + digit] + (asksFirst ? [digit] : [])
    number = numbers.first { links.indices.contains($0 - 1) } ?? number
  }

  /// The question for the user.
  var prompt: String {
    guard chosen != nil else { return "Which link? Press its number, 1 to \(links.count)." }
    return "Which link, 1 to \(links.count)? \(number)_ Enter opens \(name(at: number - 1))"
  }

  /// Returns what a link leads to: its address; of a link to a post its title, or else the label.
  private func name(at index: Int) -> String {
    BodyLink.number(of: links[index]) == nil
      ? links[index] : titles[links[index]] ?? labels[index]
  }

  /// The numbers that can still be meant.
  private var possible: [Int] {
    let typed = "\(number)"
    return (1...max(1, links.count)).filter { number == 0 || "\($0)".hasPrefix(typed) }
  }

  /// Returns where a link leads, without the scheme: host and path.
  private func place(at index: Int) -> String {
    let name = name(at: index)
    let schemes = ["https://", "http://", "mailto:"]
    let scheme = schemes.first { name.lowercased().hasPrefix($0) } ?? ""
    return String(name.dropFirst(scheme.count))
  }

  /// Returns what the text calls a link; nil where that is nothing, or only says where it leads.
  private func label(at index: Int) -> String? {
    func plain(_ words: String) -> String {
      let words = words.filter { !$0.isWhitespace }.lowercased()
      return words.hasSuffix("/") ? String(words.dropLast()) : words
    }
    guard labels.indices.contains(index), case let label = labels[index], !label.isEmpty,
      ![name(at: index), place(at: index)].map(plain).contains(plain(label))
    else { return nil }
    return label
  }

  /// The links in words: the label, and the address of a page on the web.
  var spokenLinks: [String] {
    links.indices.map { index in
      [label(at: index), name(at: index)].compactMap(\.self).joined(separator: ", ")
    }
  }
}

extension LinkChoice: FocusLayer {
  var keyContext: KeyContext { .links }

  /// Draws the links that can still be meant above the question: number, words, and host and path.
  func draw(_ canvas: Canvas, pictures: some PictureSource, into frame: inout Frame) {
    let window = canvas.layout.list
    let shown = possible.prefix(max(0, window.height / 2))
    let x = canvas.layout.cardX
    let columns = canvas.layout.cardColumns
    for (row, number) in shown.enumerated() {
      let line = Rect(x: x, y: window.maxY - shown.count + row, width: columns, height: 1)
      frame.fill(line, style: canvas.onSurface())
      let sign = "\(number) "
      frame.draw(sign, at: Point(x: x + 1, y: line.y), style: canvas.onSurface(.bold))
      let place = place(at: number - 1)
      // What the text calls it is known; its address may be long.
      let words = label(at: number - 1).map { String($0.prefix(400)) } ?? ""
      let parts = [(words, canvas.onSurface()), (place, canvas.hint(over: canvas.surface))]
        .filter { !$0.0.isEmpty }
      var point = Point(x: x + 1 + sign.count, y: line.y)
      for (index, part) in parts.enumerated() {
        let dot = index > 0 ? canvas.symbols.dot : ""
        let room = line.maxX - 1 - point.x - dot.count
        guard room > 8 || index == 0 else { break }
        let isLast = index == parts.count - 1
        let glyphs = Glyph.glyphs(of: part.0.prefix(1_000))
          .truncated(
            to: max(0, isLast ? room : min(room, columns * 2 / 3)),
            ellipsis: canvas.symbols.ellipsis)
        point.x = frame.draw(dot, at: point, style: part.1)
        point.x = frame.draw(BidiLine.visual(glyphs), at: point, style: part.1)
      }
      frame.add("link-choice-\(number)", line, .links(.tapped(links[number - 1], of: post)))
    }
  }

  func action(forWheel steps: Int, rows: Int) -> Action? { .list(.wheelTurned(steps)) }

  /// A click beside the links closes it.
  func action(forClick pressed: Action?) -> Action? {
    if case .links(.tapped)? = pressed { pressed } else { .links(.closed) }
  }

  /// Other keys that type do nothing; all others close it.
  func action(forUnbound key: Key, _ keymap: Keymap) -> Action? {
    guard let typed = key.typed else { return .links(.closed) }
    return typed.isASCII ? typed.wholeNumberValue.map { .links(.digitTyped($0)) } : nil
  }
}

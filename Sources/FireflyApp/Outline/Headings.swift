import FireflyScreen

/// The headings of an open text, to go to one of them.
struct Headings: Equatable, Sendable {
  /// A heading.
  struct Item: PickItem {
    /// Its place among the headings.
    let number: Int
    /// Its first line in the text.
    let line: Int
    /// 1 … 6.
    let level: Int
    var words: String

    var searched: String { words }
  }

  private(set) var list: PickList<Item>
  /// Whether it was closed.
  private(set) var isOver = false

  /// Lists the headings of a text, and selects that of a line; nil without headings.
  init?(_ text: FormattedText, at line: Int) {
    let items = text.headings
    if items.isEmpty { return nil }
    list = PickList(items, sign: "/", selected: items.lastIndex { $0.line <= line } ?? 0)
  }

  mutating func reduce(_ action: PickAction, _ layout: ScreenLayout) -> [Effect] {
    switch action {
    case .moved(let scroll):
      list.move(scroll, in: layout)
      return []
    case .accepted: return choose(list.selectedItem)
    case .linePressed(let line): return choose(list.item(at: line))
    case .closed:
      isOver = true
      return []
    }
  }

  private mutating func choose(_ item: Item?) -> [Effect] {
    guard let item else { return [] }
    isOver = true
    return [.send(.outline(.headingChosen(item.number)))]
  }
}

extension FormattedText {
  /// The headings; one that is wrapped has several lines.
  var headings: [Headings.Item] {
    var headings: [Headings.Item] = []
    var last: Int?
    for (index, line) in lines.enumerated() {
      let level = line.spans.lazy.compactMap { span in
        if case .heading(let level) = span.role { level } else { nil }
      }.first
      defer { last = level }
      guard let level else { continue }
      if level == last {
        headings[headings.count - 1].words += " " + line.text
      } else {
        headings.append(.init(number: headings.count, line: index, level: level, words: line.text))
      }
    }
    return headings
  }
}

extension Headings: FilteredLayer {
  var filter: Filter {
    get { list.filter }
    set { list.filter = newValue }
  }
  var keyContext: KeyContext { .filter }
  var coversLists: Bool { true }
  var acceptedAction: Action? { .outline(.heading(.accepted)) }
  var cancelledAction: Action? { .outline(.heading(.closed)) }

  func movedAction(_ scroll: ScrollAction) -> Action { .outline(.heading(.moved(scroll))) }

  mutating func filterChanged() { list.filterChanged() }

  func draw(_ canvas: Canvas, pictures: some PictureSource, into frame: inout Frame) {
    let count = list.items.count
    let top = list.items.map(\.level).min() ?? 1
    PickListView(
      canvas: canvas, list: list, title: count == 1 ? "1 heading" : "\(count) headings",
      hints: [
        canvas.keyHint(.filter(.accepted), "goes there"),
        canvas.keyHint(.filter(.cancelled), "closes"),
      ], closing: .outline(.heading(.closed))
    ).draw(into: &frame) { item, line in
      ("heading-\(item.number + 1)", .outline(.heading(.linePressed(line))))
    } row: { item, room, style, frame in
      let indent = min(room.width / 2, 2 * (item.level - top))
      frame.draw(
        Glyph.glyphs(of: item.words.prefix(400))
          .truncated(to: max(1, room.width - indent), ellipsis: canvas.symbols.ellipsis),
        at: Point(x: room.x + indent, y: room.y), style: style)
    }
  }
}

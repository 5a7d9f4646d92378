import FireflyScreen

/// The quotes and list items around the current block, and the prefixes of its lines.
struct ContainerStack {
  /// Maximum depth of indentation; deeper containers are laid out at this depth.
  static let depthLimit = 16
  /// Maximum number of quote bars.
  static let quoteLimit = 8

  /// A quote or an item that is indented.
  private struct Container {
    let id: Int
    /// The prefix of every line of a quote, or of the first line of an item.
    let marker: [TextSpan]
    let isQuote: Bool
    var isMarkerPending: Bool

    var blank: TextSpan {
      TextSpan(glyphs: Array(repeating: .space, count: marker.displayWidth), role: .marker)
    }
    /// The prefix of the lines after the first.
    var other: [TextSpan] { isQuote ? marker : [blank] }
  }

  /// One entered node, visible or not.
  private struct Frame {
    let isVisible: Bool
    let isTight: Bool
  }

  private let width: Int
  private var frames: [Frame] = []
  private var visible: [Container] = []
  private var indent = 0
  private var nextID = 0
  /// The visible containers of the previous block.
  private var lastPath: [Int] = []
  /// Markers of items that are not indented: they become part of the text.
  private(set) var inlineMarkers: [TextSpan] = []

  init(width: Int) { self.width = width }

  /// Columns left for text.
  var innerWidth: Int { width - indent }
  /// Whether blocks at this level are separated without a blank line.
  var isTight: Bool { frames.last?.isTight ?? false }
  /// Whether the current block is in a quote.
  var isQuoted: Bool { visible.contains(where: \.isQuote) }

  mutating func enterQuote(bar: String) {
    let hasRoom = visible.count(where: \.isQuote) < Self.quoteLimit
    push([TextSpan("\(bar) ", role: .quote)], isQuote: true, isTight: false, hasRoom: hasRoom)
  }

  mutating func enterItem(marker: String, isTight: Bool) {
    let marker = [TextSpan("\(marker) ", role: .marker)]
    push(marker, isQuote: false, isTight: isTight, hasRoom: true)
    if frames.last?.isVisible == false, inlineMarkers.count < Self.depthLimit {
      inlineMarkers += marker
    }
  }

  private mutating func push(_ marker: [TextSpan], isQuote: Bool, isTight: Bool, hasRoom: Bool) {
    let columns = marker.displayWidth
    // At least half of the width is left for the text.
    let fits =
      hasRoom && visible.count < Self.depthLimit && indent + columns <= width / 2
      && inlineMarkers.isEmpty
    frames.append(Frame(isVisible: fits, isTight: isTight))
    guard fits else { return }
    nextID += 1
    indent += columns
    visible.append(
      Container(id: nextID, marker: marker, isQuote: isQuote, isMarkerPending: !isQuote))
  }

  mutating func exit() {
    guard let frame = frames.popLast(), frame.isVisible, let container = visible.popLast() else {
      return
    }
    indent -= container.marker.displayWidth
  }

  /// Whether an item's marker has not been written yet.
  var hasPendingMarker: Bool {
    !inlineMarkers.isEmpty || visible.last?.isMarkerPending == true
  }

  /// Returns the prefixes of the next block's first line and other lines, and removes pending
  /// markers.
  mutating func popPrefixes() -> (first: [TextSpan], others: [TextSpan]) {
    let first = visible.flatMap { $0.isMarkerPending ? $0.marker : $0.other }
    for index in visible.indices { visible[index].isMarkerPending = false }
    lastPath = visible.map(\.id)
    inlineMarkers = []
    return (first, visible.flatMap(\.other))
  }

  /// The prefix of a blank line before the next block: the bars of quotes that continue.
  var blankPrefix: [TextSpan] {
    zip(visible, lastPath).prefix { $0.id == $1 }.flatMap { $0.0.other }
  }
}

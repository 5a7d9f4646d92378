import FireflyCore
import FireflyScreen

// The position in the list, at the right end of the bar.
extension TopBarView {
  /// The position in the list, in parts from left to right.
  ///
  /// Its numbers keep the room of the widest one in this list, so that what stands before them doesn't move.
  struct Position {
    fileprivate var parts: [Part]
    /// The column before which it ends.
    fileprivate let end: Int

    fileprivate struct Part {
      let text: String
      /// Whether it looks new, in any colours.
      var isNew = false
    }

    fileprivate var columns: Int { parts.reduce(0) { $0 + $1.text.displayWidth } }
    /// Its first column.
    var x: Int { end - columns }

    fileprivate func with(_ parts: [Part]) -> Position {
      Position(parts: parts + self.parts, end: end)
    }
  }

  /// The column where the position may begin: below the root, the path has priority.
  var positionStart: Int { scene.explorer.navigator.depth > 0 ? 16 : 1 }

  /// Returns `3 of 12`; nil without a selection or room.
  ///
  /// If there is room, preceded by the number of new posts, and at the top level by the place.
  var position: Position? {
    let list = scene.explorer.list
    guard list.showsPosts, let index = list.index(of: scene.explorer.position.selectedID),
      !list.posts[index].isUnsaved
    else { return nil }
    let hasMore =
      list.hasMore || scene.lists.canLoadMore || list.isPartial || list.thread?.next != nil
    let more = hasMore ? "+" : ""
    // A thread begins with the parent, which is not counted.
    let first = list.isThread ? 1 : 0
    let count = list.posts.count - first
    let text =
      // Alone, it is what the user came for.
      index < first && count == 0 && more.isEmpty
      ? "1 of 1" : index < first ? "\(count)\(more)" : "\(index + 1 - first) of \(count)\(more)"
    // On a very narrow screen it keeps no room.
    let widest = min("\(count) of \(count)\(more)".count, max(0, end - positionStart))
    var position = Position(parts: [.init(text: text.filled(to: widest))], end: end)
    position = withNews(position, widest: "\(count)".count)
    position = withPlace(position)
    return position.x >= positionStart ? position : nil
  }

  /// Returns the position behind the number of new posts, and the key that leads to them.
  private func withNews(_ position: Position, widest: Int) -> Position {
    // What has come above is said with the way there.
    guard let unread = scene.unread, newPosts(of: scene.explorer.list).above == 0 else {
      return position
    }
    // During a search the key goes to a match.
    let isNamed = canvas.layout.size.height > Self.smallRows && scene.find == nil
    let key = !isNamed ? nil : canvas.context.keyLabel(.readMarks(.nextPressed)).map { $0 + " " }
    let parts: [Position.Part] = [
      .init(text: "".filled(to: widest + (unread.hasSuffix("+") ? 1 : 0) - unread.count)),
      .init(text: "\(unread) new", isNew: true),
      .init(text: canvas.symbols.dot),
    ]
    // The name of the list, or the path, is more important.
    return [[key].compactMap { $0.map { .init(text: $0) } } + parts, parts].map(position.with)
      .first { $0.x >= 22 } ?? position
  }

  /// Returns the position behind the host and the account that writes, below the top level, where no name of a list
  /// stands in the bar.
  private func withPlace(_ position: Position) -> Position {
    guard scene.explorer.navigator.depth > 0 else { return position }
    let dot = canvas.symbols.dot
    let name = scene.site.host ?? writer
    // Where there is no room for all of it, its beginning.
    let short = name?.truncated(to: max(4, position.x - positionStart - dot.count))
    let names = [[scene.site.host, writer], [name], [short]].map { $0.compactMap(\.self) }
    return names.map { position.with($0.map { .init(text: $0 + dot) }) }
      .first { $0.x >= positionStart } ?? position
  }

  func draw(_ position: Position, into frame: inout Frame) {
    var x = position.x
    for part in position.parts {
      x = frame.draw(
        part.text, at: Point(x: x, y: 0), style: canvas.onBackdrop(part.isNew ? .bold : []))
    }
  }
}

extension String {
  /// Returns the text with spaces before it, so many columns wide.
  fileprivate func filled(to columns: Int) -> String {
    String(repeating: " ", count: max(0, columns - count)) + self
  }
}

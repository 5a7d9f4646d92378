import FireflyCore
import FireflyScreen

// The position in the list, at the right end of the bar.
extension TopBarView {
  /// The position in the list, in parts from left to right.
  ///
  /// Its numbers keep the room of the widest one in this list, so that what stands before them doesn't move.
  struct Position {
    fileprivate var parts: [Part]
    /// Whether it says where the selection is; the name of the place may stand alone.
    var hasCount = true
    /// The columns that it keeps free before its words, for wider numbers.
    fileprivate var spare = 0
    /// The column before which it ends.
    fileprivate let end: Int

    fileprivate struct Part {
      let text: String
      /// Whether it looks new, in any colours.
      var isNew = false
    }

    fileprivate var columns: Int { parts.reduce(0) { $0 + $1.text.displayWidth } }
    /// Its first column.
    var x: Int { wordsX - spare }
    /// The first column of its words.
    var wordsX: Int { end - columns }
    /// Whether it has no words.
    var isEmpty: Bool { parts.isEmpty }

    fileprivate func with(_ parts: [Part], spare: Int = 0) -> Position {
      Position(
        parts: parts + self.parts, hasCount: hasCount, spare: self.spare + spare, end: end)
    }

    /// Returns it behind names, with dots between them.
    fileprivate func behind(_ names: [String], _ dot: String) -> Position {
      let isAlone = parts.isEmpty
      return with(
        names.enumerated().map { index, name in
          .init(text: isAlone && index == names.count - 1 ? name : name + dot)
        })
    }
  }

  /// The column where the position may begin: below the root, the path has priority.
  var positionStart: Int { scene.explorer.navigator.depth > 0 ? 16 : 1 }

  /// Returns `3 of 12`, or nothing but its room at the top of a thread, which says itself how many replies it has;
  /// nil without a selection or room.
  ///
  /// If there is room, preceded by the number of new posts, and at the top level by the place.
  var position: Position? {
    let list = scene.explorer.list
    guard list.showsPosts, let index = list.index(of: scene.explorer.position.selectedID),
      !list.posts[index].isUnsaved
    else { return placeAlone }
    let hasMore =
      list.hasMore || scene.lists.canLoadMore || list.isPartial || list.thread?.next != nil
    let more = hasMore ? "+" : ""
    // A thread begins with the parent, which is not counted.
    let first = list.isThread ? 1 : 0
    let count = list.posts.count - first
    let text =
      // Alone, it is what the user came for.
      index < first && count == 0 && more.isEmpty
      ? "1 of 1" : index < first ? "" : "\(index + 1 - first) of \(count)\(more)"
    // On a very narrow screen it keeps no room.
    let widest = min("\(count) of \(count)\(more)".count, max(0, end - positionStart))
    let position = Position(
      parts: text.isEmpty ? [] : [.init(text: text)], spare: max(0, widest - text.count), end: end)
    guard position.x >= positionStart else { return placeAlone }
    let choices = withNews(position, widest: "\(count)".count)
    // Two places never look alike: what is new gives way to the name of the place.
    return choices.lazy.compactMap { choice in
      let start = choice.x < position.x ? Self.newsStart : positionStart
      return names(room: choice.x - start - canvas.symbols.dot.count).lazy
        .map { choice.behind($0, canvas.symbols.dot) }.first { $0.x >= start }
    }.first ?? placeAlone ?? position
  }

  /// The first column of a position with the number of new posts: the name of the list, or the path, is more important.
  private static let newsStart = 22

  /// Returns the position behind the number of new posts, and the key that leads to them; then with less of it.
  private func withNews(_ position: Position, widest: Int) -> [Position] {
    // What has come above is said with the way there: the same number not twice.
    guard let unread = scene.unread, unread != "\(newPosts(of: scene.explorer.list).above)" else {
      return [position]
    }
    // During a search the key goes to a match.
    let isNamed = canvas.layout.size.height > Self.smallRows && scene.find == nil
    let key = !isNamed ? nil : canvas.context.keyLabel(.readMarks(.nextPressed)).map { $0 + " " }
    let parts: [Position.Part] =
      [.init(text: "\(unread) new", isNew: true)]
      + (position.isEmpty ? [] : [.init(text: canvas.symbols.dot)])
    let spare = max(0, widest + (unread.hasSuffix("+") ? 1 : 0) - unread.count)
    let keyed = [key].compactMap { $0.map { Position.Part(text: $0) } } + parts
    let choices = [keyed, parts].map { position.with($0, spare: spare) }
    return (leavesName(choices[0].x) ? choices : [choices[1]]) + [position]
  }

  /// What says below the top level, where no name of a list stands in the bar, where the user is and who writes: the
  /// longest first; one empty choice where there is nothing to say.
  private var places: [[String]] {
    guard scene.explorer.navigator.depth > 0,
      let name = scene.site.host ?? (scene.find == nil ? scene.site.prefix : nil) ?? writer
    else { return [[]] }
    return [[scene.site.host ?? scene.site.prefix, writer].compactMap(\.self), [name]]
  }

  /// Returns the same, and at last the beginning of the name that fits: it still says more than a number of posts.
  private func names(room: Int) -> [[String]] {
    guard room >= Self.leastName, let name = places.last?.first else { return places }
    return places + [[name.truncated(to: room, ellipsis: canvas.symbols.ellipsis)]]
  }

  /// The place alone, where there is no position, or no room for it.
  private var placeAlone: Position? {
    let start = min(positionStart, end - Self.leastName)
    return names(room: end - start).lazy.filter { !$0.isEmpty }.map {
      Position(parts: [], hasCount: false, end: end).behind($0, canvas.symbols.dot)
    }.first { $0.x >= start }
  }

  /// The columns that the name of the place has in the narrowest bar.
  private static let leastName = 8

  func draw(_ position: Position, into frame: inout Frame) {
    var x = position.wordsX
    for part in position.parts {
      let point = Point(x: x, y: 0)
      x = frame.draw(part.text, at: point, style: canvas.onBackdrop(part.isNew ? .bold : []))
      guard part.isNew else { continue }
      let rect = Rect(x: point.x, y: point.y, width: x - point.x, height: 1)
      frame.add("next-unread", rect, .readMarks(.nextPressed))
    }
  }
}

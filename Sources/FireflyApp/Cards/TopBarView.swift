import FireflyCore
import FireflyScreen

/// Draws the row above the list: the path, and the position in the list.
///
/// During a search within the list, its text replaces the path.
struct TopBarView {
  let scene: ListScene
  let canvas: Canvas

  func draw(into frame: inout Frame) {
    let bar = canvas.layout.topBar
    guard !bar.isEmpty else { return }
    frame.clipped(to: bar) { frame in
      frame.fill(bar, style: canvas.backdrop)
      let position = position
      let edge = drawProgress(
        before: position.map { $0.x - 1 } ?? end, hasPosition: position != nil, into: &frame)
      let button = AddButton(scene, canvas, before: edge)
        .flatMap { leavesName($0.rect.x) ? $0 : nil }
      var end = button.map { $0.rect.x - 1 } ?? (position == nil ? edge + 1 : edge)
      if let button { draw(button, into: &frame) }
      end = drawHints(
        hints(besideButton: button != nil), before: button?.rect.x ?? edge, end: end, into: &frame)
      if let position {
        frame.draw(position.text, at: Point(x: position.x, y: 0), style: canvas.onBackdrop())
        drawNews(of: position, into: &frame)
        if let sign = position.sign {
          frame.add(
            sign.name, Rect(x: position.x, y: 0, width: sign.columns, height: 1), sign.action)
        }
      }
      if let find = scene.find {
        FindView.draw(find, in: scene.lists, canvas, end: end, into: &frame)
      } else if scene.explorer.navigator.depth > 0 {
        CapsuleView.draw(scene, canvas, end: end, into: &frame)
      } else {
        drawAudience(end: end, into: &frame)
      }
    }
  }

  /// The part of the position that can be pressed: its first columns.
  private struct Sign {
    let name: String
    let columns: Int
    let action: Action
  }

  /// The position in the list: text, first column, and the part that can be pressed.
  private typealias Position = (text: String, x: Int, sign: Sign?)

  /// The column before which the bar ends.
  private var end: Int { canvas.layout.cardX + canvas.layout.cardColumns - 1 }

  /// Returns `3 of 12`, and its first column; nil without a selection or room.
  ///
  /// If there is room, preceded by the state of a reload, the age of the list, missing results, or
  /// the number of new posts.
  private var position: Position? {
    let list = scene.explorer.list
    guard list.showsPosts, let index = list.index(of: scene.explorer.position.selectedID),
      !list.posts[index].isUnsaved
    else { return nil }
    let more = scene.lists.canLoadMore || list.isPartial || list.thread?.next != nil ? "+" : ""
    // A thread begins with the parent, which is not counted.
    let first = list.isThread ? 1 : 0
    let count = list.posts.count - first
    var text =
      // Alone, it is what the user came for.
      index < first && count == 0 && more.isEmpty
      ? "1 of 1" : index < first ? "\(count)\(more)" : "\(index + 1 - first) of \(count)\(more)"
    // Below the root, the capsule has priority.
    let start = scene.explorer.navigator.depth > 0 ? 16 : 1
    // What has come above is said with the way there.
    let unread = newPosts(of: list).above > 0 ? nil : scene.unread
    let new = unread.map { $0 + " new" + canvas.symbols.dot } ?? ""
    let key = canvas.layout.size.height > Self.smallRows ? canvas.keyHint("next-unread", new) : nil
    // The name of the list, or the path, is more important.
    let words = [new.isEmpty ? nil : key, new].compactMap(\.self)
    if let new = words.first(where: { end - text.count - $0.count >= 22 }) { text = new + text }
    // At the top level it stands before the name of the list.
    if scene.explorer.navigator.depth > 0 {
      let dot = canvas.symbols.dot
      let name = scene.site.host ?? writer
      // Where there is no room for all of it, its beginning.
      let short = name?.shortened(to: max(4, end - start - text.count - dot.count))
      let names = [[scene.site.host, writer], [name], [short]].map { $0.compactMap(\.self) }
      let named = names.map { ($0 + [text]).joined(separator: dot) }
      if let named = named.first(where: { end - $0.count >= start }) { text = named }
    }
    for (words, sign) in details(of: list) {
      let all = words + canvas.symbols.dot + text
      guard end - all.count >= start else { continue }
      let pressed = sign.map { Sign(name: $0, columns: words.count, action: $1) }
      return (all, end - all.count, pressed)
    }
    return end - text.count >= start ? (text, end - text.count, nil) : nil
  }

  /// Draws a number of new posts once more, so that it looks new in any colours.
  private func drawNews(of position: Position, into frame: inout Frame) {
    guard let end = position.text.range(of: " new") else { return }
    let number = position.text[..<end.lowerBound].reversed().prefix { $0.isNumber || $0 == "+" }
    let words = number.reversed() + " new"
    let x = position.x + position.text.distance(from: position.text.startIndex, to: end.lowerBound)
    frame.draw(
      String(words), at: Point(x: x - number.count, y: 0), style: canvas.onBackdrop(.bold))
  }

  /// Returns what can precede the position, the most important first: texts, and the elements of
  /// those that can be pressed.
  private func details(
    of list: ListState
  ) -> [(words: String, sign: (name: String, action: Action)?)] {
    let isSearch = if case .results = scene.destination { true } else { false }
    var details: [(words: String, sign: (name: String, action: Action)?)] = []
    let delay = canvas.context.settings.tunables.loadingDelay
    if let since = list.reloadingSince, canvas.now >= since + delay {
      details.append((canvas.symbols.reloading, nil))
    }
    details += age(of: list).map { ($0, nil) }
    if isSearch, list.isPartial { details.append((canvas.symbols.searching, nil)) }
    if isSearch, list.skipped > 0, !list.isPartial {
      let again = canvas.keyHint("refresh", "tries again").map { ", " + $0 } ?? ""
      details += ["not loaded\(again)", "missing\(again)", "missing"].map {
        ("\(list.skipped) \($0)", ("retry", .list(.refreshPressed)))
      }
    }
    if !isSearch, list.skipped > 0 { details.append(("\(list.skipped) can't be read", nil)) }
    let (above, below) = newPosts(of: list)
    if below > 0, above > 0 {
      details.append(
        ("\(above) new \(canvas.symbols.up) \(below) new \(canvas.symbols.newBelow)", nil))
    } else if below > 0 {
      details.append(("\(below) new \(canvas.symbols.newBelow)", nil))
    } else if above > 0 {
      details.append(("\(above) new \(canvas.symbols.up)", ("new-above", .list(.jumpedToStart))))
    }
    if scene.answers > 0 {
      let words = Counted.words(scene.answers, "reply", "replies") + " to you"
      details.append((words, ("answers", .readMarks(.answersPressed))))
    }
    return details
  }

  /// Returns the number of new posts above and, in a thread, below the window; none in a thread whose new posts are
  /// counted.
  private func newPosts(of list: ListState) -> (above: Int, below: Int) {
    if list.isThread, scene.unread != nil { return (0, 0) }
    let unseen = list.unseen.filter { scene.isNew($0, in: list) }
    guard list.isThread, !unseen.isEmpty else { return (unseen.count, 0) }
    let end = scene.lists.restingLayout(of: list, canvas.context).visible(
      from: scene.explorer.position.scroll, height: canvas.layout.windowHeight
    ).upperBound
    let below = unseen.count { list.index(of: $0) ?? 0 >= end }
    return (unseen.count - below, below)
  }

  /// Returns texts for the age of cached posts, the longest first.
  private func age(of list: ListState) -> [String] {
    guard let time = list.cachedAt else { return list.isOffline ? ["offline"] : [] }
    let moment = WireDate.minute(time, in: canvas.context.settings.time)
    return list.isOffline
      ? ["offline, as of \(moment)", "offline, \(moment)", "offline"] : ["as of \(moment)", moment]
  }

  /// What runs out of sight: a save whose card isn't visible, or the user's own commands.
  ///
  /// The longest text first.
  private var progress: [String] {
    if let progress = scene.unseenProgress { return [progress] }
    guard let name = scene.runningCommands.first else { return [] }
    let others = scene.runningCommands.count - 1
    let spinner = NoticeView.spinner(canvas)
    let short = Glyph.glyphs(of: name).truncated(to: 24, ellipsis: canvas.symbols.ellipsis)
    let words = short.map(\.text).joined() + (others > 0 ? " +\(others)" : "")
    return [spinner + " " + words, spinner]
  }

  /// Draws what runs out of sight.
  ///
  /// - Parameters:
  ///   - edge: the column before which it ends.
  ///   - hasPosition: whether the position follows.
  /// - Returns: the column before which the left part ends.
  private func drawProgress(before edge: Int, hasPosition: Bool, into frame: inout Frame) -> Int {
    for text in progress {
      let words = text + (hasPosition ? canvas.symbols.dot : "")
      let x = edge + (hasPosition ? 1 : 0) - Glyph.glyphs(of: words).displayWidth
      // What can be shorter leaves room for the name of the list.
      guard x > canvas.layout.cardX + (text == progress.last ? 0 : 16) else { continue }
      frame.draw(words, at: Point(x: x, y: 0), style: canvas.onBackdrop())
      return x - 1
    }
    return edge
  }

  private func draw(_ button: AddButton, into frame: inout Frame) {
    frame.draw(
      button.label, at: Point(x: button.rect.x, y: 0), style: canvas.onBackdrop(.underline))
    frame.add(button.offer.element, button.rect, .editor(button.offer.action))
  }

  /// The account that writes, with room for the rest; nil for the only one.
  private var writer: String? { scene.writer?.shortened(to: 24) }

  /// The first column of the name of the list.
  private var nameX: Int { canvas.layout.cardX + canvas.layout.indent }

  /// The name of the list; of one that stands in for another one, without the reason.
  private var shortName: String {
    let list = scene.rootName
    return list.split(separator: " · ", maxSplits: 1).first.map(String.init) ?? list
  }

  /// Whether a key at a column leaves room for the host and the account that writes, and for the name of the list.
  func leavesName(_ column: Int) -> Bool {
    guard scene.find == nil, scene.explorer.navigator.depth == 0 else { return true }
    let all = [scene.site.host, writer, shortName].compactMap(\.self)
    guard all.count > 1 else { return true }
    // Where a row is too short for both, keys give way to the host only.
    let names = all.count == 3 && !fits(all, before: end - 10) ? [all[0], all[2]] : all
    return fits(names, before: column)
  }

  private func fits(_ names: [String], before column: Int) -> Bool {
    nameX + names.joined(separator: canvas.symbols.dot).count < column
  }

  /// What the bar says where a place has a name: that always, as much as fits.
  private func texts(at host: String, _ list: String, room: Int) -> [String] {
    let dot = canvas.symbols.dot
    let named = [
      [host, writer, list], [host, writer, shortName], [host, list], [host, shortName], [host],
    ].map {
      $0.compactMap(\.self).joined(separator: dot)
    }
    return named + [host.shortened(to: max(4, room))]
  }

  private func drawAudience(end: Int, into frame: inout Frame) {
    let list = scene.rootName
    let x = nameX
    // Who writes is more important than where.
    let writer = writer.map { $0 + canvas.symbols.dot } ?? ""
    // Of a list that stands in for another one, the reason gives way first.
    let short = shortName
    // Where a row is too short for both, the name of the list goes first: two places never look alike.
    let texts =
      scene.site.host.map { self.texts(at: $0, list, room: end - x) }
      ?? scene.site.prefix.map { place in
        let named = self.texts(at: place, list, room: end - x)
        return writer.isEmpty ? named : [named[0], writer + list, writer + short] + named
      } ?? [writer + list, writer + short, list, short]
    guard let text = texts.first(where: { x + $0.count <= end }) else { return }
    let (words, point) = (Glyph.glyphs(of: text), Point(x: x, y: 0))
    guard scene.site.switches(in: scene.lists.explorer) else {
      frame.draw(words, at: point, style: canvas.onBackdrop())
      return
    }
    frame.draw(
      words, at: point, style: canvas.onBackdrop(), pressing: "audience", .list(.audiencePressed))
    // While a text is typed, the key is a letter.
    guard scene.editor == nil, scene.find == nil else { return }
    let other = [scene.otherList] + (scene.explorer.showsOnlyMine ? ["everyone's"] : [])
    drawOther(other, from: x + text.count, to: end, into: &frame)
  }

  /// Draws the key that switches to everyone's posts or to a source's other list, with the longest
  /// name that fits.
  private func drawOther(
    _ names: [String], from start: Int, to end: Int, into frame: inout Frame
  ) {
    // A key that may be an article needs more than a space.
    let label = canvas.context.keyLabel("audience").map { $0 + ": " } ?? ""
    let dot = Glyph.glyphs(of: canvas.symbols.dot)
    let x = start + dot.displayWidth
    for words in names {
      let glyphs = Glyph.glyphs(of: label + words)
      guard x + glyphs.displayWidth <= end else { continue }
      frame.draw(dot, at: Point(x: start, y: 0), style: canvas.onBackdrop())
      frame.draw(
        glyphs, at: Point(x: x, y: 0), style: canvas.onBackdrop(.underline), pressing: "everyone",
        .list(.audiencePressed))
      return
    }
  }
}

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
      if let position { draw(position, into: &frame) }
      let end = drawKeys(before: position, into: &frame)
      if let find = scene.find {
        FindView.draw(find, in: scene.lists, canvas, end: end, into: &frame)
      } else if scene.explorer.navigator.depth > 0 {
        CapsuleView.draw(scene, canvas, end: end, into: &frame)
      } else {
        drawAudience(end: end, into: &frame)
      }
    }
  }

  /// Whether the bar names the list that the key for it shows.
  var namesOtherList: Bool { drawn.elements.contains { $0.id == Self.otherList } }

  /// Returns whether the bar has a name as one of its parts.
  func says(_ name: String) -> Bool {
    drawn.text.components(separatedBy: canvas.symbols.dot).contains {
      $0.trimmed == name || $0.trimmed.hasSuffix(" " + name)
    }
  }

  /// The bar as it is while the title of an open card is in sight: what stands elsewhere does not change with that.
  private var drawn: Frame {
    var frame = Frame(size: Size(width: canvas.layout.size.width, height: 1))
    var scene = scene
    scene.titleAbove = nil
    TopBarView(scene: scene, canvas: canvas).draw(into: &frame)
    return frame
  }

  /// The element that names it.
  private static let otherList = "everyone"

  /// The column before which the bar ends: the end of the cards; above a thread beside which nothing stands, that of
  /// the screen.
  var end: Int {
    let layout = canvas.layout
    guard layout.isThread, layout.hasSides, layout.columns.right == nil else {
      return layout.cardX + layout.cardColumns - 1
    }
    return layout.size.width - 2
  }

  /// The account that writes, with room for the rest; nil for the only one.
  var writer: String? { scene.writer?.truncated(to: 24) }

  /// Minimum columns of a list's name that is cut.
  private static let leastList = 6

  /// Minimum columns of the title of an open card whose own is above the window.
  private static let leastTitle = 8

  /// The first column of the name of the list.
  private var nameX: Int { canvas.layout.cardX + canvas.layout.indent }

  /// The name of the list; of one that stands in for another one, without the reason.
  private var shortName: String {
    let list = scene.rootName
    return list.split(separator: " · ", maxSplits: 1).first.map(String.init) ?? list
  }

  /// The names of the other list, the longest first.
  private var otherNames: [String] {
    [scene.otherList] + (scene.explorer.showsOnlyMine ? ["everyone's"] : [])
  }

  /// What names the place before the name of the list; nil where nothing does.
  private var placeName: String? { scene.site.host ?? scene.soleAuthor ?? scene.site.prefix }

  /// The key before the name of the other list: it may be an article, so a space is not enough.
  private var otherKey: String {
    canvas.context.keyLabel(.list(.audiencePressed)).map { $0 + ": " } ?? ""
  }

  /// The first column behind the whole name of the place and its list, and the key for the other one.
  var nameEnd: Int {
    let other = scene.hasOtherList ? otherKey + (otherNames.last ?? "") : nil
    let names = [placeName, writer, scene.rootName, other].compactMap(\.self)
    return nameX + names.joined(separator: canvas.symbols.dot).displayWidth + Self.gap
  }

  /// Whether a key at a column leaves room for the host, the account that writes, and the name of the list.
  ///
  /// - Parameter besideOther: whether it also leaves room for the key that shows the other list.
  func leavesName(_ column: Int, besideOther: Bool = false) -> Bool {
    guard scene.find == nil, scene.explorer.navigator.depth == 0 else { return true }
    if besideOther, column < nameEnd { return false }
    let all = [placeName, writer, shortName].compactMap(\.self)
    guard all.count > 1 else { return true }
    // In a narrow row the account gives way to a key, a key to the name of the list, and that to the host.
    let isNarrow = scene.site.host != nil && canvas.layout.size.width < 80
    let short = all.count > 2 ? [all[0], all[2]] : all
    let names = isNarrow || !fits(all, before: end - 10) ? short : all
    return fits(fits(names, before: end - 10) ? names : [all[0]], before: column)
  }

  private func fits(_ names: [String], before column: Int) -> Bool {
    nameX + names.joined(separator: canvas.symbols.dot).displayWidth <= column - Self.gap
  }

  /// What the bar says where a place has a name: that always, as much as fits.
  private func texts(at host: String, _ list: String, room: Int) -> [String] {
    let dot = canvas.symbols.dot
    // Two lists a key apart don't look alike: the account gives way before the name of the list.
    let left = room - host.displayWidth - dot.displayWidth
    let noun = scene.site.name(of: scene.lists.explorer)
    let cut =
      shortName.hasSuffix(noun)
      ? noun : left < Self.leastList ? nil : shortName.truncated(to: left)
    let named = [
      [host, writer, list], [host, writer, shortName], [host, list], [host, shortName],
      [host, cut], [host],
    ].map {
      $0.compactMap(\.self).joined(separator: dot)
    }
    return named + [host.truncated(to: max(4, room))]
  }

  private func drawAudience(end: Int, into frame: inout Frame) {
    let list = scene.rootName
    let x = nameX
    let writer = writer.map { $0 + canvas.symbols.dot } ?? ""
    // Of a list that stands in for another one, the reason gives way first.
    let short = shortName
    let texts =
      placeName.map { self.texts(at: $0, list, room: end - x) } ?? [
        writer + list, writer + short, list, short,
      ]
    guard let text = texts.first(where: { x + $0.displayWidth <= end }) else { return }
    let words = Glyph.glyphs(of: text)
    let point = Point(x: x, y: 0)
    if let title = scene.titleAbove {
      let start = x + words.displayWidth
      let room = end - start - canvas.symbols.dot.displayWidth
      if room >= Self.leastTitle {
        frame.draw(
          Glyph.glyphs(of: canvas.symbols.dot)
            + BidiLine.visual(Glyph.glyphs(of: title.prefix(400)).truncated(to: room)),
          at: Point(x: start, y: 0), style: canvas.onBackdrop(.bold))
      }
    }
    guard scene.hasOtherList, scene.titleAbove == nil else {
      frame.draw(words, at: point, style: canvas.onBackdrop())
      return
    }
    frame.draw(
      words, at: point, style: canvas.onBackdrop(), pressing: "audience", .list(.audiencePressed))
    // While a text is typed, the key is a letter. Alone, the name of the next list would be taken for that of this one.
    guard scene.editor == nil, scene.find == nil, text.contains(short) else { return }
    drawOther(from: x + words.displayWidth, to: end, into: &frame)
  }

  /// Draws the key that switches to everyone's posts or to a source's other list, with the longest
  /// name that fits.
  private func drawOther(from start: Int, to end: Int, into frame: inout Frame) {
    let dot = Glyph.glyphs(of: canvas.symbols.dot)
    let x = start + dot.displayWidth
    for words in otherNames {
      let glyphs = Glyph.glyphs(of: otherKey + words)
      guard x + glyphs.displayWidth <= end else { continue }
      frame.draw(dot, at: Point(x: start, y: 0), style: canvas.onBackdrop())
      frame.draw(
        glyphs, at: Point(x: x, y: 0), style: canvas.onBackdrop(.underline),
        pressing: Self.otherList,
        .list(.audiencePressed))
      return
    }
  }
}

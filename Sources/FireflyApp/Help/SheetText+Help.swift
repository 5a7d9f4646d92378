import FireflyCore
import FireflyScreen

extension SheetText {
  /// Returns the text of the help, from the keymap.
  ///
  /// Omits the keys that do nothing at the place.
  static func help(
    _ keymap: Keymap, _ layout: ScreenLayout, _ symbols: Symbols, _ site: Site
  ) -> SheetText {
    let columns = 64
    let inner = layout.sheet(columns: columns).inner
    let keyColumns = min(22, max(6, inner.width / 3))
    var lines = firstKeys(keymap, width: inner.width, symbols, site)
    func labels(of binding: Keymap.Binding) -> [String] {
      let labels =
        binding.keys.map { symbols.label(of: $0) } + binding.sequences.map { symbols.label(of: $0) }
      // The user's own command without a key has its name, in the palette.
      guard case .command = binding.action, labels.isEmpty else { return labels }
      return [keymap.keys(of: "palette").first.map { symbols.label(of: $0) } ?? ""]
    }
    for section in keymap.sections {
      let bindings = section.bindings.compactMap { binding -> (Keymap.Binding, String)? in
        let help = binding.help(at: site)
        return labels(of: binding).isEmpty ? nil : help.map { (binding, $0) }
      }
      // Otherwise a section keeps its heading even if its keys were removed.
      if !site.has(.fireflyPosts), bindings.isEmpty { continue }
      if !lines.isEmpty { lines.append(Line(words: [])) }
      lines.append(
        Line(words: Glyph.glyphs(of: section.title).truncated(to: inner.width), isHeading: true))
      for (binding, help) in bindings {
        let labels = labels(of: binding)
        let keys = rows(of: labels, keyColumns - 1)
        let words = WordWrap.wrap(help, width: max(1, inner.width - keyColumns)).map {
          Glyph.glyphs(of: $0.text)
        }
        for row in 0..<max(keys.count, words.count) {
          lines.append(
            Line(
              keys: keys.indices.contains(row) ? keys[row] : [],
              words: words.indices.contains(row) ? words[row] : [],
              terms: ([binding.name, help, section.title] + labels).joined(separator: " ")))
        }
      }
    }
    return SheetText(
      title: "Keys", columns: columns, lines: lines, window: max(1, inner.height),
      keyColumns: keyColumns)
  }

  /// Returns the labels of keys in rows of at most `width` columns; none is broken.
  private static func rows(of labels: [String], _ width: Int) -> [[Glyph]] {
    var rows: [[Glyph]] = []
    for label in labels {
      let glyphs = Glyph.glyphs(of: label).truncated(to: width)
      if let row = rows.last.map({ $0 + Glyph.glyphs(of: " ") + glyphs }),
        row.displayWidth <= width
      {
        rows[rows.count - 1] = row
      } else {
        rows.append(glyphs)
      }
    }
    return rows
  }

  /// The keys for a new user: names of bindings, and their descriptions.
  private static let firstSteps: [(names: [String], words: String)] = [
    (["up", "down"], "select a post"), (["enter"], "open it"), (["children"], "its replies"),
    (["back"], "back"), (["thread"], "as a thread"), (["next-unread"], "next unread"),
    (["new"], "write a post"), (["edit"], "edit your post"), (["find"], "find in this list"),
    (["posts", "searches", "users"], "switch tabs"), (["refresh"], "reload"), (["quit"], "quit"),
  ]

  /// Returns the keys for a new user, in two columns if there is room.
  private static func firstKeys(
    _ keymap: Keymap, width: Int, _ symbols: Symbols, _ site: Site
  ) -> [Line] {
    let writing: [String: Site.Ability] = ["new": .write, "edit": .edit]
    let steps = firstSteps.filter { writing[$0.names[0]].map(site.offers) ?? true }
    let pairs = steps.compactMap { names, words -> (keys: [Glyph], words: [Glyph])? in
      let keys = names.compactMap { keymap.keys(of: $0).first.map { symbols.label(of: $0) } }
      return keys.isEmpty
        ? nil : (Glyph.glyphs(of: keys.joined(separator: " ")), Glyph.glyphs(of: words))
    }
    let heading = Line(words: Glyph.glyphs(of: "First steps").truncated(to: width), isHeading: true)
    let isWide = width >= 50
    let keyColumns = min((pairs.map { $0.keys.displayWidth }.max() ?? 0) + 2, 14)
    let column = isWide ? width / 2 : width
    func cut(_ pair: (keys: [Glyph], words: [Glyph])) -> (keys: [Glyph], words: [Glyph]) {
      (
        pair.keys.truncated(to: keyColumns - 1),
        pair.words.truncated(to: max(1, column - keyColumns))
      )
    }
    let rows = isWide ? (pairs.count + 1) / 2 : pairs.count
    return [heading]
      + (0..<rows).map { row in
        let left = cut(pairs[row])
        let right = row + rows < pairs.count ? cut(pairs[row + rows]) : nil
        return Line(
          keys: left.keys, words: left.words, right: right, keyColumns: keyColumns,
          isRepetition: true)
      }
  }
}

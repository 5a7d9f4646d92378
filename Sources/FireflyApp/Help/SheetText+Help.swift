import FireflyCore
import FireflyScreen

extension SheetText {
  /// Which keys the help shows.
  struct HelpScope: Hashable, Sendable {
    /// The kinds of lists over which it is shown.
    enum List: Hashable, Sendable, CaseIterable {
      case posts, thread, searches, users
      /// Posts that have no replies.
      case entries
    }

    /// Where it is shown: keys that do nothing there are left out.
    let site: Site
    /// The tab in which it is shown.
    var tab = Explorer.posts
    /// What is shown below it.
    var list = List.posts
    /// Whether the keys of editor, dialogs and sheets follow those of the lists.
    var hasAll = false
    /// Whether only the former are shown.
    var isSecondPage = false

    /// Returns whether the keys of a context are shown.
    fileprivate func shows(_ context: KeyContext) -> Bool {
      guard site.leads(to: context), list != .entries || context != .thread else { return false }
      let isOfLists = [.lists, .thread, .matches, .moving].contains(context)
      return hasAll || isOfLists != isSecondPage
    }
  }

  /// Columns of text from which the help has another column, and the columns between two.
  private static let (narrowest, widest, gap) = (52, 60, 4)

  /// Returns the text of the help, from the keymap.
  static func help(
    _ keymap: Keymap, _ layout: ScreenLayout, _ symbols: Symbols, _ scope: HelpScope
  ) -> SheetText {
    let room = layout.size.width - 4
    let count = symbols.isSpoken ? 1 : max(1, (room + gap) / (narrowest + gap))
    let width = max(1, min(widest, (room - (count - 1) * gap) / count))
    let columns = count * width + (count - 1) * gap + 4
    let inner = layout.sheet(columns: columns).inner
    let keyColumns = min(22, max(6, width / 3))
    let isFirst = !scope.isSecondPage && !scope.hasAll
    // The columns of the first keys are half as wide as those below them.
    let half = count > 1 ? (width + gap) / 2 : min(widest, inner.width) / 2
    let steps = isFirst ? steps(keymap, symbols, scope) : []
    var lines = isFirst ? firstKeys(steps, width: inner.width, column: half, gap: gap, scope) : []
    // What they say of a key is not repeated.
    let isSaid = Set(steps.filter(\.step.isWhole).flatMap(\.step.actions))
    for section in keymap.sections where scope.shows(section.context) {
      let bindings = section.bindings.compactMap { binding -> (Keymap.Binding, String)? in
        if scope.list == .entries, binding.action.isAboutReplies { return nil }
        let help = binding.help(at: scope.site, in: scope.tab)
        let labels = labels(of: binding, keymap, symbols)
        return labels.isEmpty || labels.count == 1 && isSaid.contains(binding.action)
          ? nil : help.map { (binding, $0) }
      }
      if bindings.isEmpty { continue }
      if !lines.isEmpty { lines.append(Line(words: [])) }
      lines.append(
        Line(words: Glyph.glyphs(of: section.title).truncated(to: width), isHeading: true))
      for (binding, help) in bindings {
        let labels = labels(of: binding, keymap, symbols)
        let keys = rows(of: labels, keyColumns - 1)
        let words = WordWrap.wrap(help, width: max(1, width - keyColumns)).map {
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
    var text = SheetText(
      title: scope.isSecondPage ? "Keys while writing, in sheets and dialogs" : "Keys",
      columns: columns, lines: lines, window: max(1, inner.height), keyColumns: keyColumns)
    text.columnStep = count > 1 ? width + gap : nil
    return text
  }

  private static func labels(
    of binding: Keymap.Binding, _ keymap: Keymap, _ symbols: Symbols
  ) -> [String] {
    let labels =
      binding.keys.map { symbols.label(of: $0) } + binding.sequences.map { symbols.label(of: $0) }
    // The user's own command without a key has its name, in the palette.
    guard case .command = binding.action, labels.isEmpty else { return labels }
    return [keymap.binding(of: .palette(.pressed))?.keys.first.map { symbols.label(of: $0) } ?? ""]
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
}

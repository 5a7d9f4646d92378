import FireflyCore
import FireflyScreen

extension SheetText {
  /// Which keys the help shows.
  struct HelpScope: Hashable, Sendable {
    /// Where it is shown: keys that do nothing there are left out.
    let site: Site
    /// Whether the list is a thread.
    var isThread = false
    /// Whether the keys of editor, dialogs and sheets follow those of the lists.
    var hasAll = false
    /// Whether only the former are shown.
    var isSecondPage = false

    /// Returns whether the keys of a context are shown.
    fileprivate func shows(_ context: KeyContext) -> Bool {
      guard site.leads(to: context) else { return false }
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
    var lines = isFirst ? firstKeys(steps, width: inner.width, column: half, scope) : []
    // What they say of a key is not repeated.
    let isSaid = Set(steps.filter(\.step.isWhole).flatMap(\.step.actions))
    for section in keymap.sections where scope.shows(section.context) {
      let bindings = section.bindings.compactMap { binding -> (Keymap.Binding, String)? in
        let help = binding.help(at: scope.site)
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

  // MARK: What matters here

  /// Keys that matter: what they do in a context, and the words for it.
  private struct Step {
    let actions: [Action]
    let words: String
    let context: KeyContext
    /// Whether it matters at a place.
    let matters: @Sendable (Site) -> Bool
    /// Whether its words say enough of its key; those of a key that goes round lists don't name them.
    var isWhole: Bool { actions.count == 1 && actions != [.list(.audiencePressed)] }

    init(
      _ actions: [Action], _ words: String, context: KeyContext = .lists,
      matters: @escaping @Sendable (Site) -> Bool = { _ in true }
    ) {
      (self.actions, self.words, self.context, self.matters) = (actions, words, context, matters)
    }
  }

  /// The number of them that are shown.
  private static let shownSteps = 12

  /// The most important first; the last one is always shown.
  private static let listSteps: [Step] = [
    Step([.list(.moved(-1)), .list(.moved(1))], "select a post"),
    Step([.list(.cardPressed)], "open it"),
    Step([.list(.childIndicatorPressed)], "its replies"), Step([.list(.backPressed)], "back"),
    Step([.thread(.pressed)], "as a thread"),
    Step([.readMarks(.nextPressed)], "next unread"),
    Step([.article(.pressed)], "the page, as text") { $0.has(.pages) },
    Step([.editor(.newPressed)], "write a post") { $0.offers(.write) },
    Step([.editor(.editPressed)], "edit your post") { $0.offers(.edit) },
    Step([.list(.audiencePressed)], "another list") { $0.switches(in: .posts) && $0.has(.pages) },
    Step([.find(.pressed)], "find in this list"),
    Step(
      [
        .list(.explorerPressed(.posts)), .list(.explorerPressed(.searches)),
        .list(.explorerPressed(.users)),
      ], "switch tabs"),
    Step([.list(.refreshPressed)], "reload"), Step([.places(.pressed)], "other places"),
    Step([.palette(.pressed)], "all by name"), Step([.quitPressed], "quit"),
  ]

  /// The same in a thread.
  private static let threadSteps: [Step] = [
    Step([.list(.moved(-1)), .list(.moved(1))], "select a reply"),
    Step([.list(.readOnPressed)], "a page down", context: .thread),
    Step([.readMarks(.nextPressed)], "next unread"),
    Step([.thread(.topReplyPressed(1))], "next top reply", context: .thread),
    Step([.thread(.firstReplyPressed)], "first reply", context: .thread),
    Step([.thread(.parentPressed)], "the post above", context: .thread),
    Step([.thread(.foldPressed)], "fold the branch", context: .thread),
    Step([.thread(.foldAllPressed)], "fold all", context: .thread),
    Step([.editor(.replyPressed)], "reply") { $0.offers(.reply) },
    Step([.mute(.pressed)], "silence, follow"), Step([.outline(.pressed)], "outline"),
    Step([.thread(.pressed)], "as cards"), Step([.find(.pressed)], "find in it"),
    Step([.list(.backPressed)], "back"),
  ]

  /// Returns the keys that matter here, the most important first.
  private static func steps(
    _ keymap: Keymap, _ symbols: Symbols, _ scope: HelpScope
  ) -> [(step: Step, keys: [Glyph])] {
    let all = (scope.isThread ? threadSteps : listSteps).compactMap {
      step -> (step: Step, keys: [Glyph])? in
      let keys = step.actions.compactMap { action -> String? in
        // In a thread, some keys of lists mean something else.
        let all = keymap.binding(of: action, in: step.context)?.keys ?? []
        let isTaken = { scope.isThread && keymap.action(for: $0, in: .thread) != nil }
        return (step.context == .lists ? all.first { !isTaken($0) } : all.first)
          .map { symbols.label(of: $0) }
      }
      return keys.isEmpty || !step.matters(scope.site)
        ? nil : (step, Glyph.glyphs(of: keys.joined(separator: " ")))
    }
    return all.count > shownSteps ? all.prefix(shownSteps - 1) + all.suffix(1) : all
  }

  /// Returns their lines, in as many columns as there is room for.
  private static func firstKeys(
    _ steps: [(step: Step, keys: [Glyph])], width: Int, column: Int, _ scope: HelpScope
  ) -> [Line] {
    let heading = Line(
      words: Glyph.glyphs(of: scope.isThread ? "In this thread" : "First steps").truncated(
        to: width),
      isHeading: true, isRepetition: true)
    let count = width >= 50 ? max(1, (width + gap) / column) : 1
    let column = count > 1 ? column : width
    let keyColumns = min((steps.map { $0.keys.displayWidth }.max() ?? 0) + 2, 14)
    let lines = steps.map { step, keys in
      Line(
        keys: keys.truncated(to: keyColumns - 1),
        words: Glyph.glyphs(of: step.words).truncated(to: max(1, column - keyColumns)),
        keyColumns: keyColumns, isRepetition: true)
    }
    let rows = (lines.count + count - 1) / count
    return [heading]
      + (0..<rows).map { row in
        var line = lines[row]
        line.beside = stride(from: row + rows, to: lines.count, by: rows).map { lines[$0] }
        line.step = column
        return line
      }
  }
}

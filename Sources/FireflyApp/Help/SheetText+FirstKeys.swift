import FireflyCore
import FireflyScreen

// What matters where the help is shown: the keys with which it begins.
extension SheetText {
  /// Keys that matter: what they do in a context, and the words for it.
  struct Step {
    let actions: [Action]
    fileprivate let words: @Sendable (Site) -> String
    fileprivate let context: KeyContext
    /// Whether it matters at a place.
    fileprivate let matters: @Sendable (Site) -> Bool
    /// Whether its words say enough of its key; those of a key that goes round lists don't name them.
    var isWhole: Bool { actions.count == 1 && actions != [.list(.audiencePressed)] }

    fileprivate init(
      _ actions: [Action], _ words: String, context: KeyContext = .lists,
      matters: @escaping @Sendable (Site) -> Bool = { _ in true }
    ) {
      self.init(actions, calling: { _ in words }, context: context, matters: matters)
    }

    fileprivate init(
      _ actions: [Action], calling words: @escaping @Sendable (Site) -> String,
      context: KeyContext = .lists,
      matters: @escaping @Sendable (Site) -> Bool = { _ in true }
    ) {
      (self.actions, self.words, self.context, self.matters) = (actions, words, context, matters)
    }
  }

  /// The number of them that are shown.
  private static let shownSteps = 12

  /// The steps that each tab has; the last one is always shown.
  private static let tabSteps: [Step] = [
    Step([.find(.pressed)], "find in this list"), Step([.places(.pressed)], "other places"),
    Step(
      [
        .list(.explorerPressed(.posts)), .list(.explorerPressed(.searches)),
        .list(.explorerPressed(.users)),
      ], "switch tabs"),
    Step([.list(.refreshPressed)], "reload"),
    Step([.palette(.pressed)], "all by name"), Step([.quitPressed], "quit"),
  ]

  /// The steps among posts, the most important first.
  private static let listSteps: [Step] =
    [
      Step([.list(.moved(-1)), .list(.moved(1))], calling: { "select \($0.post.anyOne)" }),
      Step([.list(.cardPressed)], "open it"),
      Step([.list(.childIndicatorPressed)], "its replies"), Step([.list(.backPressed)], "back"),
      Step([.thread(.pressed)], "as a thread"),
      Step([.readMarks(.nextPressed)], "next unread"),
      Step([.article(.pressed)], "the page, as text") { $0.has(.pages) },
      Step([.editor(.newPressed)], "write a post") { $0.offers(.write) },
      Step([.editor(.replyPressed)], "reply to it") { $0.offers(.reply) },
      Step([.editor(.editPressed)], "edit your post") { $0.offers(.edit) },
      Step([.list(.audiencePressed)], "another list") { $0.switches(in: .posts) && $0.has(.pages) },
    ] + tabSteps

  /// The steps among the saved searches and the lists of a place.
  private static let searchSteps: [Step] =
    [
      Step([.list(.moved(-1)), .list(.moved(1))], "select a search"),
      Step([.list(.childIndicatorPressed)], "what it finds"),
      Step([.editor(.newPressed)], "new search") { $0.can(.search) },
      Step([.editor(.editPressed)], "edit your search") { $0.can(.search) },
      Step([.moving(.deletePressed)], "delete it") { $0.can(.search) },
      Step([.list(.audiencePressed)], "put a list into the first tab") { $0.has(.chosenLists) },
    ] + tabSteps

  /// The steps among the users.
  private static let userSteps: [Step] =
    [
      Step([.list(.moved(-1)), .list(.moved(1))], calling: { "select \($0.user.anyOne)" }),
      Step([.list(.cardPressed)], "open it"),
      Step([.list(.childIndicatorPressed)], calling: { "its \($0.post.many)" }),
      Step([.editor(.newPressed)], calling: { "follow \($0.user.anyOne)" }) {
        $0.has(.subscriptions)
      },
      Step([.editor(.editPressed)], "its name, its folder") { $0.has(.subscriptions) },
      Step([.moving(.deletePressed)], "no longer follow") { $0.has(.subscriptions) },
      Step([.editor(.editPressed)], "your profile") { $0.can(.profile) && !$0.asksForSignIn },
      Step([.mute(.pressed)], calling: { $0.offers(.people) ? "follow, mute" : "silence" }) {
        !$0.has(.subscriptions)
      },
    ] + tabSteps

  /// The steps in a thread.
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
  static func steps(
    _ keymap: Keymap, _ symbols: Symbols, _ scope: HelpScope
  ) -> [(step: Step, keys: [Glyph])] {
    let isThread = scope.list == .thread
    let steps =
      switch scope.list {
      case .posts: listSteps
      case .entries: listSteps.filter { !$0.actions.contains(where: \.isAboutReplies) }
      case .thread: threadSteps
      case .searches: searchSteps
      case .users: userSteps
      }
    let all = steps.compactMap { step -> (step: Step, keys: [Glyph])? in
      let keys = step.actions.compactMap { action -> String? in
        // In a thread, some keys of lists mean something else.
        let all = keymap.binding(of: action, in: step.context)?.keys ?? []
        let isTaken = { isThread && keymap.action(for: $0, in: .thread) != nil }
        return (step.context == .lists ? all.first { !isTaken($0) } : all.first)
          .map { symbols.label(of: $0) }
      }
      return keys.isEmpty || !step.matters(scope.site)
        ? nil : (step, Glyph.glyphs(of: keys.joined(separator: " ")))
    }
    return all.count > shownSteps ? all.prefix(shownSteps - 1) + all.suffix(1) : all
  }

  /// Returns their lines, in as many columns as there is room for.
  static func firstKeys(
    _ steps: [(step: Step, keys: [Glyph])], width: Int, column: Int, gap: Int, _ scope: HelpScope
  ) -> [Line] {
    let heading = Line(
      words: Glyph.glyphs(of: scope.list == .thread ? "In this thread" : "First steps").truncated(
        to: width),
      isHeading: true, isRepetition: true)
    let count = width >= 50 ? max(1, (width + gap) / column) : 1
    let column = count > 1 ? column : width
    let keyColumns = min((steps.map { $0.keys.displayWidth }.max() ?? 0) + 2, 14)
    let lines = steps.map { step, keys in
      Line(
        keys: keys.truncated(to: keyColumns - 1),
        words: Glyph.glyphs(of: step.words(scope.site)).truncated(to: max(1, column - keyColumns)),
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

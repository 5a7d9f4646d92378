import FireflyCore
import FireflyEditor
import FireflyScreen

// The commands of line mode, and what numbers refer to.
extension AppState {
  /// Returns what a line means where lines are text: a key, or text (nil).
  public func key(inText line: String) -> Key? {
    let name = line.lowercased()
    return ["esc", "enter", "up", "down"].contains(name) || name.hasPrefix("ctrl-")
      ? Key(named: line) : nil
  }

  /// What the commands do.
  ///
  /// - Parameter group: the title of a group in any case; "" for the most usual commands and the groups.
  /// - Returns: a line each; nil if there is no such group.
  public func commandLines(of group: String) -> [String]? {
    // The keys of lists work in a thread, too.
    let contexts = keyContext == .thread ? [.thread, .lists] : [keyContext]
    let sections = contexts.flatMap { context in
      settings.keymap.sections.filter { $0.context == context }
    }
    var said: Set<Key> = []
    func lines(_ bindings: [Keymap.Binding]) -> [String] {
      bindings.compactMap { binding in
        guard let key = binding.keys.first, said.insert(key).inserted,
          ![.redrawPressed, .suspendPressed].contains(binding.action),
          let help = spokenHelp(of: binding)
        else { return nil }
        return "\(Symbols.spokenName(of: key)): \(help)."
      }
    }
    if !group.isEmpty {
      let named = sections.filter { group == "all" || $0.title.lowercased() == group.lowercased() }
      return named.isEmpty ? nil : named.flatMap { [$0.title + "."] + lines($0.bindings) }
    }
    let end = "Each command is followed by Enter."
    guard focus.isEmpty else {
      return ["A number chooses. " + end] + lines(sections.flatMap(\.bindings))
    }
    let usual = ["down", "up", "children", "back", "next-unread", "find", "new", "reply", "quit"]
    let groups = sections.map { "? \($0.title.lowercased())" }
    return [
      "A number opens the post at that place. An empty line reads the next post. " + end,
      "where: where you are. again: the last answer again.",
    ]
      + lines(
        usual.compactMap { name in
          sections.lazy.flatMap(\.bindings).first { $0.name == name }
        }) + ["More commands: \(groups.joined(separator: ", ")), ? all."]
  }

  /// What a key does in line mode; nil for nothing there.
  private func spokenHelp(of binding: Keymap.Binding) -> String? {
    switch binding.action {
    case .list(.densityPressed): "say less, or all again"
    case .list(.copyPressed), .links(.pagePressed(copies: true)): "say its address"
    default: source.map { $0.help(of: binding) } ?? binding.help
    }
  }

  /// What a command asks of line mode itself.
  public enum Question {
    /// The commands.
    case commands
    /// Where the user is.
    case place
    /// To say less, or all again.
    case verbosity
  }

  /// Returns what a key asks of line mode itself; nil for every other key.
  public func question(of key: Key) -> Question? {
    switch action(forCommand: key) ?? settings.keymap.action(for: key) {
    case .list(.placePressed): isAtOwnPlace ? .place : nil
    case .list(.densityPressed): .verbosity
    case .sheet(.helpPressed): .commands
    default: nil
    }
  }

  /// Whether the selected post is where it belongs: among the replies to its parent.
  private var isAtOwnPlace: Bool {
    guard focus.top == nil || focus.top is FindState, let post = selectedPost else { return true }
    if post.template != .post || post.isUnsaved || post.isRoot || list.isThread { return true }
    return current.navigator.current.destination == post.parentID.map { .children(of: $0) }
  }

  /// The address of the page that the selected post is about; nil if it is about none.
  public var selectedAddress: String? { selectedPost?.pageAddress }

  /// Whether a number is expected: a question, a menu or an outline is in front.
  public func asksForNumber(at now: Double) -> Bool {
    !(focus.top is ArticleSheet) && choiceCount(at: now) > 0
  }

  /// Returns what ends something that is loading, at once; nil if the key doesn't.
  public func interruption(by key: Key) -> Action? {
    switch action(forCommand: key) {
    case .quitPressed: .quitPressed
    // The next press goes back.
    case .list(.backPressed) where key == .escape && list.seeksEnd: .list(.moved(0))
    // In a layer, q closes it.
    case let action where key == .escape || key == .character("q"): action
    default: nil
    }
  }

  /// Returns the action of a key that is a command: nothing is typed by accident in a line.
  public func action(forCommand key: Key) -> Action? {
    let action = action(for: key)
    if focus.top is Dialog, key != .escape, key != .enter { return nil }
    if let find = focus.top as? FindState, find.hasNoMatches, case .list(.moved) = action {
      return nil
    }
    switch action {
    case .typed(let action): return action
    case .list(.childIndicatorPressed) where isReplyBegunByIndicator: return nil
    // A page is what is said at once.
    case .outline(.moved(.pages(let pages))):
      return .outline(.moved(.lines(pages * SpokenLayer.page)))
    default: return action
    }
  }

  /// Whether a note says that something has failed.
  public var showsError: Bool { shownNote?.isError == true }

  /// Returns the key of a command that is the name of an action, such as `back` or `delete`.
  public func key(ofAction name: String) -> Key? {
    [keyContext, .lists].lazy.compactMap { settings.keymap.keys(of: name, in: $0).first }.first
  }

  /// Returns the sentence for a command after which nothing was said.
  ///
  /// - Parameters:
  ///   - line: the command.
  ///   - before: the state before it; nil if unknown.
  /// - Returns: the sentence.
  public func nothingNew(after line: String, since before: AppState?) -> String {
    if let layer = spokenLayer(at: 0) {
      if takesLine { return layer.lines.first ?? "Type words, or esc." }
      if layer.linesHavePart {
        return layer.choices.isEmpty ? "esc closes this." : "Choose a number, or esc."
      }
      if let find = focus.top as? FindState, find.hasNoMatches { return find.noMatchWords }
      let isEnd = focus.top is FindState || Key(named: line).map(seeksInArticle) == true
      return isEnd ? "There is no other match." : "That was the last one; esc closes this."
    }
    if !list.showsPosts, case .failed(let failure) = list.phase {
      return PostSentences.sentence(failure.sentence)
    }
    guard
      let key = Key(named: line) ?? key(ofAction: line.lowercased()) ?? (line.isEmpty ? .down : nil)
    else { return "Nothing changed." }
    if action(for: key) == .list(.childIndicatorPressed), isReplyBegunByIndicator {
      return "No replies. + writes one."
    }
    switch action(forCommand: key) {
    case .list(.backPressed) where current.navigator.depth == 0: return "You are at the top level."
    case .list(.refreshPressed): return "Loaded again; nothing is new."
    case .list(.explorerPressed(explorer)) where current.navigator.depth == 0:
      return "You are at the top level."
    case _ where !list.showsPosts: return "There is no post here."
    case .list(.moved(1)), .list(.paged(1)), .list(.jumpedToEnd): return "This is the last one."
    case .list(.moved(-1)), .list(.paged(-1)), .list(.jumpedToStart):
      return "This is the first one."
    default:
      return before.map(hasChanged) == true ? "Done." : "Nothing changed."
    }
  }

  /// Whether a key goes to another match in an article.
  private func seeksInArticle(_ key: Key) -> Bool {
    if case .article(.matchPressed) = action(forCommand: key) { true } else { false }
  }

  /// Whether a command has changed something that it could have said.
  private func hasChanged(since before: AppState) -> Bool {
    var marks = before.readMarks
    marks.now = readMarks.now
    return lists != before.lists || readMarks != marks || later != before.later
      || muted != before.muted || branches != before.branches || moving != before.moving
      || focus != before.focus
      || settings != before.settings
  }

  /// Whether the key for the replies would begin one: in line mode, one asks for that with `+`.
  private var isReplyBegunByIndicator: Bool {
    focus.isEmpty && selectedPost?.childIndicator(for: account.email) == .plus
  }

  /// Whether an action goes to the next unread post, which is read then.
  public static func readsOn(_ action: Action?) -> Bool {
    if case .readMarks(.nextPressed) = action { true } else { false }
  }

  /// What opens the selected post if it is unread and not open.
  public var actionToReadOn: Action? {
    guard focus.isEmpty, list.showsPosts, !list.isThread, let id = current.position.selectedID,
      current.position.expandedID != id, readMarks.index.posts.contains(id)
    else { return nil }
    return .list(.cardPressed)
  }

  /// The action of a number typed in line mode: choose in a layer, or open the post at that place.
  public func action(forNumber number: Int, at now: Double) -> [Action]? {
    guard number > 0 else { return nil }
    if let find = focus.top as? FindState {
      guard !find.isTyping, list.posts.indices.contains(number - 1) else { return nil }
      return [.list(.postSelected(list.posts[number - 1].id))] + openingMatch
    }
    if let layer = spokenLayer(at: now) {
      guard layer.choices.indices.contains(number - 1) else { return nil }
      return [layer.choices[number - 1]]
    }
    guard focus.isEmpty, list.showsPosts, list.posts.indices.contains(number - 1) else {
      return nil
    }
    let id = list.posts[number - 1].id
    // In a thread, replies are read as they are selected.
    let opens = !list.isThread && current.position.expandedID != id
    return [.list(.postSelected(id))] + (opens ? [.list(.cardPressed)] : [])
  }

  /// Ends a search at the selected match, which is read then.
  private var openingMatch: [Action] {
    [.list(.backPressed)] + (list.isThread ? [] : [.list(.cardPressed)])
  }

  /// Returns what opens the match of a search by a key; nil if the key does something else.
  public func openingMatch(by action: Action) -> [Action]? {
    guard let find = focus.top as? FindState, !find.isTyping, !find.hasNoMatches,
      action == .list(.cardPressed)
    else { return nil }
    let isOpen = current.position.expandedID == current.position.selectedID
    return isOpen ? [.list(.backPressed)] : openingMatch
  }

  /// How many numbers choose something in the topmost layer.
  public func choiceCount(at now: Double) -> Int { spokenLayer(at: now)?.choices.count ?? 0 }

  /// Whether the topmost layer takes a line of text, as for finding.
  public var takesLine: Bool {
    guard let top = focus.top, !(top is EditorState) else { return false }
    return top.action(forPasted: "x") != nil && !(top is Dialog)
  }

  /// What closes a message that only can be closed, once it was said.
  public var actionToGoOn: Action? {
    (focus.top as? Dialog).flatMap { $0.buttons.count == 1 ? .dialog(.pressed(0)) : nil }
  }
}

extension Symbols {
  /// The name of a key in words: `right`, `ctrl-d`, `r`.
  static func spokenName(of key: Key) -> String {
    let name = Symbols.ascii.label(of: key)
    return name.count > 1 ? name.lowercased() : name
  }
}

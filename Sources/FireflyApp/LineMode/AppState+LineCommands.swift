import FireflyCore
import FireflyEditor
import FireflyScreen

// The commands of line mode.
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
          ![.redrawPressed, .suspendPressed, .list(.densityPressed)].contains(binding.action),
          let help = source.map({ $0.help(of: binding) }) ?? binding.help
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
      "\(Symbols.spokenName(of: .character("w"))): where you are.",
    ]
      + lines(
        usual.compactMap { name in
          sections.lazy.flatMap(\.bindings).first { $0.name == name }
        }) + ["More commands: \(groups.joined(separator: ", ")), ? all."]
  }

  /// What a command asks of line mode itself.
  public enum Question { case commands, place }

  /// Returns what a key asks of line mode itself; nil for every other key.
  public func question(of key: Key) -> Question? {
    switch action(forCommand: key) ?? settings.keymap.action(for: key) {
    case .list(.placePressed): .place
    case .sheet(.helpPressed): .commands
    default: nil
    }
  }

  /// Returns the action of a key that is a command: nothing is typed by accident in a line.
  public func action(forCommand key: Key) -> Action? {
    let action = action(for: key)
    if focus.top is Dialog, key != .escape, key != .enter { return nil }
    switch action {
    case .typed(let action): return action
    case .list(.childIndicatorPressed) where isReplyBegunByIndicator: return nil
    default: return action
    }
  }

  /// Whether a note says that something has failed.
  public var showsError: Bool { shownNote?.isError == true }

  /// Returns the key of a command that is the name of an action, such as `back` or `delete`.
  public func key(ofAction name: String) -> Key? {
    [keyContext, .lists].lazy.compactMap { settings.keymap.keys(of: name, in: $0).first }.first
  }

  /// Returns the sentence for a command that has changed nothing.
  public func nothingNew(after line: String) -> String {
    if let layer = spokenLayer(at: 0) {
      if takesLine { return layer.lines.first ?? "Type words, or esc." }
      return layer.choices.isEmpty ? "esc closes this." : "Choose a number, or esc."
    }
    if case .failed(let failure) = list.phase { return PostSentences.sentence(failure.sentence) }
    guard let key = Key(named: line) else { return "Nothing changed." }
    if action(for: key) == .list(.childIndicatorPressed), isReplyBegunByIndicator {
      return "No replies. + writes one."
    }
    switch action(forCommand: key) {
    case .list(.backPressed) where current.navigator.depth == 0: return "You are at the top level."
    case .list(.moved(1)), .list(.paged(1)), .list(.jumpedToEnd): return "This is the last one."
    case .list(.moved(-1)), .list(.paged(-1)), .list(.jumpedToStart):
      return "This is the first one."
    case .list(.refreshPressed): return "Loaded again; nothing is new."
    default: return list.showsPosts ? "Nothing changed." : "There is no post here."
    }
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
}

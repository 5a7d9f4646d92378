import FireflyCore
import FireflyModel
import FireflyEditor
import FireflyScreen

// The commands of line mode, and what numbers refer to.
extension Surroundings {
  /// The names of keys that are commands where lines are text.
  private static let keysInText = [
    "esc", "enter", "up", "down", "pgup", "pgdn", "pageup", "pagedown",
  ]

  /// Words that are commands where lines are text; in quotes, they are text.
  private static let questionsInText: Set<String> = ["where", "again", "?", ".", "-", "esc"]

  /// Returns the text that a line means: a word that would be a command stands in quotes.
  package static func text(of line: String) -> String {
    let isQuoted = [("\"", "\""), ("“", "”")].contains { line.hasPrefix($0) && line.hasSuffix($1) }
    guard line.count > 2, isQuoted else { return line }
    let words = String(line.dropFirst().dropLast())
    return questionsInText.contains(words.lowercased()) ? words : line
  }

  /// What an empty line does: it goes on.
  package var actionOfEmptyLine: Action? {
    lineUse.emptyLine ?? action(forCommand: .down)
  }

  /// Returns what a line means where lines are text: a key, or text (nil).
  package func key(inText line: String) -> Key? {
    let name = line.lowercased()
    return Self.keysInText.contains(name) || name.hasPrefix("ctrl-")
      ? Key(named: line) : nil
  }

  /// What a command asks of line mode itself.
  package enum Question {
    /// The commands.
    case commands
    /// Where the user is.
    case place
    /// To say less, or all again.
    case verbosity
  }

  /// Returns what a key asks of line mode itself; nil for every other key.
  package func question(of key: Key) -> Question? {
    question(of: action(forCommand: key) ?? settings.keymap.action(for: key))
  }

  private func question(of action: Action?) -> Question? {
    switch action {
    case .list(.placePressed): isAtOwnPlace ? .place : nil
    case .list(.densityPressed): .verbosity
    case .sheet(.helpPressed): .commands
    default: nil
    }
  }

  /// What a choice by its number asks of line mode itself, as an action of the palette; nil for others.
  package func question(ofChoice actions: [Action]) -> Question? {
    chosenAction(actions).flatMap(question)
  }

  /// Whether a choice by its number asks for the address of the selected post.
  package func asksForAddress(_ actions: [Action]) -> Bool {
    chosenAction(actions) == .list(.copyPressed)
  }

  /// The action of the palette that a choice does; nil for another one.
  private func chosenAction(_ actions: [Action]) -> Action? {
    actions.first.flatMap { focus.top?.meaning(of: $0) }
  }

  /// Whether the selected post is where it belongs: among the replies to its parent.
  private var isAtOwnPlace: Bool {
    guard focus.top == nil || lineUse.isAboutList, let post = selectedPost else { return true }
    if post.template != .post || post.isUnsaved || post.isRoot || list.isThread { return true }
    return current.navigator.current.destination == post.parentID.map { .children(of: $0) }
  }

  /// The address of the page that the selected post is about; nil if it is about none.
  package var selectedAddress: String? { selectedPost?.pageAddress }

  /// Whether a number is expected: a question, a menu or an outline is in front.
  package var asksForNumber: Bool { lineUse.asksForNumber && choiceCount > 0 }

  /// Returns what ends something that is loading, at once; nil if the key doesn't.
  package func interruption(by key: Key) -> Action? {
    switch action(forCommand: key) {
    case .quitPressed: .quitPressed
    // There is nothing to go back to: what loads goes on.
    case .list(.backPressed) where key == .escape && current.navigator.depth == 0 && !list.seeksEnd:
      nil
    // The next press goes back.
    case .list(.backPressed) where key == .escape && list.seeksEnd: .list(.moved(0))
    case _ where key == .character("q"): .quitPressed
    case let action where key == .escape: action
    default: nil
    }
  }

  /// Returns the action of a key that is a command: nothing is typed by accident in a line.
  package func action(forCommand key: Key) -> Action? {
    let action = action(for: key)
    let use = lineUse
    if let keys = use.keys, !keys.contains(key) { return nil }
    if !use.moves, case .list(.moved) = action { return nil }
    switch action {
    case .typed(let action): return action
    case .list(.childIndicatorPressed) where isReplyBegunByIndicator: return nil
    case .list(.cardPressed) where isLeafOfThread, .thread(.foldPressed) where isLeafOfThread:
      return nil
    // A page is what is said at once.
    case .outline(.moved(.pages(let pages))):
      return .outline(.moved(.lines(pages * SpokenLayer.outlinePage)))
    case .filter(.moved(.pages(let pages))):
      return .filter(.moved(.lines(pages * SpokenLayer.page)))
    default: return action
    }
  }

  /// Whether a note says that something has failed.
  package var showsError: Bool { self.shownNote?.isError == true }

  /// Returns the sentence for a command after which nothing was said.
  ///
  /// - Parameter before: the state before it; nil if unknown.
  package func nothingNew(after line: String, since before: Surroundings?) -> String {
    if let layer = spokenLayer {
      if let words = lineUse.nothingNew { return words }
      if takesLine { return layer.lines.first ?? "Type words, or esc." }
      if let key = Key(named: line), case .outline(.moved) = action(forCommand: key) {
        return [.home, .up, .pageUp].contains(key)
          ? "This is the first one." : "This is the last one."
      }
      if layer.linesHavePart {
        return layer.choices.isEmpty ? "esc closes this." : "Choose a number, or esc."
      }
      let isEnd = Key(named: line).map(seeksInArticle) == true
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
    if isLeafOfThread, [.list(.cardPressed), .thread(.foldPressed)].contains(action(for: key)) {
      return "No replies."
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
  private func hasChanged(since before: Surroundings) -> Bool {
    lists != before.lists || readMarks != before.readMarks || self.later != before.later
      || self.muted != before.muted || self.mute.branches != before.mute.branches
      || self.moving != before.moving
      || focus != before.focus
      || settings != before.settings
  }

  /// Whether the key for the replies would begin one: in line mode, one asks for that with `+`.
  private var isReplyBegunByIndicator: Bool {
    focus.isEmpty && selectedPost?.childIndicator(for: account) == .plus
  }

  /// Whether the selected reply of a thread has no replies, and its text is shown: folding it would hide only
  /// that.
  private var isLeafOfThread: Bool {
    focus.isEmpty
      && selectedPost.map { list.isReply($0.id) && !$0.hasChildren && !list.isFolded($0.id) }
        == true
  }

  /// Whether an action goes to the next unread post, which is read then.
  package static func readsOn(_ action: Action?) -> Bool {
    if case .readMarks(.nextPressed) = action { true } else { false }
  }

  /// The action of a number typed in line mode: choose in a layer, or open the post at that place.
  ///
  /// - Parameters:
  ///   - number: the number, from 1.
  ///   - heard: what was said: a number means what stood there then; nil for the list as it is.
  /// - Returns: the actions; nil for nothing there.
  package func action(forNumber number: Int, heard: Heard? = nil) -> [Action]? {
    guard number > 0 else { return nil }
    let numbers = heard?.numbers ?? list.posts.map(\.id)
    let wanted = numbers.indices.contains(number - 1) ? numbers[number - 1] : nil
    if lineUse.isAboutList {
      guard !takesLine, let id = wanted, list.index(of: id) != nil else { return nil }
      return [.list(.postSelected(id))] + openingMatch
    }
    if let layer = spokenLayer {
      guard layer.choices.indices.contains(number - 1) else { return nil }
      return [layer.choices[number - 1]]
    }
    guard focus.isEmpty, list.showsPosts, let id = wanted, list.index(of: id) != nil else {
      return nil
    }
    // In a thread, replies are read as they are selected.
    let opens = !list.isThread && current.position.expandedID != id
    return [.list(.postSelected(id))] + (opens ? [.list(.cardPressed)] : [])
  }

  /// Ends a search at the selected match, which is read then.
  private var openingMatch: [Action] {
    [.list(.backPressed)] + (list.isThread ? [] : [.list(.cardPressed)])
  }

  /// Returns what opens the match of a search by a key; nil if the key does something else.
  package func openingMatch(by action: Action) -> [Action]? {
    let use = lineUse
    guard use.isAboutList, use.moves, !takesLine, action == .list(.cardPressed) else { return nil }
    let isOpen = current.position.expandedID == current.position.selectedID
    return isOpen ? [.list(.backPressed)] : openingMatch
  }

  /// How many numbers choose something in the topmost layer.
  package var choiceCount: Int { spokenLayer?.choices.count ?? 0 }

  /// Whether the topmost layer takes a code of digits, so that words are commands.
  package var takesDigits: Bool { lineUse.takesDigits }

  /// Whether what is typed must not be seen.
  package var takesSecret: Bool { lineUse.isSecret }

  /// Whether Enter does something with what was typed, although nothing has a number.
  package var entersText: Bool { lineUse.entersText }

  /// Whether a question with several answers is in front.
  package var isAsking: Bool { lineUse.isAsking }

  /// Returns what marks a post read whose text was spoken; nil if it is not unread.
  package func actionToMarkRead(_ id: Post.ID) -> Action? {
    readMarks.index.posts.contains(id) ? .readMarks(.spoken(id)) : nil
  }

  /// Whether the topmost layer takes a line of text, as for finding.
  package var takesLine: Bool {
    lineUse.takesText && focus.top?.action(forPasted: "x") != nil
  }

  /// What closes a message that only can be closed, once it was said.
  package var actionToGoOn: Action? { lineUse.actionToGoOn }
}

extension Symbols {
  /// The name of a key in words: `right`, `ctrl-d`, `r`.
  static func spokenName(of key: Key) -> String {
    let name = Symbols.ascii.label(of: key)
    return name.count > 1 ? name.lowercased() : name
  }
}

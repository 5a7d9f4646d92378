import FireflyCore
import FireflyEditor
import FireflyScreen

// The layers over the lists, and what commands refer to.
extension AppState {
  /// The topmost layer over the lists as lines; what can be chosen has a number.
  struct SpokenLayer {
    var lines: [String] = []
    var choices: [Action] = []

    /// Adds a line that a number chooses.
    mutating func add(_ words: String, _ action: Action) {
      choices.append(action)
      lines.append("\(choices.count): \(words)")
    }
  }

  /// Returns the topmost layer, if it is not an editor; nil for the lists.
  func spokenLayer(at now: Double) -> SpokenLayer? {
    switch focus.top {
    case nil, is EditorState: return nil
    case let dialog as Dialog:
      var spoken = SpokenLayer(lines: [dialog.question] + (dialog.detail.map { [$0] } ?? []))
      for (index, button) in dialog.buttons.enumerated() where dialog.buttons.count > 1 {
        spoken.add(button.title, .dialog(.pressed(index)))
      }
      return spoken
    case let choice as LinkChoice:
      var spoken = SpokenLayer(lines: ["Which link?"])
      let post = current.position.selectedID ?? -1
      for address in choice.links { spoken.add(address, .links(.tapped(address, of: post))) }
      return spoken
    case is FindState:
      let bar = words(of: layout.topBar, in: render(self, at: now))
      return SpokenLayer(lines: ["Find: type words, or esc to end."] + bar)
    case .some(let layer): return drawn(layer, at: now)
    }
  }

  /// Reads a layer from what it draws.
  private func drawn(_ layer: any FocusLayer, at now: Double) -> SpokenLayer {
    let canvas = Canvas(context(at: now))
    var frame = Frame(size: size, blank: Cell(style: canvas.backdrop))
    layer.draw(canvas, pictures: NoPictures(), into: &frame)
    ScreenReaderText.apply(to: &frame)
    var spoken = SpokenLayer()
    for y in 0..<frame.size.height {
      let words = frame.words(in: Rect(x: 0, y: y, width: frame.size.width, height: 1))
      guard !words.isEmpty else { continue }
      let line = frame.pressables.first {
        $0.rect.y == y && $0.rect.height == 1 && $0.rect.width < frame.size.width - 2
          && $0.replacement(by: "") == nil
      }
      if let line { spoken.add(words, line.action) } else { spoken.lines.append(words) }
    }
    return spoken
  }

  /// The action of a number typed in line mode: choose in a layer, or open the post at that place.
  public func action(forNumber number: Int, at now: Double) -> [Action]? {
    guard number > 0 else { return nil }
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

  /// The fields of the open editor with their texts; nil if nothing is written.
  public var lineFields: [(field: EditorField, text: String)]? {
    guard let editor = focus.editor, focus.top is EditorState else { return nil }
    let words = editor.words
    return [(.title, words.title), (.summary, words.summary), (.body, words.body)]
  }

  /// The actions that replace the text of a field of the open editor.
  public static func actions(replacing field: EditorField, by text: String) -> [Action] {
    [
      .editor(.fieldPressed(field, row: 0, column: 0)), .editor(.edited(.selectAll)),
      .editor(.edited(text.isEmpty ? .erase(.left) : .paste(text))),
    ]
  }

  /// Whether the topmost layer takes a line of text, as for finding.
  public var takesLine: Bool {
    guard let top = focus.top, !(top is EditorState) else { return false }
    return top.action(forPasted: "x") != nil && !(top is Dialog)
  }

  /// The commands that work now, a line each, in the order of the help.
  public var commandLines: [String] {
    // The keys of lists work in a thread, too.
    let contexts = keyContext == .thread ? [.thread, .lists] : [keyContext]
    let named = contexts.flatMap { context in
      settings.keymap.sections.filter { $0.context == context }.flatMap(\.bindings)
    }
    let number =
      focus.isEmpty
      ? "A number opens the post at that place. An empty line reads the next post."
      : "A number chooses."
    var said: Set<Key> = []
    let keys = named.compactMap { binding -> String? in
      guard let key = binding.keys.first, key != .character("w"), said.insert(key).inserted,
        ![.redrawPressed, .suspendPressed].contains(binding.action)
      else { return nil }
      return "\(Symbols.spokenName(of: key)): \(binding.help)."
    }
    return [number + " w says where you are.", "Each command is followed by Enter."] + keys
  }

  /// Returns the action of a key that is a command: nothing is typed by accident in a line.
  public func action(forCommand key: Key) -> Action? {
    let action = action(for: key)
    if focus.top is Dialog, key != .escape, key != .enter { return nil }
    if case .typed(let action) = action { return action }
    return action
  }

  /// Whether a note says that something has failed.
  public var showsError: Bool { shownNote?.isError == true }

  /// What closes a message that only can be closed, once it was said.
  public var actionToGoOn: Action? {
    (focus.top as? Dialog).flatMap { $0.buttons.count == 1 ? .dialog(.pressed(0)) : nil }
  }

  /// What the open editor writes, and what is missing in it, a line each.
  public var writingLines: (what: String, missing: [String])? {
    guard let editor = focus.editor else { return nil }
    let what =
      switch editor.target {
      case .newPost(nil): "A new post."
      case .newPost:
        editor.parentTitle.map { "A reply to: " + PostSentences.sentence($0) } ?? "A reply."
      case .newQuery: "A new search."
      case .edit: "Your post."
      case .profile: "Your profile."
      }
    let missing = [EditorField.title, .summary, .body].compactMap { editor.complaints[$0] }
    return (what, missing.map(PostSentences.sentence) + [editor.saveFailure].compactMap(\.self))
  }

  /// Returns the sentence for a command that has changed nothing.
  public func nothingNew(after line: String) -> String {
    if let layer = spokenLayer(at: 0) {
      if takesLine { return "Type words, or esc." }
      return layer.choices.isEmpty ? "esc closes this." : "Choose a number, or esc."
    }
    guard list.showsPosts, let place = list.index(of: current.position.selectedID) else {
      return "Nothing new."
    }
    if ["", "down", "j"].contains(line), place == list.posts.count - 1 {
      return "This is the last one."
    }
    return ["up", "k"].contains(line) && place == 0 ? "This is the first one." : "Nothing new."
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

extension AppState {
  /// The words of an area, a line each.
  func words(of area: Rect, in frame: Frame) -> [String] {
    (area.y..<area.maxY).map { y in
      frame.words(in: Rect(x: area.x, y: y, width: area.width, height: 1))
    }.filter { !$0.isEmpty }
  }
}

extension Symbols {
  /// The name of a key in words: `right`, `ctrl-d`, `r`.
  static func spokenName(of key: Key) -> String {
    let name = Symbols.ascii.label(of: key)
    return name.count > 1 ? name.lowercased() : name
  }
}

import FireflyCore
import FireflyEditor
import FireflyScreen

// The layers over the lists, and what commands refer to.
extension AppState {
  /// The topmost layer over the lists as lines; what can be chosen has a number.
  struct SpokenLayer: Equatable {
    var lines: [String] = []
    var choices: [Action] = []
    /// The line that is selected; nil if none is.
    var selected: String?

    /// Adds a line that a number chooses.
    mutating func add(_ words: String, _ action: Action, isSelected: Bool = false) {
      choices.append(action)
      lines.append("\(choices.count): \(words)")
      if isSelected { selected = lines.last }
    }

    /// Returns what is new since another one: all lines, or only the one selected since.
    func news(since old: SpokenLayer?) -> [String] {
      guard lines == old?.lines else { return lines }
      return selected == old?.selected ? [] : [selected].compactMap(\.self)
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
      for (name, address) in zip(choice.spokenLinks, choice.links) {
        spoken.add(name, .links(.tapped(address, of: post)))
      }
      return spoken
    case let find as FindState:
      if find.text.isEmpty { return SpokenLayer(lines: ["Find: type words, or esc to end."]) }
      let found = FindView.progress(of: find, in: lists).replacing("+", with: " or more")
      let next = find.isTyping || find.hasNoMatches ? "" : " n the next match, N the one before."
      let selected = find.hasNoMatches ? nil : selectedPost.flatMap { post($0.id, at: now)?.item }
      return SpokenLayer(
        lines: ["“\(find.text)”: \(found).\(next) esc ends."] + [selected].compactMap(\.self))
    case let signIn as SignIn: return spoken(signIn, at: now)
    case let outline as Outline: return spoken(outline, at: now)
    case let palette as ActionPalette: return spoken(palette)
    case .some(let layer): return drawn(layer, at: now)
    }
  }

  private func spoken(_ signIn: SignIn, at now: Double) -> SpokenLayer {
    let view = SignInView(canvas: Canvas(context(at: now)), signIn: signIn)
    if signIn.isWaiting { return SpokenLayer(lines: [view.words.waiting]) }
    var spoken = SpokenLayer(
      lines: [view.remark, view.words.question].map(PostSentences.sentence).filter { !$0.isEmpty })
    func key(_ name: String) -> String {
      settings.keymap.keys(of: name, in: .signIn).first.map(Symbols.spokenName) ?? name
    }
    switch signIn.step {
    case .email: spoken.lines.append("Type it, or esc.")
    case .code:
      spoken.lines.append(
        "Type it, \(key("resend")) for another code, \(key("other-address")) for another e-mail, or esc."
      )
    case .welcome:
      spoken.add("Go on", .signIn(.accepted))
      spoken.add("Write your profile", .signIn(.profilePressed))
    case .account:
      spoken.add("Close", .signIn(.closed))
      spoken.add("Your profile", .signIn(.profilePressed))
      if server != nil { spoken.add("Sign out", .signIn(.signOutPressed)) }
    }
    return spoken
  }

  private func spoken(_ outline: Outline, at now: Double) -> SpokenLayer {
    let canvas = Canvas(context(at: now))
    var spoken = SpokenLayer(lines: [
      PostSentences.sentence(OutlineView(canvas: canvas, outline: outline).title)
        + (outline.filter.isTyping ? " Type words of a line, or esc." : "")
    ])
    for index in outline.shown {
      let node = outline.nodes[index]
      let words = canvas.symbols.opening(String(Outline.label(of: node.post).prefix(200)))
      let level = node.isLinking ? " Links here." : node.depth > 0 ? " Level \(node.depth)." : ""
      spoken.add(
        PostSentences.sentence(words) + level, .outline(.linePressed(index)),
        isSelected: index == outline.selected)
    }
    return spoken
  }

  /// All actions are said only when asked for.
  private func spoken(_ palette: ActionPalette) -> SpokenLayer {
    let start = "Type words of an action, or esc."
    if palette.filter.isEmpty { return SpokenLayer(lines: [start]) }
    if palette.list.shown.isEmpty {
      return SpokenLayer(lines: ["No action has “\(palette.filter.text)”. " + start])
    }
    var spoken = SpokenLayer(lines: ["Choose a number, or type other words."])
    for (row, index) in palette.list.shown.enumerated() {
      let item = palette.list.items[index]
      spoken.add(
        "\(item.name): \(item.help).", .palette(.pick(.linePressed(row))),
        isSelected: row == palette.list.selected)
    }
    return spoken
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
      if let line {
        spoken.add(words, line.action, isSelected: frame.cursor?.y == y)
      } else {
        spoken.lines.append(words)
      }
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
      .filter { editor.fields.contains($0.0) }
  }

  /// The actions that replace the text of a field of the open editor.
  public static func actions(replacing field: EditorField, by text: String) -> [Action] {
    [
      .editor(.fieldPressed(field, row: 0, column: 0)), .editor(.edited(.selectAll)),
      .editor(.edited(text.isEmpty ? .erase(.left) : .paste(text))),
    ]
  }

  /// The actions that add text at the end of a field of the open editor.
  public static func actions(appending text: String, to field: EditorField) -> [Action] {
    [
      .editor(.fieldPressed(field, row: 0, column: 0)), .editor(.edited(.move(.textEnd))),
      .editor(.edited(.paste(text))),
    ]
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

  /// What is written; nil for nothing.
  public var writingTarget: DraftTarget? { focus.editor?.target }

  /// Whether a text that is not open is kept as a draft.
  public func isKept(_ target: DraftTarget) -> Bool { writing.hasDraft(at: target) }

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
    return (what, missing.map(PostSentences.sentence))
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

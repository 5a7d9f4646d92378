import FireflyCore
import FireflyEditor
import FireflyScreen

// What line mode says of the state, and what its commands refer to.
extension AppState {
  /// Returns the sentences for what is new since the last ones.
  ///
  /// - Parameters:
  ///   - heard: what was said; updated.
  ///   - now: the time.
  /// - Returns: a line each.
  public func sentences(since heard: inout Heard, at now: Double) -> [String] {
    var lines: [String] = []
    if let layer = spokenLayer(at: now) {
      if layer.lines != heard.layer { lines += layer.lines }
      heard.layer = layer.lines
      heard.forgetPlace()
    } else if focus.editor == nil {
      heard.layer = []
      lines += listSentences(since: &heard, at: now)
    }
    let note = shownNote?.text
    if let note, note != heard.note { lines.append(PostSentences.sentence(note)) }
    heard.note = note
    return lines
  }

  private func listSentences(since heard: inout Heard, at now: Double) -> [String] {
    var lines: [String] = []
    let isNewLevel = heard.level != lists.level
    if isNewLevel {
      heard.forgetPlace()
      heard.notice = []
      lines.append(placeSentence)
    }
    heard.level = lists.level
    let notice = list.showsPosts ? [] : noticeLines(at: now)
    if notice != heard.notice { lines += notice }
    heard.notice = notice
    let position = current.position
    guard list.showsPosts, let selected = position.selectedID,
      let post = post(selected, at: now)
    else { return lines }
    let opened = position.expandedID == selected ? selected : nil
    if isNewLevel {
      lines.append(post.item() + (opened == nil ? "" : " It is open."))
    } else if let opened, heard.expanded != opened {
      // Its text may still be on the way.
      guard let text = list.bodies[opened] ?? blankBody(of: post.post) else { return lines }
      lines += post.whole(text)
    } else if heard.expanded != nil, opened == nil, heard.selected == selected {
      lines.append("Closed.")
    } else if heard.selected != selected {
      lines.append(post.item())
    }
    (heard.selected, heard.expanded) = (selected, opened)
    return lines
  }

  /// Where the user is: the tab, or the post above the list, and the number of posts.
  public var placeSentence: String {
    let level = current.navigator.current
    let parent = list.parent.map { PostSentences.sentence($0.label) }
    let place =
      switch level.destination {
      case nil: "\(explorer.name.capitalizedFirst)\(audienceWords)."
      case .children: parent.map { "Replies to: \($0)" } ?? "Replies."
      case .results: parent.map { "Results of: \($0)" } ?? "Results."
      case .profile: "A profile."
      case .answers: "Replies to you."
      }
    let more = lists.hasMore || list.isPartial ? " or more" : ""
    let count = list.posts.count
    let depth = current.navigator.depth
    return place + (count == 0 ? "" : " \(count)\(more) \(count == 1 ? "post" : "posts").")
      + (depth > 0 ? " Level \(depth + 1)." : "")
  }

  private var audienceWords: String {
    guard hasAudiences, source == nil else { return "" }
    return current.showsOnlyMine ? ", only yours" : ", everyone's"
  }

  /// Returns the number of a post's card for `sentences`; nil for a post that is not in the list.
  private func post(_ id: Post.ID, at now: Double) -> PostSentences? {
    guard let index = list.index(of: id) else { return nil }
    return PostSentences(
      post: list.posts[index], place: index + 1, count: list.posts.count,
      hasMore: lists.hasMore || list.isPartial, canvas: Canvas(context(at: now)))
  }

  private func blankBody(of post: Post) -> FormattedText? {
    post.body.isEmpty ? FormattedText(width: layout.textColumns, lines: []) : nil
  }

  /// What stands in place of the posts: why there are none.
  private func noticeLines(at now: Double) -> [String] {
    switch list.phase {
    case .failed(let failure):
      ["Error: " + PostSentences.sentence(failure.sentence) + " r tries again."]
    case .loaded: [words(of: layout.list, in: render(self, at: now)).joined(separator: ". ")]
    default: []
    }
  }

  private func words(of area: Rect, in frame: Frame) -> [String] {
    (area.y..<area.maxY).map { y in
      frame.words(in: Rect(x: area.x, y: y, width: area.width, height: 1))
    }.filter { !$0.isEmpty }
  }
}

extension AppState {
  /// The topmost layer over the lists as lines; what can be chosen has a number.
  private struct SpokenLayer {
    var lines: [String] = []
    var choices: [Action] = []

    /// Adds a line that a number chooses.
    mutating func add(_ words: String, _ action: Action) {
      choices.append(action)
      lines.append("\(choices.count): \(words)")
    }
  }

  /// Returns the topmost layer, if it is not an editor; nil for the lists.
  private func spokenLayer(at now: Double) -> SpokenLayer? {
    switch focus.top {
    case nil, is EditorState: return nil
    case let dialog as Dialog:
      var spoken = SpokenLayer(lines: [dialog.question] + (dialog.detail.map { [$0] } ?? []))
      for (index, button) in dialog.buttons.enumerated() {
        spoken.add(button.title, .dialog(.pressed(index)))
      }
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
      }
      if let line { spoken.add(words, line.action) } else { spoken.lines.append(words) }
    }
    return spoken
  }

  /// The action of a number typed in line mode: choose in a layer, or open the post at that place.
  public func action(forNumber number: Int, at now: Double) -> [Action]? {
    if let layer = spokenLayer(at: now) {
      guard layer.choices.indices.contains(number - 1) else { return nil }
      return [layer.choices[number - 1]]
    }
    guard focus.isEmpty, list.showsPosts, list.posts.indices.contains(number - 1) else {
      return nil
    }
    let id = list.posts[number - 1].id
    let opens = current.position.expandedID != id
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
    let context = focus.top?.keyContext ?? .lists
    let named = settings.keymap.sections.filter { $0.context == context }.flatMap(\.bindings)
    return [
      "A number opens the post at that place. An empty line reads the next post. w says where you are.",
      "Each command is followed by Enter.",
    ]
      + named.compactMap { binding in
        binding.keys.first.map { "\(Symbols.spokenName(of: $0)): \(binding.help)." }
      }
  }
}

extension Symbols {
  /// The name of a key in words: `right`, `ctrl-d`, `r`.
  static func spokenName(of key: Key) -> String {
    let name = Symbols.ascii.label(of: key)
    return name.count > 1 ? name.lowercased() : name
  }
}

extension String {
  /// The text with a capital at its beginning.
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

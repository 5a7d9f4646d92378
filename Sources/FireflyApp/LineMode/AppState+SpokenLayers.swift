import FireflyCore
import FireflyEditor
import FireflyScreen

// The layers over the lists: spoken from what they hold.
extension AppState {
  /// Returns the topmost layer, if it is not an editor; nil for the lists.
  func spokenLayer(at now: Double) -> SpokenLayer? {
    switch focus.top {
    case nil, is EditorState: nil
    case let dialog as Dialog: spoken(dialog)
    case let choice as LinkChoice: spoken(choice)
    case let find as FindState: spoken(find, at: now)
    case let signIn as SignIn: spoken(signIn, at: now)
    case let prompt as PasswordPrompt:
      SpokenLayer(
        lines: (prompt.isRefused ? ["That password was refused."] : []) + [prompt.question + "."]
          + (prompt.request.isOverheard ? [prompt.request.warning] : [])
          + ["Type it, or esc. A terminal does not show it."])
    case let outline as Outline: spoken(outline, at: now)
    case let palette as ActionPalette: spoken(palette)
    case let picker as LinkPicker: spoken(picker)
    case let menu as Menu: spoken(menu)
    case let article as ArticleSheet: article.spoken
    case let conflict as Conflict: conflict.spoken
    case let sheet as Sheet: spoken(sheet)
    case let picture as FullPicture:
      SpokenLayer(lines: ["Picture \(picture.index + 1) of \(picture.addresses.count). esc closes."]
      )
    case .some(let layer): words(of: layer, at: now)
    }
  }

  private func spoken(_ dialog: Dialog) -> SpokenLayer {
    var spoken = SpokenLayer(lines: [dialog.question] + (dialog.detail.map { [$0] } ?? []))
    spoken.isMessage = dialog.buttons.count == 1
    for (index, button) in dialog.buttons.enumerated() where dialog.buttons.count > 1 {
      // The suggestions of the spelling check have their numbers already.
      let own = "\(spoken.choices.count + 1) "
      let title =
        button.title.hasPrefix(own) ? button.title.dropFirst(own.count) : button.title[...]
      spoken.add(String(title), .dialog(.pressed(index)))
    }
    return spoken
  }

  private func spoken(_ choice: LinkChoice) -> SpokenLayer {
    var spoken = SpokenLayer(lines: ["Which link?"])
    let post = current.position.selectedID ?? -1
    for (name, address) in zip(choice.spokenLinks, choice.links) {
      spoken.add(name.shortened(to: 80), .links(.tapped(address, of: post)))
    }
    // The text has said the numbers.
    let count = choice.links.count
    if count > SpokenLayer.page {
      spoken.lines[SpokenLayer.page...] = [
        "\(SpokenLayer.page + 1) to \(count) are numbered in the text."
      ]
    }
    return spoken
  }

  private func spoken(_ find: FindState, at now: Double) -> SpokenLayer {
    if find.text.isEmpty { return SpokenLayer(lines: ["Find: type words, or esc to end."]) }
    let found = FindView.progress(of: find, in: lists).replacing("+", with: " or more")
    let next = find.isTyping || find.hasNoMatches ? "" : " n the next match, N the one before."
    var spoken = SpokenLayer(lines: ["“\(find.text)”: \(found)."])
    spoken.hint = next + " esc ends."
    spoken.linesHavePart = false
    guard !find.hasNoMatches, let post = selectedPost, let place = list.index(of: post.id),
      let sentences = self.post(post.id, at: now)
    else { return spoken }
    // The place among the matches is known, and the sentence says more than a summary; a title is said.
    let isInTitle = TextFolding.range(of: find.text, in: post.cardTitle) != nil
    let hit = isInTitle ? nil : MatchedSentence.sentence(with: find.text, in: post)
    spoken.part = SpokenLayer.Part(index: place, words: sentences.found(in: hit))
    return spoken
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
    case .page(nil): spoken.lines.append("\(key("resend")) to try again, or esc.")
    case .page(let page?):
      spoken.lines.append("The page: \(page.address)")
      spoken.lines.append(
        "\(key("other-address")) opens it, \(key("copy-page")) copies its address, esc leaves.")
    case .welcome:
      spoken.add("Go on", .signIn(.accepted))
      spoken.add("Write your profile", .signIn(.profilePressed))
    case .account(let user):
      if let own = view.accounts.first { spoken.lines.append("You are \(own.user.nameAndEmail).") }
      spoken.add("Close", .signIn(.closed))
      if !signIn.isOnPage { spoken.add("Your profile", .signIn(.profilePressed)) }
      for account in view.accounts.dropFirst() {
        spoken.add("Use \(view.words(account))", .signIn(.account(.pressed(account.id))))
      }
      spoken.add("Another account", .signIn(.anotherPressed))
      spoken.add("Sign out \(user.nameAndEmail)", .signIn(.account(.signOutPressed)))
    }
    return spoken
  }

  /// The lines around the selected one, ten at a time; each in full once it is selected.
  private func spoken(_ outline: Outline, at now: Double) -> SpokenLayer {
    let canvas = Canvas(context(at: now))
    let (shown, page) = (outline.shown, SpokenLayer.outlinePage)
    let place = shown.firstIndex(of: outline.selected) ?? 0
    let visible = place / page * page..<min(shown.count, (place / page + 1) * page)
    let view = OutlineView(canvas: canvas, outline: outline)
    let title = PostSentences.sentence(outline.failure.map { "Outline: " + $0 } ?? view.title)
    let isLong = shown.count > page
    let range = "Lines \(visible.lowerBound + 1) to \(visible.upperBound)."
    var spoken = SpokenLayer(lines: [
      (isLong && place >= page ? range : title + (isLong ? " " + range : ""))
        + (outline.filter.isTyping ? " Type words of a line, or esc." : "")
    ])
    spoken.hint = isLong ? " pgdn and pgup go on." : ""
    spoken.place = place == 0 || outline.filter.isTyping ? "" : " You are at \(place + 1)."
    let top = outlineLevel(of: outline)
    func level(of index: Int) -> String {
      let node = outline.nodes[index]
      let level = top + node.depth
      return node.isLinking ? " Links here." : level > 0 ? " Level \(level)." : ""
    }
    func label(of index: Int) -> String {
      canvas.symbols.opening(String(outline.label(of: outline.nodes[index].post).prefix(200)))
    }
    spoken.choices = shown.map { .outline(.linePressed($0)) }
    func lines(words count: Int) -> [String] {
      var last = ""
      return visible.map { row in
        // A level is said where it changes.
        let level = level(of: shown[row])
        defer { last = level }
        let words = PostSentences.sentence(label(of: shown[row]).beginning(words: count))
        return "\(row + 1): \(words)\(level == last ? "" : level)"
      }
    }
    // As many words of each as a page has room for.
    let all = (1...8).reversed().lazy.map { lines(words: $0) }
    let room = SpokenLayer.words - spoken.whole.joined(separator: " ").split(separator: " ").count
    spoken.lines +=
      all.first { $0.joined(separator: " ").split(separator: " ").count <= room } ?? lines(words: 1)
    if shown.indices.contains(place) {
      spoken.whereabouts = "Outline, line \(place + 1) of \(shown.count)."
      let words = PostSentences.sentence(label(of: shown[place]))
      spoken.part = .init(
        index: shown[place], words: "\(place + 1): \(words)\(level(of: shown[place]))")
    }
    return spoken
  }

  /// All actions are said only when asked for.
  private func spoken(_ palette: ActionPalette) -> SpokenLayer {
    guard palette.kind == .actions else { return spokenLines(palette) }
    let start = "Type words of an action, or esc."
    if palette.filter.isEmpty { return SpokenLayer(lines: [start]) }
    let noAction = SpokenLayer(lines: ["No action has “\(palette.filter.text)”. " + start])
    // Some are about a screen.
    let shown = palette.list.shown.enumerated().filter {
      !Self.isOfScreen(palette.list.items[$0.element].action)
    }
    if shown.isEmpty { return noAction }
    let page = SpokenLayer.page
    let first =
      (shown.firstIndex { $0.offset >= palette.list.selected } ?? 0) / page * page
    let end = min(shown.count, first + page)
    let range = shown.count > page ? " \(first + 1) to \(end) of \(shown.count); pgdn goes on." : ""
    var spoken = SpokenLayer(lines: ["Choose a number, or type other words." + range])
    spoken.choices = shown.map { .palette(.pick(.linePressed($0.offset))) }
    for place in first..<end {
      let item = palette.list.items[shown[place].element]
      let help = Self.help(of: item.action) ?? item.help
      let words = "\(place + 1): \(item.name)" + (help == item.name ? "." : ": \(help).")
      spoken.lines.append(words)
      if shown[place].offset == palette.list.selected {
        spoken.part = .init(index: place, words: words)
      }
    }
    return spoken
  }

  /// Words that can be muted, of which what is typed comes first; or places.
  private func spokenLines(_ palette: ActionPalette) -> SpokenLayer {
    let isOfPlaces = if case .places = palette.kind { true } else { false }
    var spoken = SpokenLayer(lines: [
      isOfPlaces
        ? "Where to go? Choose a number, or type words or an address, or esc."
        : "Type words to mute, or choose a number, or esc."
    ])
    if palette.list.shown.isEmpty {
      spoken.lines.insert("Nothing here has “\(palette.filter.text)”.", at: 0)
    }
    for (row, index) in palette.list.shown.prefix(SpokenLayer.page).enumerated() {
      spoken.add(
        [palette.list.items[index].name, palette.list.items[index].help]
          .filter { !$0.isEmpty }.joined(separator: ", "), .palette(.pick(.linePressed(row))),
        isSelected: row == palette.list.selected)
    }
    return spoken
  }

  private func spoken(_ picker: LinkPicker) -> SpokenLayer {
    var spoken = SpokenLayer(lines: ["Which post to link? Type words of its title, or esc."])
    if picker.filter.isEmpty { return spoken }
    for (row, index) in picker.list.shown.prefix(SpokenLayer.page).enumerated() {
      let item = picker.list.items[index]
      let words = [item.title, item.author].compactMap(\.self).map(PostSentences.sentence)
      spoken.add(
        words.joined(separator: " "), .links(.picker(.pick(.linePressed(row)))),
        isSelected: row == picker.list.selected)
    }
    return spoken
  }

  private func spoken(_ menu: Menu) -> SpokenLayer {
    var spoken = SpokenLayer(lines: menu.bindings == .mute ? ["Silence or mute?"] : [])
    for (index, item) in menu.items.enumerated() {
      spoken.add(item.title, .menu(.pressed(index)), isSelected: index == menu.selected)
    }
    return spoken
  }

  private func spoken(_ sheet: Sheet) -> SpokenLayer {
    switch sheet.content {
    case .help: return SpokenLayer(lines: commandLines(of: "all") ?? [])
    case .output(_, let text):
      var spoken = SpokenLayer(lines: text.split(whereSeparator: \.isNewline).map(String.init))
      spoken.isMessage = true
      return spoken
    case .complaints(let complaints, let notices):
      let ending =
        complaints.isEmpty || complaints.contains(where: \.isWhole)
        ? "esc closes this." : "All other settings apply. esc closes."
      return SpokenLayer(
        lines: (notices + complaints.map(\.brief)).map(PostSentences.sentence) + [ending])
    }
  }

  /// The words that a layer draws, for one that says nothing of itself: no number chooses there.
  private func words(of layer: any FocusLayer, at now: Double) -> SpokenLayer {
    let canvas = Canvas(context(at: now))
    var frame = Frame(size: size, blank: Cell(style: canvas.backdrop))
    layer.draw(canvas, pictures: NoPictures(), into: &frame)
    ScreenReaderText.apply(to: &frame)
    return SpokenLayer(lines: words(of: frame.bounds, in: frame))
  }

  /// The words of an area, a line each.
  private func words(of area: Rect, in frame: Frame) -> [String] {
    (area.y..<area.maxY).map { y in
      frame.words(in: Rect(x: area.x, y: y, width: area.width, height: 1))
    }.filter { !$0.isEmpty }
  }
}

extension String {
  /// The first words, at most 24 letters each, and … if there are more.
  func beginning(words count: Int) -> String {
    let words = split(whereSeparator: \.isWhitespace)
    var (first, room) = ([Substring](), count)
    for word in words where room > 0 {
      first.append(word.count > 24 ? word.prefix(24) + "…" : word)
      // A sign is no word.
      if word.contains(where: { $0.isLetter || $0.isNumber }) { room -= 1 }
    }
    return first.joined(separator: " ") + (words.count > first.count ? "…" : "")
  }
}

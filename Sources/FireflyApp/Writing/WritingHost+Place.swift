import FireflyCore

// A new post that goes below another one than it was begun for, or to the top level.
extension WritingHost {
  /// Asks where the open text goes.
  mutating func askForPlace(at now: Double) -> [Effect] {
    guard let editor = focus.editor else { return [] }
    guard case .newPost(let parent) = editor.target, editor.template == .post else {
      return [.note("Only a new post can go elsewhere.")]
    }
    let top = Dialog.Button(
      title: "At the top level", action: .editor(.placeChosen(isTop: true)))
    ask(
      Dialog(
        "Where does this post go?",
        detail: parent.map { "It is below \(label(of: $0, editor.parentTitle))." },
        typing: .dropped,
        [Dialog.Button(title: "Back to the text", action: nil)] + (parent == nil ? [] : [top])
          + [
            Dialog.Button(
              title: "Below another post", action: .editor(.placeChosen(isTop: false)))
          ]))
    return []
  }

  /// Puts the open text at the top level, or keeps it until the user has gone to its place.
  mutating func choosePlace(isTop: Bool, at now: Double) -> [Effect] {
    guard let editor = focus.editor else { return [] }
    let draft = draft(of: editor)
    writing.placing = draft.key
    if isTop { return [.draft(.convert(draft, as: .newPost(below: nil), saves: false))] }
    let effects = closeEditor(keeping: true, at: now)
    // An empty one is kept, too.
    writing.stored(draft)
    let key = keyName(.editor(.replyPressed))
    return effects + [.note("Go to the post; \(key) there puts your draft below it.")]
  }

  /// Asks whether a draft that waits for its place goes here.
  mutating func askWhetherHere(_ draft: Draft, goesBack: Bool) {
    func button(_ title: String, _ isHere: Bool) -> Dialog.Button {
      Dialog.Button(title: title, action: .editor(.placed(isHere: isHere, goesBack: goesBack)))
    }
    ask(
      Dialog(
        "Put your draft “\(draft.title.shortened(to: 40))” here?",
        detail: list.parent.map { "Below “\($0.headline.shortened(to: 40))”." }, typing: .dropped,
        [button("Put it here", true), button("Write another one", false)]))
  }

  /// Puts the draft that waits here, or begins another text.
  mutating func place(isHere: Bool, goesBack: Bool, at now: Double) -> [Effect] {
    guard isHere, let target = newTarget, let draft = writing.placed(elsewhereThan: target) else {
      writing.placing = nil
      return beginNew(goesBack: goesBack, at: now)
    }
    return [.draft(.convert(draft, as: target, saves: false))]
  }

  /// Names in a text those whom it answers at its new place, instead of those before.
  func readdressed(_ body: String, from old: Post.ID?, to new: Post.ID?) -> String {
    func names(_ id: Post.ID?) -> String {
      ServiceWriting.beginning(answering: id.flatMap { lists.knownPost($0) }, by: account.user).body
    }
    let (before, after) = (names(old), names(new))
    guard !before.isEmpty, body.hasPrefix(before.trimmed) else { return after + body }
    return after + body.dropFirst(before.trimmed.count).drop(while: \.isWhitespace)
  }
}

extension WritingState {
  /// The draft that waits for its place, unless that is its place already; nil for none.
  func placed(elsewhereThan target: DraftTarget) -> Draft? {
    drafts.first { $0.key == placing && $0.key.target != target }
  }
}

import FireflyCore
import FireflyModel

// Posts of a service with accounts: who may read them, and how long they may be.
extension WritingHost {
  /// The placeholder of a picture's description.
  private static var description: String { "What is on the picture, for those who can't see it" }

  /// Asks what the posts of the service have, before one begins.
  mutating func loadFields(toBegin goesBack: Bool, beside isBeside: Bool?) -> [Effect] {
    writing.awaited = WritingState.Awaited(
      level: lists.level, goesBack: goesBack, isBeside: isBeside)
    return [.writing(.loadFields)]
  }

  /// Begins the post that waited for what the posts of the service have.
  mutating func fieldsCame(
    _ response: Result<PostFields, LoadFailure>, at now: Double
  ) -> [Effect] {
    let awaited = writing.awaited
    writing.awaited = nil
    switch response {
    // At the start nobody waits for them.
    case .failure where awaited == nil: return []
    // In line mode the next lines are its text: they become a draft.
    case .failure(let failure) where isSpoken:
      return [.note(failure.sentence, isError: true)]
        + begin(awaited, of: .unknownService, at: now)
    case .failure(let failure) where failure.kind == .signedOut:
      return [.send(.signIn(.needed(for: .editor(.newPressed))))]
    case .failure(let failure): return [.note(failure.sentence, isError: true)]
    case .success(let fields):
      writing.fields = fields
      return fields.service == nil ? [] : begin(awaited, of: fields, at: now)
    }
  }

  /// Begins a post that waited, if the user is still there.
  private mutating func begin(
    _ awaited: WritingState.Awaited?, of fields: PostFields, at now: Double
  ) -> [Effect] {
    guard let awaited, awaited.level == lists.level, focus.isEmpty else { return [] }
    let known = writing.fields
    writing.fields = fields
    // Fields that are unknown are asked for again by the next post.
    defer { writing.fields = known }
    return beginNew(beside: awaited.isBeside, goesBack: awaited.goesBack, at: now)
  }

  /// Asks for a post's words as they were typed.
  mutating func loadWritten(_ post: Post) -> [Effect] {
    writing.awaited = WritingState.Awaited(
      level: lists.level, goesBack: false, isBeside: nil)
    return [.writing(.loadWritten(post.id))]
  }

  /// Opens the editor on a post whose words have come.
  mutating func writtenCame(
    _ id: Post.ID, _ response: Result<WrittenPost, LoadFailure>, at now: Double
  ) -> [Effect] {
    let awaited = writing.awaited
    writing.awaited = nil
    switch response {
    case .failure(let failure) where failure.kind == .signedOut:
      return [.send(.signIn(.needed(for: .editor(.editPressed))))]
    case .failure(let failure): return [.note(failure.sentence, isError: true)]
    case .success(let written):
      writing.fields = written.fields
      guard let fields = written.fields.service, awaited?.level == lists.level, focus.isEmpty,
        selectedPost?.id == id
      else { return [] }
      if let refusal = written.post.service?.editRefusal { return refuse(refusal) }
      var editor = EditorState(
        .edit(id), template: .post, written.fields.parts, card: id, in: lists.level,
        origin: current.position,
        base: Draft.Base(words: written.post.words, etag: written.tag),
        placeholders: PostText(
          title: "Content warning", summary: Self.description, body: "Your post"),
        columns: context(at: now).writingColumns(of: written.post))
      editor.begin(with: written.post.service?.pictures ?? [])
      editor.parent = written.post.realParentID
      editor.service = ServiceWriting(site.name, fields, editing: written.post)
      editor.begin(with: written.post.service?.poll)
      editor.begin(in: .body)
      return begin(editor, at: now)
    }
  }

  /// Prepares the editor of a new post of the service.
  func begin(
    _ editor: inout EditorState, of fields: ServiceFields, answering parent: Post.ID?
  ) {
    let post = parent.flatMap { lists.knownPost($0) }
    editor.service = ServiceWriting(site.name, fields, answering: post)
    editor.placeholders = PostText(
      title: "Content warning", summary: Self.description,
      body: post == nil ? "Your post" : "Your reply")
    let words = ServiceWriting.beginning(answering: post, by: account.user)
    editor.service?.answered = Set(
      words.body.split(whereSeparator: \.isWhitespace).map { $0.lowercased() })
    editor.suggest(words)
  }

  /// Returns the effects of a post that can't be sent as it is; nil if it can.
  mutating func serviceRefusal(of editor: EditorState, at now: Double) -> [Effect]? {
    guard let service = editor.service else { return nil }
    let hasPicture = editor.gallery.shown != nil
    if let refusal = service.refusal(of: editor.words, hasPicture: hasPicture)
      ?? editor.pollRefusal(at: service)
    {
      var editor = editor
      flash(&editor, at: now)
      focus.editor = editor
      return [.note(refusal, isError: true)]
    }
    guard let question = service.question(writing.hasPostedToEveryone) else {
      return questionAboutVotes(of: editor)
    }
    ask(
      Dialog(
        question.words, detail: question.detail, typing: .dropped,
        [
          Dialog.Button(title: "Back to the text", action: nil),
          Dialog.Button(
            title: "Post to \(service.readers.words)", action: .editor(.readersAccepted)),
        ]))
    return []
  }

  /// Asks whether a post is sent that the service may have already.
  mutating func askAboutSendingAgain(_ failure: LoadFailure) {
    ask(
      Dialog(
        "Send it again?", detail: failure.sentence, typing: .dropped,
        [
          Dialog.Button(title: "Back to the text", action: nil),
          Dialog.Button(title: "Send it again", action: .editor(.sendingAgainAccepted)),
        ]))
  }

  /// Says how the service has published a post otherwise than it was written.
  mutating func askAboutMishap(_ post: Post) {
    guard let mishap = post.service?.mishap else { return }
    guard mishap != .descriptions else {
      return ask(Dialog(refusal: mishap.sentence(on: site.name)))
    }
    ask(
      Dialog(
        mishap.sentence(on: site.name), detail: "If you delete it, its text is a draft.",
        typing: .dropped,
        [
          Dialog.Button(title: "Leave it", action: nil),
          Dialog.Button(title: "Delete it", action: .moving(.deleteConfirmed(post.id))),
        ]))
  }
}

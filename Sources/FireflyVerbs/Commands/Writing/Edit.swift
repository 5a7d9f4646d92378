import ArgumentParser
import FireflyAPI
import FireflyCore
import Foundation

/// `firefly edit`: changes a post.
struct Edit: AccountUsingCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Edit your post.",
    discussion: """
      Without --title, --summary, --body or --image, your editor ($VISUAL or $EDITOR) opens. If the post has \
      changed on the server in the meantime, changes that don't collide are merged; otherwise nothing is \
      overwritten and your text is kept as a draft; run the same command without these options to resume: the \
      editor shows both versions.
      """)

  @Argument(help: ArgumentHelp("The post's number.", valueName: "id"))
  var post: PostNumber

  @OptionGroup var writing: WritingOptions
  @OptionGroup var service: ServiceWords
  @OptionGroup var common: CommonOptions
  @OptionGroup var connection: ConnectionOptions<Writing>
  @OptionGroup var identity: AccountOptions
  @ParentCommand var browsing: Firefly

  func perform() throws {
    try withSession(writing, at: .edit(post.id)) { context in
      guard service.isGiven else { return }
      try context.server.requireAccounts(for: "--warning, --language and --alt are")
    } _: { session, given in
      try change(at: session, given)
    }
  }

  private func change(at session: WritingSession, _ given: WritingOptions.GivenFields) throws {
    var draft: OpenDraft
    let version: PostVersion
    let base: Draft.Base
    let pictures: [GivenPicture]
    var given = given
    given.title = service.warning.map { ForeignText.cleanLine($0) } ?? given.title
    if writing.saySomething || service.isGiven {
      defer { writing.warnOfUnreadInput() }
      draft = try session.open(.edit(post.id), where: given.isAttempted)
      if draft.earlier == nil { draft.draft.words = given.over(PostText()) }
      (version, pictures) = try draft.prepare(given) { draft in
        try session.reportOtherDrafts(beside: draft)
        if writing.image.isEmpty, draft.earlier?.changesPicture == true {
          StandardStreams.warn(
            "This goes on with draft \(draft.name), which changes the pictures: "
              + "`firefly draft delete \(draft.name)` discards it.")
        }
        let found = try writing.pictures()
        let pictures = session.site.has(.ownFields) ? service.describing(found) : found
        try service.check(found.isEmpty ? nil : pictures.count, of: draft.draft)
        try session.require(pictures)
        let version = try session.own(post.id, namingDraft: !given.hasText)
        if version.post.template == .post, session.site.has(.ownFields) {
          // What is kept gets no warning that was meant as a title.
          draft.draft.words = PostText(title: service.warning ?? "", body: draft.draft.words.body)
          try writing.requireNoTitle(at: session)
        }
        if found.isEmpty, !service.alt.isEmpty {
          let known = version.post.service?.pictures ?? []
          let isKept = draft.draft.changesPicture
          draft.draft.sidePictures = try service.describing(
            isKept ? draft.draft.sidePictures : known, of: isKept ? draft.name : nil)
        }
        return (version, pictures)
      }
      if !session.site.has(.ownFields) { given = given.showing(pictures.inText) }
      base = Draft.Base(words: version.post.words, etag: version.tag)
      if let old = draft.earlier?.base, given.overwritesChanges(from: old.words, to: base.words) {
        throw Failure("\(conflict) \(draft.save())")
      }
      (draft.draft.words, draft.draft.base) = (given.over(base.words), base)
      service.apply(to: &draft.draft)
    } else {
      version = try session.own(post.id)
      pictures = []
      base = Draft.Base(words: version.post.words, etag: version.tag)
      draft = try session.open(.edit(post.id))
      draft.draft.template = version.post.template.name
      draft.draft.delivery.language =
        draft.draft.delivery.language ?? version.post.service?.language
      let poll = version.post.service?.poll.map { NewPoll($0) }
      let known = version.post.service?.pictures ?? []
      // The file says all that the post has.
      draft.draft.delivery.poll = draft.draft.delivery.poll ?? poll
      if !draft.draft.changesPicture, !known.isEmpty { draft.draft.sidePictures = known }
      try edit(&draft, over: base, notes: poll == nil ? [] : [Self.pollNote], at: session)
      if draft.draft.delivery.poll == poll { draft.draft.delivery.poll = nil }
      if draft.draft.sidePictures == known { draft.draft.delivery.further = nil }
    }
    draft.draft.template = version.post.template.name
    let picture =
      try session.site.has(.ownFields)
      ? draft.attach(pictures, behind: version.post.service?.pictures ?? [])
      : draft.attach(pictures)
    let isOfOtherLanguage =
      draft.draft.delivery.language.map { $0 != version.post.service?.language } ?? false
    guard
      draft.draft.words != base.words || draft.draft.changesPicture
        || draft.draft.changesPoll || isOfOtherLanguage
    else {
      draft.discard()
      return try output(version.post, "Post \(post.id) is unchanged.", at: session)
    }
    let changed = try draft.deliver { draft in
      try session.check(
        draft.draft.words, isReply: !version.post.isRoot && version.post.template == .post,
        hasPicture: picture != nil || version.post.imageURL != nil)
      do {
        return try draft.send(picture, at: session)
      } catch is OpenDraft.Conflict {
        throw conflict
      }
    }
    session.log.info("changed", metadata: ["post": "\(changed.id)"])
    defer { draft.discard() }
    try output(changed, "Changed post \(post.id).", at: session)
  }

  private var conflict: Failure {
    Failure(
      "Post \(post.id) has changed since you read it; nothing was overwritten. Use `firefly "
        + "edit \(post.id)` to see both versions.")
  }

  /// Continues an earlier draft, and shows both versions if the post has changed.
  private func edit(
    _ draft: inout OpenDraft, over base: Draft.Base, notes further: [String],
    at session: WritingSession
  ) throws {
    guard draft.isFree else { throw Failure(draft.obstacle ?? "") }
    // As in git: an editor named by a variable may need no terminal.
    guard VerbEnvironment.current.input.isTerminal || session.editor.isNamed else {
      draft.close()
      throw Failure(
        "No terminal to edit in. Set VISUAL or EDITOR, or use --title, --summary, --body "
          + "or --image; --body - reads the body from standard input.",
        code: Failure.noTerminal)
    }
    var notes = further
    if draft.earlier == nil {
      draft.draft.words = base.words
    } else {
      notes += ["This is your draft for this post."]
      draft.draft.words = draft.draft.words(over: base.words)
      // A version whose response was lost is the user's own.
      let isOwn = draft.draft.unconfirmed.contains(base.words)
      if let old = draft.draft.base, old.words != base.words, !isOwn {
        let comparison = Comparison(theirs: base, mine: draft.draft.words, base: old.words)
        notes +=
          comparison.merged.map {
            ["The post has changed on the server. Merged: \(comparison.origins(of: $0))."]
          } ?? Comparison.notes
        draft.draft.words = comparison.both
      }
    }
    draft.draft.base = base
    try session.edit(&draft, notes: notes + Self.notes)
    let words = draft.draft.words
    if Comparison.hasMarks(words), !Comparison.hasMarks(base.words) {
      throw Failure("The text still contains both versions: merge them first. \(draft.save())")
    }
  }

  private static let pollNote =
    "The votes stay while the options and poll-several do; an empty poll-for keeps its end."

  private static let notes = [
    "If you change nothing, or the editor exits with an error, the post stays as it is."
  ]

  private func output(_ post: Post, _ sentence: String, at session: WritingSession) throws {
    try session.confirm(post, json: writing.json, else: sentence)
  }
}

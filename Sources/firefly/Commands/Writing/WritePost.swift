import ArgumentParser
import FireflyAPI
import FireflyApp
import FireflyCore
import Foundation

/// `firefly post`: writes a new post.
struct WritePost: AccountUsingCommand {
  static let configuration = CommandConfiguration(
    commandName: "post", abstract: "Write a post and print its number.",
    discussion: """
      The body is read from standard input, or from the file of --body. On a terminal your editor \
      ($VISUAL or $EDITOR) opens instead. A post that can't be sent is kept as a draft; run the same command \
      again to send it.
      """)

  @OptionGroup var writing: WritingOptions

  @Option(help: ArgumentHelp("Write a reply to this post.", valueName: "id"))
  var parent: PostNumber?

  @Option(help: ArgumentHelp("post, or query for a saved search.", valueName: "name"))
  var template = Template.post

  @OptionGroup var service: ServiceOptions
  @OptionGroup var common: CommonOptions
  @OptionGroup var connection: ConnectionOptions<Writing>
  @OptionGroup var identity: AccountOptions
  @ParentCommand var browsing: Firefly

  /// The kinds of posts.
  enum Template: String, ExpressibleByArgument, CaseIterable {
    case post, query
  }

  func validate() throws {
    try browsing.refuseOptions(with: "post", exceptServer: true)
    if parent != nil, template == .query {
      throw ValidationError("Searches are at the top level: use --parent for posts only.")
    }
  }

  func perform() throws {
    try service.requireService(try makeContext().server)
    var writing = writing
    if writing.body == nil, isatty(STDIN_FILENO) != 1 { writing.body = "-" }
    try withSession(writing, service, at: target, template: template.rawValue, write)
  }

  private var target: DraftTarget {
    template == .query ? .newQuery : .newPost(below: parent?.id)
  }

  private func write(at session: WritingSession, _ given: WritingOptions.GivenFields) throws {
    let isOfService = session.source != nil
    var given = given
    // The title is the content warning.
    if isOfService { (given.title, given.summary) = (service.warning, nil) }
    var draft = try open(at: session, given)
    let kept = draft.earlier
    let image = try draft.prepare(given) { draft in
      let pictures = try writing.pictures()
      draft.draft.words = draft.draft.words.showing(pictures.inText)
      let image = try draft.attach(pictures)
      if given.hasText { draft.keep() }
      try session.require(pictures)
      if let parent { try session.requireParent(below: parent.id) }
      // In a draft that was shown before, the user may have removed the warning.
      let copiesWarning = given.body != nil || kept?.delivery.readers == nil
      try service.complete(
        &draft.draft, of: writing, below: parent?.id, copiesWarning: copiesWarning, at: session)
      return image
    }
    if given.body == nil {
      let agreed = draft.draft.delivery.readers
      try session.edit(&draft, notes: notes(isOfService: isOfService))
      if kept != nil, draft.draft.delivery.isWider(than: agreed) {
        let edited = draft.draft.delivery
        draft.draft.delivery.readers = agreed
        try draft.prepare(given) { draft in try service.agree(to: edited, kept: draft.draft) }
        draft.draft.delivery = edited
      }
    }
    try send(&draft, image, at: session)
  }

  /// Opens the draft to send, with the given fields; that is before the first request.
  private func open(
    at session: WritingSession, _ given: WritingOptions.GivenFields
  ) throws -> OpenDraft {
    let (isOfService, warning) = (session.source != nil, service.warning)
    let isAttempted: @Sendable (Draft) -> Bool = { draft in
      var draft = draft
      // It may have the warning of the post that it answers.
      if isOfService, warning == nil { draft.words.title = "" }
      return given.isAttempted(in: draft)
    }
    // Other texts have drafts of their own.
    var draft = try session.open(target, where: given.body == nil ? nil : isAttempted)
    guard given.body != nil || draft.isFree else { throw Failure(draft.obstacle ?? "") }
    var changed = draft.draft
    let before =
      given.body == nil ? changed.words : PostText(title: isOfService ? changed.words.title : "")
    changed.words =
      writing.image.isEmpty
      ? given.over(before).showing(changed.textPictures) : given.over(before)
    changed.template = template.rawValue
    service.apply(to: &changed)
    do {
      if let kept = draft.earlier { try service.agree(to: changed.delivery, kept: kept) }
    } catch {
      draft.close()
      throw error
    }
    draft.draft = changed
    return draft
  }

  private func send(_ draft: inout OpenDraft, _ image: PostImage?, at session: WritingSession)
    throws
  {
    let words = draft.draft.words
    // A warning alone is no post of a service.
    let isEmpty = session.source == nil ? words.isEmpty : PostText(body: words.body).isEmpty
    guard !isEmpty || parent != nil && image != nil else {
      draft.discard()
      throw Failure("Empty post; nothing sent.")
    }
    let post = try draft.deliver { draft in
      try check(words, try session.fields(), hasPicture: image != nil)
      draft.draft.delivery.sendsAgain = service.again ? true : nil
      do {
        return try draft.send(image, at: session)
      } catch let failure as LoadFailure where failure.kind == .mayBeThere {
        throw Failure(
          "\(failure.sentence) Use --again to send it anyway.", code: Failure.noTerminal)
      }
    }
    session.log.info("posted", metadata: ["post": "\(post.id)"])
    if session.source == nil || post.isRoot { session.postWritten(post) }
    if let mishap = post.service?.mishap {
      StandardStreams.warn(mishap.sentence(on: session.source?.name ?? ""))
    }
    defer { draft.discard() }
    try StandardStreams.confirm(
      post, json: writing.json, else: String(post.id), inWords: "The post is saved: \(post.id).")
  }

  /// Checks the required fields; a reply needs no title.
  private func check(_ words: PostText, _ fields: PostFields, hasPicture: Bool) throws(Failure) {
    let missing = fields.missing(in: words, isReply: parent != nil, hasPicture: hasPicture)
    guard let first = missing.first else { return }
    throw Failure(
      fields.required == [.title]
        ? "A post needs a title: use --title."
        : fields.required == [.body]
          ? "There is nothing to post yet."
          : "This server requires a title, a summary and a body. The \(first) is missing.")
  }

  private func notes(isOfService: Bool) -> [String] {
    let needed = parent == nil && !isOfService ? "a title" : "words"
    return ["Without \(needed), or if the editor exits with an error, nothing is sent."]
  }
}

import ArgumentParser
import FireflyAPI
import FireflyCore
import FireflyModel
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

  /// Only for the hint that `firefly post "Hello"` gets.
  @Argument(help: .hidden)
  var unexpected: String?

  @Option(
    help: ArgumentHelp(
      "Write a reply to this post; on Mastodon, also the address of its page.", valueName: "id"))
  var parent: NamedPost?

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
    if service.saysPoll, template == .query {
      throw ValidationError("Searches have no polls: use --poll for posts only.")
    }
  }

  func perform() throws {
    // Not in `validate`, which is called before unknown options are reported.
    if let unexpected {
      throw ValidationError(
        """
        Unexpected argument “\(ForeignText.cleanLine(unexpected, limit: 40))”. The text comes from standard \
        input or the file of --body, the title from --title.
        """)
    }
    // A wrong address is refused when the text is kept.
    let server = try makeContext().server
    let link = try? parent?.link(at: server)
    var writing = writing
    if writing.body == nil, !VerbEnvironment.current.input.isTerminal { writing.body = "-" }
    let parent = link?.post ?? parent?.number
    let target = template == .query ? DraftTarget.newQuery : .newPost(below: parent)
    try withSession(writing, service, at: target, template: template.rawValue) { context in
      try service.requireService(context.server)
      context.link = try self.parent?.link(at: context.server)
    } _: { session, given in
      try write(at: session, target, parent, given)
    }
  }

  private func write(
    at session: WritingSession, _ target: DraftTarget, _ parent: Post.ID?,
    _ given: WritingOptions.GivenFields
  ) throws {
    // A saved search is kept on this machine, also of a service.
    let isOfService = session.site.has(.ownFields) && template == .post
    var given = given
    // The title is the content warning.
    if isOfService { (given.title, given.summary) = (service.words.warning, nil) }
    var draft = try open(at: session, target, given, isOfService: isOfService)
    let kept = draft.earlier
    var (names, most) = ("", Readers?.none)
    let image = try draft.prepare(given) { draft in
      let found = try writing.pictures()
      let pictures = isOfService ? service.words.describing(found) : found
      if !isOfService { draft.draft.words = draft.draft.words.showing(pictures.inText) }
      let image =
        try isOfService ? draft.attach(pictures, behind: []) : draft.attach(pictures)
      if given.hasText { draft.keep() }
      if isOfService { try service.check(pictures.count, of: draft.draft) }
      try session.require(pictures)
      if let parent { try session.requireParent(below: parent) }
      if isOfService {
        try writing.requireNoTitle(at: session)
        // In a draft that was shown before, the user may have removed names and warning.
        let isNew = given.body != nil || kept?.delivery.readers == nil
        (names, most) = try service.complete(
          &draft.draft, below: parent, isNew: isNew, at: session)
      }
      return image
    }
    if given.body == nil {
      let agreed = draft.draft.delivery.readers
      try session.edit(&draft, notes: notes(isOfService: isOfService))
      if kept != nil, draft.draft.delivery.isWider(than: agreed) {
        let edited = draft.draft.delivery
        draft.draft.delivery.readers = agreed
        try draft.prepare(given) { draft in
          try service.agree(to: edited, kept: draft.draft.delivery, named: draft.name)
        }
        draft.draft.delivery = edited
      }
    }
    try send(&draft, image, names: names, to: most, at: session, isOfService: isOfService)
  }

  /// Opens the draft to send, with the given fields; that is before the first request.
  private func open(
    at session: WritingSession, _ target: DraftTarget, _ given: WritingOptions.GivenFields,
    isOfService: Bool
  ) throws -> OpenDraft {
    let warning = service.words.warning
    let isAttempted: @Sendable (Draft) -> Bool = { draft in
      var draft = draft
      // It may have the warning of the post that it answers, and the names of those whom it answers.
      if isOfService, warning == nil { draft.words.title = "" }
      if isOfService, let body = given.body {
        draft.words.body = draft.words.body.withoutNames(before: body)
      }
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
    if isOfService { service.apply(to: &changed) }
    do {
      if let kept = draft.earlier {
        try service.agree(to: changed.delivery, kept: kept.delivery, named: draft.name)
      }
    } catch {
      draft.close()
      throw error
    }
    draft.draft = changed
    return draft
  }

  /// Sends the draft; if that fails, it is kept for those who may read it at most.
  private func send(
    _ draft: inout OpenDraft, _ image: PostImage?, names: String, to most: Readers?,
    at session: WritingSession, isOfService: Bool
  ) throws {
    let words = draft.draft.words
    // A warning alone is no post of a service, nor are the names with which it began.
    let isEmpty =
      isOfService
      ? PostText(body: words.body).isEmpty || words.body.trimmed == names.trimmed : words.isEmpty
    guard !isEmpty || image != nil && (parent != nil || isOfService) else {
      draft.discard()
      throw Failure("Empty post; nothing sent.")
    }
    let post = try draft.deliver { draft in
      try session.check(words, isReply: parent != nil, hasPicture: image != nil)
      draft.draft.delivery.sendsAgain = service.again ? true : nil
      var isSent = false
      defer { if !isSent { draft.draft.delivery.narrow(to: most) } }
      do {
        let post = try draft.send(image, at: session)
        isSent = true
        return post
      } catch let failure as LoadFailure where failure.kind == .mayBeThere {
        throw Failure(
          "\(failure.sentence) Use --again to send it anyway.", code: Failure.noTerminal)
      }
    }
    session.log.info("posted", metadata: ["post": "\(post.id)"])
    if !session.site.has(.ownFields) || post.isRoot { session.postWritten(post) }
    if let mishap = post.service?.mishap {
      StandardStreams.warn(mishap.sentence(on: session.site.name))
    }
    defer { draft.discard() }
    try session.confirm(
      post, json: writing.json, else: String(post.id), inWords: "The post is saved: \(post.id).")
  }

  private func notes(isOfService: Bool) -> [String] {
    let needed = parent == nil && !isOfService ? "a title" : "words"
    return ["Without \(needed), or if the editor exits with an error, nothing is sent."]
  }
}

extension String {
  /// Returns it without the names at its beginning that another text lacks, if the rest is that text.
  fileprivate func withoutNames(before text: String) -> String {
    var rest = self[...]
    while !rest.hasPrefix(text), rest.first == "@",
      let space = rest.firstIndex(where: \.isWhitespace)
    {
      rest = rest[space...].drop(while: \.isWhitespace)
    }
    return rest.hasPrefix(text) ? String(rest) : self
  }
}

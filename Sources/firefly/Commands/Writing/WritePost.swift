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
    try withSession(writing, at: target, template: template.rawValue, write)
  }

  private var target: DraftTarget {
    template == .query ? .newQuery : .newPost(below: parent?.id)
  }

  private func write(at session: WritingSession, _ given: WritingOptions.GivenFields) throws {
    let details = try service.details(of: writing, below: parent?.id, at: session)
    func described(_ words: PostText) -> PostText {
      guard let details else { return words }
      return PostText(title: details.warning, body: words.body)
    }
    let early =
      try writing.image.isEmpty
      ? nil
      : session.openEarly(
        described(given.over(PostText())), given, at: target, template: template.rawValue)
    let pictures = Result { () throws(Failure) in try writing.pictures() }
    func prepared() throws -> [GivenPicture] {
      let pictures = try pictures.get()
      try session.require(pictures)
      if let parent { try session.requireParent(below: parent.id) }
      return pictures
    }
    var draft: OpenDraft
    let given = given.showing(pictures.inText)
    let image: PostImage?
    if given.body == nil {
      let usable = try prepared()
      draft = try session.open(target)
      guard draft.isFree else { throw Failure(draft.obstacle ?? "") }
      draft.draft.template = template.rawValue
      draft.draft.words = given.over(draft.draft.words)
      if let details, draft.earlier == nil { draft.draft.words.title = details.warning }
      image = try draft.attach(usable)
      // In the editor, the warning can be changed.
      draft.draft.words = try session.edit(draft, notes: notes(isOfService: details != nil))
    } else {
      // Other posts have drafts of their own.
      let words = described(given.over(PostText()))
      draft = try session.open(target) { $0.words == words }
      draft.draft.words = words
      draft.draft.template = template.rawValue
      image = try draft.attach(try draft.prepare(given, replacing: early, prepared))
    }
    if let details { draft.draft.delivery = details.delivery(of: draft.draft) }
    try send(&draft, image, at: session)
  }

  private func send(_ draft: inout OpenDraft, _ image: PostImage?, at session: WritingSession)
    throws
  {
    let words = draft.draft.words
    guard !words.isEmpty || parent != nil && image != nil else {
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
    return (isOfService ? PostText.serviceNotes : PostText.formNotes)
      + ["Without \(needed), or if the editor exits with an error, nothing is sent."]
  }
}

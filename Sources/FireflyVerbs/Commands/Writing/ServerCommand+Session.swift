import FireflyCore

extension ServerCommand {
  /// Runs a closure for the user who is signed in.
  ///
  /// - Throws: `Failure`, what `EmbeddedServer` throws, what `body` throws.
  func withSession(_ body: (WritingSession) throws -> Void) throws {
    let context = try makeContext()
    try context.requireNamedServer()
    try context.connected { context, connection in try body(WritingSession(context, connection)) }
  }

  /// Does the same for a command that writes.
  ///
  /// The body is read first; where the command fails before `body` has it, it is kept as a draft with the other
  /// options.
  ///
  /// - Parameters:
  ///   - writing: what to read.
  ///   - service: the options of a post of a service; nil for an edit.
  ///   - target: what the text is for.
  ///   - prepare: checks the other options, and says where to begin.
  ///   - body: gets the session and what was read.
  /// - Throws: `Failure`, what `EmbeddedServer` throws, what `prepare` and `body` throw.
  func withSession(
    _ writing: WritingOptions, _ service: ServiceOptions? = nil, at target: DraftTarget,
    template: String = "post", preparing prepare: (inout CommandContext) throws -> Void,
    _ body: (WritingSession, WritingOptions.GivenFields) throws -> Void
  ) throws {
    var context = try makeContext()
    let given = try writing.read()
    var isHandedOn = false
    var server = context.server?.draftID ?? .unknown
    do {
      try prepare(&context)
      try context.requireNamedServer()
      try context.connected { context, connection in
        server = connection.accountID
        let session = try WritingSession(context, connection, to: target.ability)
        isHandedOn = true
        try body(session, given)
      }
    } catch  where !isHandedOn && given.hasText {
      let failure = Failure(error, on: self.server)
      let key = Draft.Key(
        server: server, account: context.account.draftOwner(on: server, context), target: target)
      var given = given
      given.title = service?.words.warning ?? given.title
      var draft = try WritingSession.keep(given, at: key, template: template, context) { draft in
        service?.apply(to: &draft)
      }
      if let pictures = try? writing.pictures(), (try? draft.attach(pictures)) != nil {
        draft.draft.words = draft.draft.words.showing(pictures.inText)
      }
      throw Failure("\(failure) \(draft.save())", code: failure.code)
    }
  }
}

extension AccountChoice? {
  /// Returns whose a draft is that is kept before anybody is known to be signed in.
  func draftOwner(on server: SiteID, _ context: CommandContext) -> PersonID {
    self?.person(among: (try? context.accounts.accounts(on: server)) ?? []) ?? .nobody
  }
}

extension DraftTarget {
  /// What a place must allow before the text is sent; nil if that depends on the post.
  fileprivate var ability: Site.Ability? {
    switch self {
    case .newPost(below: nil): .write
    case .newPost: .reply
    case .newQuery: .search
    default: nil
    }
  }
}

extension WritingSession {
  /// Confirms that a post is saved: prints it as JSON, or a text about it.
  func confirm(
    _ post: Post, json: Bool, else text: String, inWords sentence: String? = nil
  ) throws {
    let bytes =
      json
      ? try StandardStreams.lines(
        json: ["post": ListOptions.all(of: asServerHasIt(post), at: site)])
      : Array("\(text)\n".utf8)
    StandardStreams.confirm(bytes, inWords: sentence ?? text)
  }

  /// Returns a post with the words that were sent for its empty fields.
  private func asServerHasIt(_ post: Post) -> Post {
    let words = post.words
    guard site.has(.fireflyPosts),
      words.title.isEmpty || words.summary.isEmpty || words.body.isEmpty,
      let exact = try? MainLoop.run({ try await programsClient.post(post.id, false) })
    else { return post }
    var whole = post
    (whole.title, whole.summary, whole.body) = (exact.title, exact.summary, exact.body)
    return whole
  }
}

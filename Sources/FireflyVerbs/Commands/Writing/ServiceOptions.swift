import ArgumentParser
import FireflyAPI
import FireflyCore
import Foundation

/// The options of a new post of a service with accounts.
struct ServiceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "On Mastodon, who can read it: public, quiet, followers or mentioned.", valueName: "readers"))
  var visibility: Visibility?

  @OptionGroup var words: ServiceWords

  @Option(
    help: ArgumentHelp(
      "On Mastodon, an option of a poll. Can be repeated: a poll has two at least.",
      valueName: "option"))
  var poll: [String] = []

  @Option(
    help: ArgumentHelp("How long one can vote: 30m, 12h, 7d; a day without it.", valueName: "time"))
  var pollFor: GivenTime?

  @Flag(help: "In the poll several options can be chosen.")
  var pollSeveral = false

  @Flag(help: "On Mastodon, send a draft to more readers than it was kept for, without asking.")
  var yes = false

  @Flag(help: "Send it although the server may have it after a lost answer.")
  var again = false

  /// Readers on the command line.
  struct Visibility: ExpressibleByArgument {
    let readers: Readers

    init?(argument: String) {
      guard let readers = Readers(word: argument) else { return nil }
      self.readers = readers
    }
  }

  /// Whether one of the options of polls is given.
  var saysPoll: Bool { !poll.isEmpty || pollFor != nil || pollSeveral }

  /// Checks that the server has what these options say.
  ///
  /// - Throws: `Failure` if it is no service with accounts.
  func requireService(_ server: ServerChoice?) throws(Failure) {
    guard visibility != nil || words.isGiven || yes || saysPoll else { return }
    try server.requireAccounts(
      for: "--visibility, --warning, --language, --alt, --poll and --yes are")
  }

  /// Changes what these options say in a draft; what they don't say stays.
  func apply(to draft: inout Draft) {
    words.apply(to: &draft)
    if let visibility { draft.delivery.readers = visibility.readers }
    if !poll.isEmpty {
      draft.delivery.poll = NewPoll(
        lines: poll.joined(separator: "\n"), seconds: pollFor?.seconds, takesSeveral: pollSeveral)
    } else {
      if let pollFor { draft.delivery.poll?.seconds = pollFor.seconds }
      if pollSeveral { draft.delivery.poll?.takesSeveral = true }
    }
  }

  /// Checks what the service could only misunderstand.
  ///
  /// - Parameters:
  ///   - pictures: the number of pictures that are given.
  ///   - draft: the draft, after these options are applied.
  /// - Throws: `Failure` as that of the words; also if a poll is described that isn't there.
  func check(_ pictures: Int, of draft: Draft) throws(Failure) {
    try words.check(pictures, of: draft)
    guard !saysPoll || draft.delivery.poll != nil else {
      throw Failure("Use --poll-for and --poll-several with --poll.", code: Failure.usage)
    }
  }

  /// Fills in what neither the options nor the draft say: from the post that it answers, and from the account.
  ///
  /// - Parameters:
  ///   - parent: the post that it answers; nil for none.
  ///   - isNew: whether the user has not seen the draft: then it gets the names of those whom it answers, and the warning
  ///     of that post if it has none.
  ///   - session: asks the service.
  /// - Returns: the names with which the text begins, and who may read a reply at most; nil for others.
  /// - Throws: `Failure` if the readers must be said.
  func complete(
    _ draft: inout Draft, below parent: Post.ID?, isNew: Bool, at session: WritingSession
  ) throws -> (names: String, most: Readers?) {
    guard session.site.has(.ownFields) else { return ("", nil) }
    let fields = try session.fields().service
    let answered = try parent.map { try session.post($0).post }
    if answered == nil, draft.delivery.readers == nil,
      !session.views.hasWritten(.posts, session.user.key)
    {
      throw Failure(
        "Say who can read it: --visibility public, quiet, followers or mentioned. Later posts without it "
          + "get the readers that your account on \(session.site.name) usually has.",
        code: 64)
    }
    if isNew, words.warning == nil, draft.words.title.isEmpty {
      draft.words.title = ForeignText.cleanLine(answered?.title ?? "")
    }
    let known = Set(FoundInText.people(in: draft.words.body).map(session.user.shortened))
    let names = (answered?.handlesToAnswer(by: session.user) ?? [])
      .filter { isNew && !known.contains($0.lowercased()) }
      .map { "@\(ForeignText.cleanLine($0, limit: 200)) " }.joined()
    draft.words.body = names + draft.words.body
    let most = answered.map { $0.service?.readers ?? .mentioned }
    let usual = fields?.readers(answering: most)
    draft.delivery.readers = draft.delivery.readers ?? usual ?? .mentioned
    draft.delivery.language =
      draft.delivery.language ?? answered?.service?.language ?? fields?.language
    return (names, most)
  }

  /// Asks before a draft is sent to more readers than it was kept for.
  ///
  /// - Parameters:
  ///   - delivery: to whom it would be sent.
  ///   - kept: to whom it was kept to be sent.
  ///   - name: the name of the draft.
  /// - Throws: `Failure` if the user doesn't agree, or can't be asked.
  func agree(
    to delivery: Draft.Delivery, kept: Draft.Delivery, named name: String
  ) throws(Failure) {
    guard !yes, let before = kept.readers, let readers = delivery.readers,
      delivery.isWider(than: before)
    else { return }
    if let silence = VerbEnvironment.current.silence {
      throw Failure(
        "\(silence) Draft \(name) was kept for \(before.words): use --yes to post it to "
          + "\(readers.words), or --visibility \(before.rawValue).",
        code: Failure.noTerminal)
    }
    let answer =
      try Dialogue.ask(
        "This draft was kept for \(before.words). Post it to \(readers.words)? [y/N]") ?? ""
    guard ["y", "yes"].contains(answer.lowercased()) else {
      throw Failure("Nothing was sent. Draft \(name) is kept for \(before.words).")
    }
  }
}

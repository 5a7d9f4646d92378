import ArgumentParser
import FireflyAPI
import FireflyCore
import FireflyRuntime
import Foundation

/// The options of a post of a service with accounts.
struct ServiceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "On Mastodon, who can read it: public, quiet, followers or mentioned.", valueName: "readers"))
  var visibility: Visibility?

  @Option(help: ArgumentHelp("On Mastodon, a content warning.", valueName: "text"))
  var warning: String?

  @Option(help: ArgumentHelp("On Mastodon, its language in two letters.", valueName: "code"))
  var language: String?

  @Option(help: ArgumentHelp("On Mastodon, what is on the picture.", valueName: "text"))
  var alt: String?

  @Flag(help: "On Mastodon, send a draft to more readers than it was kept for, without asking.")
  var yes = false

  @Flag(help: "On Mastodon, send it although the server may have it after a lost answer.")
  var again = false

  /// Readers on the command line.
  struct Visibility: ExpressibleByArgument {
    let readers: Readers

    init?(argument: String) {
      guard let readers = Readers(word: argument) else { return nil }
      self.readers = readers
    }
  }

  /// Checks that the server has what these options say.
  ///
  /// - Throws: `Failure` if it is no service with accounts.
  func requireService(_ server: ServerChoice?) throws(Failure) {
    guard
      visibility != nil || warning != nil || language != nil || alt != nil || yes || again
    else {
      return
    }
    if case .source(let source) = server, source.hasAccounts { return }
    throw Failure(
      "--visibility, --warning, --language, --alt, --yes and --again are for services with accounts, "
        + "such as Mastodon.",
      code: 64)
  }

  /// Changes what these options say in a draft; what they don't say stays.
  func apply(to draft: inout Draft) {
    if let warning { draft.words.title = ForeignText.cleanLine(warning) }
    if let visibility { draft.delivery.readers = visibility.readers }
    if let language {
      let word = ForeignText.cleanLine(language, limit: 20)
      draft.delivery.language = word.isEmpty ? nil : word
    }
    if let alt { draft.delivery.description = ForeignText.cleanLine(alt) }
  }

  /// Fills in what neither the options nor the draft say: from the post that it answers, and from the account.
  ///
  /// - Parameters:
  ///   - draft: the draft.
  ///   - writing: the other options.
  ///   - parent: the post that it answers; nil for none.
  ///   - copiesWarning: whether it gets the warning of that post if it has none.
  ///   - session: asks the service.
  /// - Throws: `Failure` if a title is given, or the readers must be said.
  func complete(
    _ draft: inout Draft, of writing: WritingOptions, below parent: Post.ID?, copiesWarning: Bool,
    at session: WritingSession
  ) throws {
    guard let source = session.source else { return }
    guard writing.title == nil, writing.summary == nil else {
      throw Failure(
        "A post on \(source.name) has no title; use --warning for a content warning.", code: 64)
    }
    let fields = try session.fields().service
    let answered = try parent.map { try session.post($0).post }
    if answered == nil, draft.delivery.readers == nil,
      !session.views.hasWritten(.posts, session.user.key)
    {
      throw Failure(
        "Say who can read it: --visibility public, quiet, followers or mentioned. Later posts without it "
          + "get the readers that your account on \(source.name) usually has.",
        code: 64)
    }
    if copiesWarning, warning == nil, draft.words.title.isEmpty {
      draft.words.title = ForeignText.cleanLine(answered?.title ?? "")
    }
    let usual = fields?.readers(answering: answered.map { $0.service?.readers ?? .mentioned })
    draft.delivery.readers = draft.delivery.readers ?? usual ?? .mentioned
    draft.delivery.language =
      draft.delivery.language ?? answered?.service?.language ?? fields?.language
  }

  /// Asks before a draft is sent to more readers than it was kept for.
  ///
  /// - Parameters:
  ///   - delivery: to whom it would be sent.
  ///   - kept: the draft as it was kept.
  /// - Throws: `Failure` if the user doesn't agree, or can't be asked.
  func agree(to delivery: Draft.Delivery, kept: Draft) throws(Failure) {
    guard !yes, let before = kept.delivery.readers, let readers = delivery.readers,
      delivery.isWider(than: before)
    else { return }
    guard isatty(STDIN_FILENO) == 1 else {
      throw Failure(
        "No terminal to ask on. Draft \(kept.key.id) was kept for \(before.words): use --yes to post it to "
          + "\(readers.words), or --visibility \(before.rawValue).",
        code: Failure.noTerminal)
    }
    let answer =
      Dialogue.ask(
        "This draft was kept for \(before.words). Post it to \(readers.words)? [y/N]") ?? ""
    guard ["y", "yes"].contains(answer.lowercased()) else {
      throw Failure("Nothing was sent. Draft \(kept.key.id) is kept for \(before.words).")
    }
  }
}

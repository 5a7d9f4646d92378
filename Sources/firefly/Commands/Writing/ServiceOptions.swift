import ArgumentParser
import FireflyAPI
import FireflyCore
import FireflyRuntime

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

  /// What a post has beside its text.
  struct Details {
    var warning: String
    var readers: Readers
    var language: String?
    /// What is on the picture.
    var description: String?

    /// What its draft keeps; a draft that was sent before keeps when.
    func delivery(of draft: Draft) -> Draft.Delivery {
      var delivery = draft.delivery
      (delivery.readers, delivery.language) = (readers, language)
      delivery.description = description ?? delivery.description
      return delivery
    }
  }

  /// Checks that the server has what these options say.
  ///
  /// - Throws: `Failure` if it is no service with accounts.
  func requireService(_ server: ServerChoice?) throws(Failure) {
    guard visibility != nil || warning != nil || language != nil || alt != nil || again else {
      return
    }
    if case .source(let source) = server, source.hasAccounts { return }
    throw Failure(
      "--visibility, --warning, --language, --alt and --again are for services with accounts, such as "
        + "Mastodon.",
      code: 64)
  }

  /// Returns what a post has beside its text; nil on Firefly's servers.
  ///
  /// - Throws: `Failure` if a title is given, or the readers must be said.
  func details(
    of writing: WritingOptions, below parent: Post.ID?, at session: WritingSession
  ) throws -> Details? {
    guard let source = session.source else { return nil }
    guard writing.title == nil, writing.summary == nil else {
      throw Failure(
        "A post on \(source.name) has no title; use --warning for a content warning.", code: 64)
    }
    let fields = try session.fields().service
    let answered = try parent.map { try session.post($0).post }
    if answered == nil, visibility == nil, !session.views.hasWritten(.posts, session.user.key) {
      throw Failure(
        "Say who can read it: --visibility public, quiet, followers or mentioned. Later posts without it "
          + "get the readers that your account on \(source.name) usually has.",
        code: 64)
    }
    let usual = fields?.readers(answering: answered.map { $0.service?.readers ?? .mentioned })
    return Details(
      warning: ForeignText.cleanLine(warning ?? answered?.title ?? ""),
      readers: visibility?.readers ?? usual ?? .mentioned,
      language: language ?? answered?.service?.language ?? fields?.language,
      description: alt.map { ForeignText.cleanLine($0) })
  }
}

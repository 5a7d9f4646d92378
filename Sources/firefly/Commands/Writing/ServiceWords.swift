import ArgumentParser
import FireflyCore

/// The options of what a post of a service with accounts has beside its text, a new one or a changed one.
struct ServiceWords: ParsableArguments {
  @Option(help: ArgumentHelp("On Mastodon, a content warning.", valueName: "text"))
  var warning: String?

  @Option(help: ArgumentHelp("On Mastodon, its language in two letters.", valueName: "code"))
  var language: String?

  @Option(help: ArgumentHelp("On Mastodon, what is on the picture.", valueName: "text"))
  var alt: String?

  /// Whether one of them is given.
  var isGiven: Bool { warning != nil || language != nil || alt != nil }

  /// The language; nil if none is given.
  var givenLanguage: String? {
    language.map { ForeignText.cleanLine($0, limit: 20) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Changes what these options say in a draft; what they don't say stays.
  func apply(to draft: inout Draft) {
    if let warning { draft.words.title = ForeignText.cleanLine(warning) }
    if language != nil { draft.delivery.language = givenLanguage }
    if let alt { draft.delivery.description = ForeignText.cleanLine(alt) }
  }
}

extension WritingOptions {
  /// Checks that no option says what the posts of a service don't have.
  ///
  /// - Throws: `Failure` if a title or a summary is given for a service.
  func requireNoTitle(at session: WritingSession) throws(Failure) {
    guard let source = session.source, title != nil || summary != nil else { return }
    throw Failure(
      "A post on \(source.name) has no title; use --warning for a content warning.", code: 64)
  }
}

extension ServerChoice? {
  /// Checks that a server is a service with accounts.
  ///
  /// - Parameter options: what is only for those, with its verb.
  /// - Throws: `Failure` if it is not.
  func requireAccounts(for options: String) throws(Failure) {
    if case .source(let source) = self, source.hasAccounts { return }
    throw Failure("\(options) for services with accounts, such as Mastodon.", code: 64)
  }
}

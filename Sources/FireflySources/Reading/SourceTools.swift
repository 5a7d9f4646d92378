import FireflyCore

/// What some sources need of this machine.
package struct SourceTools: Sendable {
  /// Keeps feeds and their entries.
  package var feeds: FeedStorage
  /// Keeps the marks and entries of an account on a service of feeds.
  package var reader = ReaderStorage.none
  /// Reads the mails of a thread.
  package var mail: MailReader
  /// Prints the posts of a source that is a program.
  package var program: SourceProgram
  /// Knows whether the user is there: new mentions are looked for only then.
  package var activity = UserActivity()
  /// The time between two looks.
  package var interval = Duration.seconds(60)

  /// Creates tools.
  package init(
    feeds: FeedStorage = .none, mail: MailReader = .none, program: SourceProgram = .none
  ) {
    (self.feeds, self.mail, self.program) = (feeds, mail, program)
  }
}

import FireflyCore

/// What some sources need of this machine.
public struct SourceTools: Sendable {
  /// Keeps feeds and their entries.
  public var feeds: FeedStorage
  /// Reads the mails of a thread.
  public var mail: MailReader
  /// Prints the posts of a source that is a program.
  public var program: SourceProgram
  /// Knows whether the user is there: new mentions are looked for only then.
  public var activity = UserActivity()
  /// The time between two looks.
  public var interval = Duration.seconds(60)

  /// Creates tools.
  public init(
    feeds: FeedStorage = .none, mail: MailReader = .none, program: SourceProgram = .none
  ) {
    (self.feeds, self.mail, self.program) = (feeds, mail, program)
  }
}

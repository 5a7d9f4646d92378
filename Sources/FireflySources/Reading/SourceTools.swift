/// What some sources need of this machine.
public struct SourceTools: Sendable {
  /// Keeps feeds and their entries.
  public var feeds: FeedStorage
  /// Reads the mails of a thread.
  public var mail: MailReader
  /// Prints the posts of a source that is a program.
  public var program: SourceProgram

  /// Creates tools.
  public init(
    feeds: FeedStorage = .none, mail: MailReader = .none, program: SourceProgram = .none
  ) {
    (self.feeds, self.mail, self.program) = (feeds, mail, program)
  }
}

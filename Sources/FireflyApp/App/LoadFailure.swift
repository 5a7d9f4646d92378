/// Why something could not be loaded from a server, or could not be done there.
public struct LoadFailure: Error, Hashable, Sendable {
  /// The kinds of failures that the program treats differently.
  public enum Kind: Hashable, Sendable {
    /// There is no way to the server.
    case offline
    /// The way broke off in the middle of the answer.
    case interrupted
    /// It did not answer in time.
    case timedOut
    /// One has to sign in first.
    case signedOut
    /// The account may not.
    case forbidden
    /// There is no such thing.
    case missing
    /// Another client has changed it in the meantime.
    case conflict
    /// The server refused, or failed, for a reason of its own.
    case refused
    /// What it sent can't be read.
    case unreadable
    /// It was cancelled.
    case cancelled
  }

  /// What kind of failure it is.
  public var kind: Kind
  /// What happened, as a sentence for the user.
  public var sentence: String

  /// A failure.
  public init(_ kind: Kind, _ sentence: String) {
    self.kind = kind
    self.sentence = sentence
  }

  /// Only a part of a list has come.
  static let brokenOff = LoadFailure(
    .interrupted, "The connection was lost before the response was complete.")
}

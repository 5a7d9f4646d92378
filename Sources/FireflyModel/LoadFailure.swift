import FireflyCore

/// The reason why a request failed.
package struct LoadFailure: Error, Hashable, Sendable {
  /// The kinds of failures that are handled differently.
  package enum Kind: Hashable, Sendable {
    /// The server can't be reached.
    case offline
    /// The connection was lost during the response.
    case interrupted
    /// The request timed out.
    case timedOut
    /// The request needs an account.
    case signedOut
    /// The sign-in does not allow it, a new one does.
    case signInAgain
    /// The account lacks the permission.
    case forbidden
    /// The object doesn't exist.
    case missing
    /// Another client has changed the object.
    case conflict
    /// The server takes no text of this size.
    case tooLong
    /// The server refused or failed for another reason.
    case refused
    /// The response can't be decoded.
    case unreadable
    /// The server may have what was sent without an answer.
    case mayBeThere
    /// The server of a feed wants a password.
    case passwordNeeded(PasswordRequest)
    /// The request was cancelled.
    case cancelled
  }

  /// The kind.
  package var kind: Kind
  /// The reason, as a sentence for the user.
  package var sentence: String
  /// The same without advice to try again; nil if it has none.
  package var reason: String?

  /// Whether a later request may succeed: the server is overloaded, or something else responded.
  package var isTemporary: Bool
  /// Whether the server may have done what was asked although its answer was lost.
  package var mayHaveArrived: Bool

  /// Creates a failure.
  package init(
    _ kind: Kind, _ sentence: String, isTemporary: Bool = false, mayHaveArrived: Bool? = nil
  ) {
    self.kind = kind
    self.sentence = sentence
    self.isTemporary = isTemporary
    self.mayHaveArrived = mayHaveArrived ?? [.interrupted, .timedOut].contains(kind)
  }

  /// Whether a cached list or article is shown meanwhile.
  package var keepsCachedLists: Bool { kind.isOffline || isTemporary }

  /// A list was received only in part.
  package static let brokenOff = LoadFailure(
    .interrupted, "The connection was lost before the response was complete.")
}

extension LoadFailure.Kind {
  /// Whether the server could not be reached.
  package var isOffline: Bool { [.offline, .interrupted, .timedOut].contains(self) }
}

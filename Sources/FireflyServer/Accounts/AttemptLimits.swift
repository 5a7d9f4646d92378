/// A request for a sign-in code, or a wrong code.
struct SignInAttempt {
  /// The kind of attempt.
  enum Kind: String {
    /// A request for a code.
    case send
    /// A wrong code.
    case guess
  }

  var kind: Kind
  var email: String
  /// The client's address: `HTTPPeer.subnet`.
  var peer: String
  /// Whether the e-mail belongs to a user, or was invited.
  var isKnown: Bool
}

/// The limits of sign-in attempts: codes have only four digits.
///
/// Rejected attempts aren't counted, so waiting always helps. No peer can exhaust the limits of an
/// e-mail or of the server, and attempts for unknown e-mails don't count against the limits of
/// known ones.
enum AttemptLimits {
  /// A maximum number of attempts in a number of seconds.
  struct Window {
    let seconds: Double
    let maximum: Int
  }

  /// Attempts that are counted together.
  enum Scope {
    /// Attempts of the peer for the e-mail.
    case emailAndPeer
    /// Attempts for the e-mail.
    case email
    /// Attempts of the peer, for known or for unknown e-mails; for all if nil.
    case peer(isKnown: Bool?)
    /// Attempts for all known, or for all unknown e-mails.
    case all(isKnown: Bool)
  }

  /// A scope with its windows.
  struct Rule {
    let scope: Scope
    let windows: [Window]
  }

  /// Returns the limits of an attempt.
  ///
  /// - Parameters:
  ///   - attempt: the attempt.
  ///   - hidesMembers: whether the caller must not find out if the e-mail is known.
  /// - Returns: the rules, all of which must have room.
  static func rules(_ attempt: SignInAttempt, hidesMembers: Bool) -> [Rule] {
    let known = hidesMembers || attempt.isKnown
    let windows: [[Window]] =
      switch (attempt.kind, known) {
      case (.send, true): [send(2, 6, 12), send(4, 12, 24), send(10, 60, 200), send(30, 200, 500)]
      case (.send, false): [send(2, 6, 12), send(4, 12, 24), send(3, 6, 10), send(10, 30, 50)]
      // With these limits, guessing for a month succeeds for 2% of the e-mails attacked.
      case (.guess, true):
        [
          guess(10, 20, 30, 60, 100), guess(20, 40, 60, 120, 200), send(20, 60, 150),
          send(40, 200, 600),
        ]
      case (.guess, false):
        [
          guess(10, 20, 30, 60, 100), guess(20, 40, 60, 120, 200), send(10, 20, 50),
          send(20, 60, 150),
        ]
      }
    return [
      Rule(scope: .emailAndPeer, windows: windows[0]),
      Rule(scope: .email, windows: windows[1]),
      Rule(scope: .peer(isKnown: hidesMembers ? nil : known), windows: windows[2]),
      Rule(scope: .all(isKnown: known), windows: windows[3]),
    ]
  }

  private static func send(_ minute: Int, _ hour: Int, _ day: Int) -> [Window] {
    zip([60, 3_600, 86_400], [minute, hour, day]).map { Window(seconds: $0, maximum: $1) }
  }

  private static func guess(
    _ minute: Int, _ hour: Int, _ day: Int, _ week: Int, _ month: Int
  ) -> [Window] {
    send(minute, hour, day)
      + zip([7 * 86_400, retention], [week, month]).map { Window(seconds: $0, maximum: $1) }
  }

  /// Seconds by which the clocks of two processes may differ.
  ///
  /// Attempts further in the future are ignored.
  static let clockDifference = 10.0

  /// Seconds for which attempts are stored.
  static let retention = 30 * 86_400.0
}

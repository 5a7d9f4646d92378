/// A request for a sign-in code, or a wrong code.
struct SignInAttempt {
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
/// known ones. Where codes are sent by e-mail, strangers can exhaust those of unknown ones for an hour
/// at most; where the owner passes them on, for a day.
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

    /// Whether only attempts for the e-mail are counted.
    var isOfEmail: Bool {
      switch self {
      case .emailAndPeer, .email: true
      case .peer, .all: false
      }
    }
  }

  /// A scope with its windows.
  struct Rule {
    let scope: Scope
    let windows: [Window]
  }

  /// Returns the limits of an attempt.
  ///
  /// - Parameter access: who may become a user; if only invited people may, the caller must not
  ///   find out whether the e-mail is known.
  /// - Returns: the rules, all of which must have room.
  static func rules(_ attempt: SignInAttempt, _ access: Access) -> [Rule] {
    let hidesMembers = access.registration == .invited
    let known = hidesMembers || attempt.isKnown
    let newcomers = access.newcomers
    // At least as many as with the standard.
    let all = max(newcomers, Access.standardNewcomers)
    let hasDailyLimit = !access.mailsCodes
    let windows: [[Window]] =
      switch (attempt.kind, known) {
      case (.send, true): [send(2, 6, 12), send(4, 12, 24), send(10, 60, 200), send(30, 200, 500)]
      case (.send, false):
        [
          send(2, 6, 12), send(4, 12, 24),
          send((newcomers * 3 + 9) / 10, (newcomers * 8 + 9) / 10, newcomers),
          send(all, 3 * all, hasDailyLimit ? 5 * all : nil),
        ]
      // With these limits, guessing for a month succeeds for 2% of the e-mails attacked.
      case (.guess, true):
        [
          guess(10, 20, 30, 60, 100), guess(20, 40, 60, 120, 200), send(20, 60, 150),
          send(40, 200, 600),
        ]
      case (.guess, false):
        [
          guess(10, 20, 30, 60, 100), guess(20, 40, 60, 120, 200), send(all, 2 * all, 5 * all),
          send(2 * all, 6 * all, hasDailyLimit ? 15 * all : nil),
        ]
      }
    return [
      Rule(scope: .emailAndPeer, windows: windows[0]),
      Rule(scope: .email, windows: windows[1]),
      Rule(scope: .peer(isKnown: hidesMembers ? nil : known), windows: windows[2]),
      Rule(scope: .all(isKnown: known), windows: windows[3]),
    ]
  }

  private static func send(_ minute: Int, _ hour: Int, _ day: Int?) -> [Window] {
    zip([60, 3_600, 86_400], [minute, hour, day].compactMap(\.self))
      .map { Window(seconds: $0, maximum: $1) }
  }

  private static func guess(
    _ minute: Int, _ hour: Int, _ day: Int, _ week: Int, _ month: Int
  ) -> [Window] {
    send(minute, hour, day)
      + zip([7 * 86_400, retention], [week, month]).map { Window(seconds: $0, maximum: $1) }
  }

  /// Seconds for which attempts are stored.
  static let retention = 30 * 86_400.0
}

/// A code that is asked for, or a guess at one.
struct SignInAttempt {
  /// What is counted.
  enum Kind: String {
    /// A code that is asked for.
    case send
    /// A wrong code.
    case guess
  }

  var kind: Kind
  var email: String
  /// Where it comes from: `HTTPPeer.household`.
  var peer: String
  /// Whether the e-mail is a user's, or was invited.
  var isKnown: Bool
}

/// How often codes are sent and guessed, at most: four digits allow no more.
///
/// What is refused is not counted, so that waiting helps. No peer can use up what an e-mail or the
/// server allows, and e-mails that the server doesn't know use up nothing of what is kept for its users.
enum AttemptLimits {
  /// So many attempts in so many seconds.
  struct Window {
    let seconds: Double
    let maximum: Int
  }

  /// Attempts that are counted together.
  enum Scope {
    /// Of this peer, for this e-mail.
    case emailAndPeer
    /// For this e-mail.
    case email
    /// Of this peer; for known or unknown e-mails only, unless that is nil.
    case peer(isKnown: Bool?)
    /// For all known, or all unknown e-mails.
    case all(isKnown: Bool)
  }

  /// Windows for the attempts of a scope.
  struct Rule {
    let scope: Scope
    let windows: [Window]
  }

  /// The rules for one more attempt.
  ///
  /// - Parameters:
  ///   - attempt: the attempt.
  ///   - hidesMembers: whether the caller must not see if the e-mail is known.
  /// - Returns: the rules, all of which must have room.
  static func rules(_ attempt: SignInAttempt, hidesMembers: Bool) -> [Rule] {
    let known = hidesMembers || attempt.isKnown
    let windows: [[Window]] =
      switch (attempt.kind, known) {
      case (.send, true): [send(2, 6, 12), send(4, 12, 24), send(10, 60, 200), send(30, 200, 500)]
      case (.send, false): [send(2, 6, 12), send(4, 12, 24), send(3, 6, 10), send(10, 30, 50)]
      // Of a thousand who guess at an e-mail's code for a month, from wherever they can, 20 come in.
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
      + zip([7 * 86_400, memory], [week, month]).map { Window(seconds: $0, maximum: $1) }
  }

  /// Seconds by which the clocks of two processes may differ: an attempt that seems to be in the future counts,
  /// unless it is further away.
  static let clockDifference = 10.0

  /// Seconds after which an attempt is forgotten.
  static let memory = 30 * 86_400.0
}

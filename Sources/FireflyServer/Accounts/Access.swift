/// Who may do what on a server, and how it knows who asks.
///
/// Where a request comes from is no part of it; that only bounds how much one peer may use.
public struct Access: Hashable, Sendable {
  /// How the server knows who asks.
  public enum Identity: Hashable, Sendable {
    /// Every caller is this user: the socket admits no one else.
    case owner(LocalUser)
    /// By the token of a device that a code has verified.
    case token
    /// By the e-mail that is sent, as the contract has it: any claimed identity is trusted.
    case claim
  }

  /// Who may read.
  public enum Readers: String, CaseIterable, Hashable, Sendable {
    /// Everyone who can reach the server.
    case anyone
    /// Who is signed in.
    case members
  }

  /// Who may become a user, by a code that was sent to them.
  public enum Registration: String, CaseIterable, Hashable, Sendable {
    /// Everybody.
    case open
    /// Who was invited.
    case invited
  }

  /// How the server knows who asks.
  public var identity: Identity
  /// Who may read.
  public var readers: Readers
  /// Who may become a user.
  public var registration: Registration
  /// Whether codes are sent by e-mail; elsewhere the user has to ask for them.
  public var mailsCodes = true

  /// The program's own server: its user alone.
  static func owner(_ user: LocalUser) -> Access {
    Access(identity: .owner(user), readers: .members, registration: .open)
  }

  /// Whether it is the program's own server.
  var isEmbedded: Bool {
    if case .owner = identity { true } else { false }
  }

  /// A server for others: who writes has signed in.
  public static func members(
    readers: Readers = .anyone, registration: Registration = .open
  ) -> Access {
    Access(identity: .token, readers: readers, registration: registration)
  }

  /// A server among friends: who asks is believed.
  public static func open(registration: Registration = .open) -> Access {
    Access(identity: .claim, readers: .anyone, registration: registration)
  }
}

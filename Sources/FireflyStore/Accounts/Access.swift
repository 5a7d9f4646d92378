/// Who may use a server, and how it identifies its callers.
///
/// It doesn't depend on a client's address; that only limits how much one peer may use.
package struct Access: Hashable, Sendable {
  /// How the server identifies a caller.
  package enum Identity: Hashable, Sendable {
    /// Every caller is this user: the socket admits no other.
    case owner(LocalUser)
    /// By the token of a device that has signed in with a code.
    case token
    /// By the e-mail in the request, as in the phone app's API: any claimed identity is trusted.
    case claim
  }

  /// Who may read.
  package enum Readers: String, CaseIterable, Hashable, Sendable {
    /// Anyone who can reach the server.
    case anyone
    /// Signed-in users.
    case members
  }

  /// Who may become a user, with a code that was sent to them.
  package enum Registration: String, CaseIterable, Hashable, Sendable {
    /// Anyone.
    case open
    /// Invited people.
    case invited
  }

  /// Who may reply to a post; replies that exist already stay.
  package enum Repliers: String, CaseIterable, Hashable, Sendable {
    /// Everyone who may write.
    case anyone
    /// The post's author.
    case owner
  }

  /// How the server knows who asks.
  package var identity: Identity
  /// Who may read.
  package var readers: Readers
  /// Who may become a user.
  package var registration: Registration
  /// Who may reply to a post.
  package var repliers = Repliers.anyone
  /// Whether codes are sent by e-mail; otherwise users must ask for them.
  package var mailsCodes = true
  /// Number of codes in a day for newcomers behind one address.
  package var newcomers = Self.standardNewcomers

  /// The default of `newcomers`.
  package static let standardNewcomers = 10

  /// The embedded server: only its owner.
  package static func owner(_ user: LocalUser) -> Access {
    Access(identity: .owner(user), readers: .members, registration: .open)
  }

  /// Whether it is the embedded server.
  package var isEmbedded: Bool {
    if case .owner = identity { true } else { false }
  }

  /// A server for several users, who sign in to write.
  package static func members(
    readers: Readers = .anyone, registration: Registration = .open
  ) -> Access {
    Access(identity: .token, readers: readers, registration: registration)
  }

  /// A server that trusts claimed identities.
  package static func open(registration: Registration = .open) -> Access {
    Access(identity: .claim, readers: .anyone, registration: registration)
  }
}

import FireflyCore
import FireflyEditor

/// Something that happened while one signs in.
public enum SignInAction: Hashable, Sendable {
  /// Signing in, or the account, was requested.
  case pressed
  /// Something needs an account: it is repeated after signing in.
  indirect case needed(for: Action)
  /// Something was done to the text of the field.
  case edited(EditorCommand)
  /// Enter: the field is as it should be, or what was read is understood.
  case accepted
  /// Another code was asked for.
  case resendPressed
  /// Another e-mail was asked for.
  case otherAddressPressed
  /// The user's own profile was asked for, to write it.
  case profilePressed
  /// Signing out was asked for.
  case signOutPressed
  /// It was left.
  case closed

  /// A code was sent, or why not; `note`: what the server says about where it is.
  case codeSent(LoadFailure?, note: String? = nil)
  /// The code was right, or why not.
  case verified(Result<SignedInUser, LoadFailure>)
  /// The user is signed out; what else there is to say.
  case signedOut(complaint: String?)
}

/// Who has just signed in.
public struct SignedInUser: Hashable, Sendable {
  /// Who it is.
  public var user: User
  /// Whether the server made the user just now.
  public var isNew: Bool
  /// Why it holds for this run only, as a sentence; nil if it was kept.
  public var complaint: String?
  /// That others have tried to sign in as them, as a sentence; nil if there were no attempts.
  public var warning: String?
  /// Whose posts the explorers show for the user, as at the next start; empty to leave them as they are.
  public var audiences: [Explorer: FirstAudience] = [:]

  /// A user.
  public init(user: User, isNew: Bool, complaint: String? = nil, warning: String? = nil) {
    self.user = user
    self.isNew = isNew
    self.complaint = complaint
    self.warning = warning
  }
}

/// The server that one signs in on.
public struct SignInServer: Hashable, Sendable {
  /// Its name, for the user.
  public var name: String
  /// Whether others on the way can read what is sent there.
  public var isOverheard: Bool

  /// A server.
  public init(name: String, isOverheard: Bool) {
    self.name = name
    self.isOverheard = isOverheard
  }
}

import FireflyCore
import FireflyEditor
import FireflyModel

/// An event of signing in or out.
package enum SignInAction: Hashable, Sendable {
  /// The sign-in or account screen was requested.
  case pressed
  /// An action needs an account; it is repeated after signing in.
  indirect case needed(for: Action)
  /// A list was refused for want of an account.
  case listRefused
  /// The text of the field was edited.
  case edited(EditorCommand)
  /// Enter was pressed.
  case accepted
  /// Another code, or another page of a service, was requested.
  case resendPressed
  /// Another e-mail address was requested; on a service, its page in a browser.
  case otherAddressPressed
  /// Copying the address of the service's page was requested.
  case copyPagePressed
  /// Editing the user's own profile was requested.
  case profilePressed
  /// Moving the selection in the list of accounts was requested.
  case selectionMoved(Int)
  /// Signing in with another account was requested.
  case anotherPressed
  /// An event of the accounts on this machine.
  case account(AccountAction)
  /// The screen was closed.
  case closed

  /// An event of the question for a feed's password.
  case password(PasswordAction)
  /// A code was sent, or the reason of a failure; `note`: where to find it.
  case codeSent(LoadFailure?, note: String? = nil)
  /// The page of a service.
  case pageCame(Result<SignInPage, LoadFailure>)
  /// The browser came back from the page, to an address with a code.
  case browserReturned(String)
  /// The response to a code.
  case verified(Result<SignedInUser, LoadFailure>)
  /// The user was signed out, optionally with a problem; the session goes on as the next one, if there is one.
  case signedOut(complaint: String?, next: User? = nil)
}

/// The result of signing in.
package struct SignedInUser: Hashable, Sendable {
  /// The user.
  package var user: User
  /// Whether the account is new.
  package var isNew: Bool
  /// Why it applies to this run only, as a sentence; nil if it was stored.
  package var complaint: String?
  /// A warning about attempts by others to sign in, as a sentence; nil for none.
  package var warning: String?
  /// Whose posts the explorers show for the user; empty to keep the current ones.
  package var audiences: [Explorer: FirstAudience] = [:]

  /// Creates a result.
  package init(user: User, isNew: Bool, complaint: String? = nil, warning: String? = nil) {
    self.user = user
    self.isNew = isNew
    self.complaint = complaint
    self.warning = warning
  }
}

/// The page of a service on which the user allows the program.
package struct SignInPage: Hashable, Sendable {
  /// The address of the page that shows a code, for any browser.
  package var address: String
  /// The address of the page that sends a browser on this machine back, without a code to type; nil for none.
  package var returning: String?

  /// Creates a page.
  package init(address: String, returning: String?) {
    (self.address, self.returning) = (address, returning)
  }
}

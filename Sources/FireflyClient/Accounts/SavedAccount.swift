import FireflyAPI
import FireflyCore
import Foundation

/// An account on one server, as it is saved.
package struct SavedAccount: Codable, Hashable, Sendable {
  /// The e-mail, which identifies the user; on a service, their handle.
  package var email: String
  /// The user's name.
  package var name: String
  /// The token of this device; nil on servers that trust the e-mail.
  package var token: String?
  /// The number by which a service knows the user; nil on Firefly's servers.
  package var id: String?
  /// The program, as the service knows it: needed to make the token void.
  package var client: ServiceClient?
  /// What the token allows; nil on Firefly's servers.
  package var scopes: String?

  /// Creates an account.
  package init(user: User, token: String?) {
    email = user.handle
    name = user.name
    id = user.serviceID
    self.token = token
  }

  /// Whether the token allows to write.
  package var mayWrite: Bool { scopes.map(ServiceSignedIn.allowWriting) ?? true }

  /// The user.
  package var user: User {
    id.map { User(id: $0, handle: email, name: name) } ?? User(email: email, name: name)
  }

  /// Returns whether it is the account of a person.
  package func isOf(_ key: PersonID?) -> Bool { user.key == key }
}

extension [SavedAccount] {
  /// Returns the accounts that a user may mean by a name: a handle or an e-mail, with or without its first @ and its
  /// host, or the name of a person; upper and lower case are the same.
  ///
  /// A whole handle comes before one without its host, and that before a person's name.
  package func named(_ name: String) -> [SavedAccount] {
    func plain(_ text: String) -> String {
      let text = text.lowercased()
      return text.hasPrefix("@") ? String(text.dropFirst()) : text
    }
    let meant = plain(name)
    let ways: [(SavedAccount) -> String] = [
      { plain($0.email) }, { String(plain($0.email).prefix { $0 != "@" }) },
      { $0.name.lowercased() },
    ]
    return ways.lazy.map { way in self.filter { way($0) == meant } }.first { !$0.isEmpty } ?? []
  }
}

/// A sign-in whose page has been shown, and whose code has not come.
struct PendingSignIn: Codable, Hashable, Sendable {
  /// Seconds for which it is kept: a day.
  static let lifetime = 86_400.0

  /// The page.
  var page: ServiceSignInPage
  /// When the page was shown.
  var begun: Date

  /// Whether it is kept; the clock may have been ahead.
  func isFresh(at now: Date) -> Bool { abs(now.timeIntervalSince(begun)) < Self.lifetime }
}

import Foundation

/// A name and a password of HTTP's basic authentication (RFC 7617).
package struct BasicLogin: Codable, Hashable, Sendable {
  /// The name.
  package var name: String
  /// The password.
  package var password: String

  /// Creates a login.
  package init(name: String, password: String) { (self.name, self.password) = (name, password) }

  /// The value of the field `Authorization`.
  var field: String { "Basic " + Data("\(name):\(password)".utf8).base64EncodedString() }
}

extension BasicLogin: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The name alone: a log must not have the password.
  package var description: String { name }
  /// The same.
  package var debugDescription: String { name }
  /// The same.
  package var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}

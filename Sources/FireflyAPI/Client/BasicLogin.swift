import Foundation

/// A name and a password of HTTP's basic authentication (RFC 7617).
public struct BasicLogin: Codable, Hashable, Sendable {
  /// The name.
  public var name: String
  /// The password.
  public var password: String

  /// Creates a login.
  public init(name: String, password: String) { (self.name, self.password) = (name, password) }

  /// The value of the field `Authorization`.
  var field: String { "Basic " + Data("\(name):\(password)".utf8).base64EncodedString() }
}

extension BasicLogin: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The name alone: a log must not have the password.
  public var description: String { name }
  /// The same.
  public var debugDescription: String { name }
  /// The same.
  public var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}

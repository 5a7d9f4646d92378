import FireflyCore
import Foundation

/// The token of a device: 256 random bits, which only the device stores.
package struct DeviceToken: Hashable, Sendable {
  /// The token as it is sent: 43 characters of URL-safe Base64.
  let text: String

  /// Creates a random token.
  init() {
    var generator = SystemRandomNumberGenerator()
    let bytes = Data((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    text = bytes.base64EncodedString()
      .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  /// Parses a token; nil if it has another form.
  package init?(_ text: some StringProtocol) {
    guard text.utf8.count == 43, text.utf8.allSatisfy(\.isPlain), !text.contains(".") else {
      return nil
    }
    self.text = String(text)
  }

  /// The SHA-256 hash, which the server stores.
  ///
  /// Devices are looked up by the hash, so the duration of a lookup reveals nothing about the
  /// token.
  var hash: Data { SHA256.hash(text.utf8) }
}

extension String {
  /// Whether two strings are equal, in a time that doesn't depend on where they differ.
  func equalsInConstantTime(_ other: String) -> Bool {
    // All bytes of the digests are compared.
    zip(SHA256.hash(utf8), SHA256.hash(other.utf8)).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

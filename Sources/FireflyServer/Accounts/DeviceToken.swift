import FireflyCore
import Foundation

/// What a device shows to be known: 256 random bits, which only the device keeps.
public struct DeviceToken: Hashable, Sendable {
  /// As it is sent: 43 letters of the URL-safe base 64.
  let text: String

  /// A new one, of the system's generator.
  init() {
    var generator = SystemRandomNumberGenerator()
    let bytes = Data((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    text = bytes.base64EncodedString()
      .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  /// One that was sent; nil for what has another form.
  init?(_ text: some StringProtocol) {
    guard text.utf8.count == 43, text.utf8.allSatisfy(Self.isLetter) else { return nil }
    self.text = String(text)
  }

  /// What is stored in its place.
  ///
  /// It is looked up by this: how long that takes tells of the hash, and nothing of the token.
  var hash: Data { SHA256.hash(text.utf8) }

  private static func isLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}

extension String {
  /// Whether both are the same, in a time that tells nothing of where they differ.
  func equalsInConstantTime(_ other: String) -> Bool {
    // Of digests of the same length every byte is looked at, and what they tell is of no use.
    zip(SHA256.hash(utf8), SHA256.hash(other.utf8)).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

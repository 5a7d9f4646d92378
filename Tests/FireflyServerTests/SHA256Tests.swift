import FireflyCore
import Foundation
import Testing

@testable import FireflyStore

/// Digests as FIPS 180-4 has them, in whatever pieces the bytes come.
struct SHA256Tests {
  /// The standard's own examples.
  static let known = [
    "": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "abc": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    String(repeating: "a", count: 1_000_000):
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
  ]

  @Test(arguments: known.keys) func isTheStandards(_ text: String) {
    let digest = SHA256.hash(text.utf8).map { String(format: "%02x", $0) }.joined()
    #expect(digest == Self.known[text])
  }

  @Test func piecesMakeNoDifference() {
    let bytes = (0..<300).map { UInt8($0 % 251) }
    for cut in bytes.indices {
      var hash = SHA256()
      hash.update(bytes[..<cut])
      hash.update(bytes[cut...])
      #expect(hash.finish() == SHA256.hash(bytes))
    }
  }

  @Test(arguments: [
    ("", ""), ("1234", "1234"), ("1234", "1235"), ("0234", "1234"), ("123", "1234"),
  ])
  func textsAreComparedWhole(_ one: String, _ other: String) {
    #expect(one.equalsInConstantTime(other) == (one == other))
  }
}

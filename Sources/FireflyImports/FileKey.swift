import FireflyCore
import FireflyServer

/// How posts of a file on this machine are known, so that importing it again updates them.
enum FileKey {
  /// The digest of two names, as 32 letters.
  static func key(_ above: String, _ name: String) -> String {
    SHA256.hash("\(above)\u{0}\(name)".utf8).prefix(16)
      .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

import FireflyCore
import FireflyServer

/// Keys of posts from a file on this machine, so that importing it again updates them.
enum FileKey {
  /// Returns the digest of two names, 32 characters long.
  static func key(_ above: String, _ name: String) -> String {
    SHA256.hash("\(above)\u{0}\(name)".utf8).prefix(16).hexadecimal
  }
}

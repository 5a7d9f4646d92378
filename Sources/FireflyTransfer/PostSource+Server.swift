import FireflyCore
import Foundation

// Posts of Firefly's own exports, which are known again by their server, and by their number and their date there.
extension PostSource {
  private static let ofServer = "firefly:"

  /// Creates the source of a post of a Firefly server; nil if the ID is empty or too long.
  ///
  /// When a backup has come back, a number may belong to another post, which has another date.
  /// - Parameters:
  ///   - server: the ID of the server's data.
  ///   - number: the number of the post there.
  ///   - date: when the post was written; whole seconds count.
  package init?(server: String, number: Int, date: Date) {
    guard !server.isEmpty else { return nil }
    self.init(name: Self.ofServer + server, key: "\(WireDate.iso(date))/\(number)")
  }

  /// Whether it is a post of a Firefly server.
  package var isOfServer: Bool { name.hasPrefix(Self.ofServer) }

  /// Returns the number of the post at a server; nil if it is of another one, or elsewhere.
  package func number(at server: String) -> Int? {
    name == Self.ofServer + server ? key.split(separator: "/").last.flatMap { Int($0) } : nil
  }
}

import FireflyForeign
import Foundation

/// A part of a service that has a list of its own, by the path of its page.
struct SourcePart {
  /// The path of the page, without a slash before it, as it is sent: `c/rust`.
  let name: String
  /// The path of the service before it; empty for most.
  var folder = ""
}

extension SourceKind {
  /// Recognizes the path of a part; nil for the front page or another one.
  func part(at path: String) -> SourcePart? {
    let parts = path.split(separator: "/").map(String.init)
    guard !parts.isEmpty, parts.count <= 6, parts.allSatisfy(Self.isPlain) else { return nil }
    return part(parts)
  }

  /// Whether a part of a path can be sent as it is.
  private static func isPlain(_ part: String) -> Bool {
    part != ".." && part.utf8.count <= 100
      && part.unicodeScalars.allSatisfy {
        WebAddress.unreserved.contains($0) || "@,+%:".unicodeScalars.contains($0)
      }
  }
}

import FireflyForeign
import Foundation

/// A part of a service that has a list of its own, by the path of its page.
struct SourcePlace {
  /// The path of the page, without a slash before it, as it is sent: `c/rust`.
  let name: String
  /// The path of the service before it; empty for most.
  let folder: String

  /// Recognizes a path; nil for the front page or another one.
  init?(of kind: SourceKind, _ path: String) {
    let parts = path.split(separator: "/").map(String.init)
    guard !parts.isEmpty, parts.count <= 6, parts.allSatisfy(Self.isPlain) else { return nil }
    switch (kind, parts[0], parts.count) {
    case (.lemmy, "c", 2), (.lobsters, "t", 2), (.mastodon, "tags", 2):
      (name, folder) = (path, "")
    case (.mastodon, let handle, 1) where handle.hasPrefix("@") && handle.count > 1:
      (name, folder) = (path, "")
    case (.discourse, _, _):
      // A forum may be in a folder.
      let start = parts.firstIndex { $0 == "c" || $0 == "tag" }
      guard let start, parts.count > start + 1, parts[start] == "c" || parts.count == start + 2
      else {
        return nil
      }
      name = parts[start...].joined(separator: "/")
      folder = parts[..<start].joined(separator: "/")
    default: return nil
    }
  }

  /// Whether a part of a path can be sent as it is.
  private static func isPlain(_ part: String) -> Bool {
    part != ".." && part.utf8.count <= 100
      && part.unicodeScalars.allSatisfy {
        WebAddress.unreserved.contains($0) || "@,+%:".unicodeScalars.contains($0)
      }
  }
}

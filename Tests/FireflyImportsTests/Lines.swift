import FireflyCore
import Foundation

@testable import FireflyImports
@testable import FireflyTransfer

extension Conversion {
  /// Each post on a line: level, title, summary, body and author, if it is known.
  var lines: [String] {
    var levels: [Int] = []
    return document.items.map { post in
      levels.append(post.parent.map { levels[$0] + 1 } ?? 0)
      let author = post.authorName == "unknown" ? "" : post.authorName ?? ""
      return "\(levels.last ?? 0) \(post.title)|\(post.summary ?? "")|\(post.body)|\(author)"
    }
  }

  /// What the sources call the posts.
  var keys: [String?] { document.items.map(\.source?.key) }
}

extension ImportFormat {
  func convert(_ text: String, withPrivate isPrivate: Bool = false) throws -> Conversion {
    try convert(Data(text.utf8), name: "file", withPrivate: isPrivate)
  }
}

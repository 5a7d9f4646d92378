import FireflyCore
/// Finds the pictures that a body names.
package enum MarkdownPictures {
  /// A picture in a body.
  package struct Picture: Hashable, Sendable {
    /// Its address, still with percent escapes.
    package var address: String
    /// Whether it may be the name of a file in any folder: `![[name]]`.
    package var isName: Bool

    /// Creates a picture.
    package init(address: String, isName: Bool = false) {
      (self.address, self.isName) = (address, isName)
    }
  }

  /// Returns the pictures of a text in order, without those in code.
  ///
  /// - Parameter text: Markdown; only the part that is parsed as such is searched.
  /// - Returns: the pictures, also of `![[name]]`, and of `![](path)` with spaces in the path.
  package static func list(in text: String) -> [Picture] {
    var pictures: [Picture] = []
    guard text.hasBytes("![") else { return [] }
    for piece in MarkdownPieces(text) {
      guard case .markdown(let piece, let hasTables) = piece else { break }
      // The tree splits a text at each bracket.
      var words = ""
      MarkdownTree(piece, hasTables: hasTables).walk { event, node in
        if node.kind == .text {
          words += node.literal
          return true
        }
        pictures += names(in: words)
        words = ""
        if node.kind == .image, event == .enter { pictures.append(Picture(address: node.url)) }
        return true
      }
    }
    return pictures
  }

  private static func names(in text: String) -> [Picture] {
    guard text.hasBytes("![") else { return [] }
    let pattern =
      /!\[(?:\[([^\[\]|#]{1,400})[^\[\]]{0,100}\]\]|[^\[\]]{0,400}\]\(([^()<>"]{1,400})(?:"[^"]{0,400}")?\))/
    return text.matches(of: pattern).map { match in
      let words = String(match.1 ?? match.2 ?? "")
      let first = words.firstIndex { $0 != " " } ?? words.endIndex
      let last = words.lastIndex { $0 != " " } ?? words.startIndex
      let address = first <= last ? String(words[first...last]) : ""
      return Picture(address: address, isName: match.1 != nil)
    }
  }
}

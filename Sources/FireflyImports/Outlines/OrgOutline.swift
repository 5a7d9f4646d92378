import FireflyCore
import FireflyServer
import FireflySources
import Foundation

/// Converts an Org file: each headline is a post, with its text as Markdown.
enum OrgOutline {
  private static let states: Set<String> = [
    "TODO", "DONE", "NEXT", "WAITING", "HOLD", "CANCELLED", "CANCELED", "STARTED", "SOMEDAY",
  ]

  static func convert(
    _ data: Data, name: String? = nil, identity: String? = nil
  ) throws(ImportError) -> Conversion {
    var tree = ForeignTree(PostSource.file, isOutline: true)
    tree.identity = identity
    var open: [(level: Int, place: Int)] = []
    var (text, title): (OrgText, String?) = (OrgText(), nil)
    /// The text belongs to the last post.
    func close(_ tree: inout ForeignTree) {
      guard let place = open.last?.place else { return }
      tree.posts[place].body = text.markdown
      if let created = text.properties["CREATED"] ?? text.properties["DATE"] {
        tree.posts[place].createdAt = date(created)
      }
    }
    let source = Charset.decode(Array(data), nil).replacing("\r\n", with: "\n")
    for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
      let level = text.isVerbatim ? 0 : line.prefix { $0 == "*" }.count
      if level > 0, line.dropFirst(level).first == " " {
        if open.isEmpty, title != nil || !text.markdown.isEmpty {
          open = [(0, tree.add(ImportedPost(title: title ?? name ?? "", summary: "")))]
        }
        close(&tree)
        text = OrgText()
        while let last = open.last, last.level >= level { open.removeLast() }
        var post = headline(line.dropFirst(level + 1))
        post.parent = open.last?.place
        open.append((level, tree.add(post)))
      } else if line.lowercased().hasPrefix("#+title:") {
        title = line.dropFirst(8).trimmingCharacters(in: .whitespaces)
      } else {
        text.add(String(line))
      }
    }
    if open.isEmpty, title != nil || !text.markdown.isEmpty {
      open = [(0, tree.add(ImportedPost(title: title ?? name ?? "", summary: "")))]
    }
    close(&tree)
    return try tree.converted()
  }

  /// `TODO [#A] words :tag:`, with the state and the tags as summary.
  private static func headline(_ line: Substring) -> ImportedPost {
    var words = line.split(separator: " ").map(String.init)
    var notes: [String] = []
    if let state = words.first, states.contains(state) {
      notes.append(state.lowercased())
      words.removeFirst()
    }
    if words.first?.wholeMatch(of: /\[#[A-Z0-9]\]/) != nil { words.removeFirst() }
    if let tags = words.last, tags.wholeMatch(of: /:[\w@#%:]+:/) != nil {
      notes += tags.split(separator: ":").map(String.init)
      words.removeLast()
    }
    return ImportedPost(
      title: OrgText.plain(words.joined(separator: " ")), summary: notes.joined(separator: " · "))
  }

  /// A time such as `[2024-02-29 Thu 10:30]`.
  private static func date(_ text: String) -> Date? {
    guard let match = text.firstMatch(of: /(\d{4}-\d\d-\d\d)[^\d\]>]*(\d\d:\d\d)?/) else {
      return nil
    }
    return WireDate.date(String(match.1) + (match.2.map { "T\($0):00Z" } ?? ""))
  }
}

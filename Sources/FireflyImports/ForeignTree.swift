import FireflyCore
import FireflyServer
import FireflySources
import FireflyText
import Foundation

/// A post of another program, as a converter found it.
struct ForeignPost: Sendable {
  /// What the source calls it.
  var key: String?
  /// What the source calls the post that it answers.
  var parent: String?
  /// Its name among all instances of a service, if `key` is that of one instance.
  var address: String?
  /// The place of the post that it answers among those found, where the file nests them.
  var above: Int?
  /// One line; empty for an answer.
  var title = ""
  /// The source's own line about it; nil for the beginning of its text.
  var summary: String?
  /// Markdown.
  var body = ""
  /// The author's name.
  var author: String?
  /// The author's e-mail; nil where there is none.
  var email: String?
  /// When it was written.
  var date: Date?
  /// Its picture.
  var picture: ImportedPicture?
  /// Whether only its place is left.
  var isDeleted = false
}

/// The posts that a converter found, in any order.
struct ForeignTree: Sendable {
  /// The name of the source, such as `hn`.
  let source: String
  /// Whether posts without a date are shown in the order of the file, from top to bottom.
  var isOutline = false
  /// Names the file, where its posts have no names of their own: they are then known by their titles.
  var identity: String?
  /// The posts.
  var posts: [ForeignPost] = []
  /// What was counted besides.
  var conversion = Conversion()

  /// Creates an empty tree.
  init(_ source: String, isOutline: Bool = false) {
    (self.source, self.isOutline) = (source, isOutline)
  }

  /// Adds a post.
  /// - Returns: its place.
  mutating func add(_ post: ForeignPost) -> Int {
    posts.append(post)
    return posts.count - 1
  }

  /// Every post once, below its parent; what has none, or one that is missing, is at the top.
  /// - Throws: `ImportError`.
  consuming func converted() throws(ImportError) -> Conversion {
    var conversion = conversion
    if let identity { nameByTitles(identity) }
    var places: [String: Int] = [:]
    for index in posts.indices {
      guard let key = posts[index].key else { continue }
      // Of two posts with the same key, the first is known by it.
      if places[key] == nil { places[key] = index } else { posts[index].key = nil }
    }
    var children: [[Int]] = Array(repeating: [], count: posts.count)
    var roots: [Int] = []
    for (index, post) in posts.enumerated() {
      let parent = post.above ?? post.parent.flatMap { places[$0] }
      if let parent, parent != index, posts.indices.contains(parent) {
        children[parent].append(index)
      } else {
        if post.parent != nil { conversion.unresolvedLinks += 1 }
        roots.append(index)
      }
    }
    var seen = Array(repeating: false, count: posts.count)
    if isOutline { roots.reverse() }
    for root in roots { try add(root, children, &seen, to: &conversion) }
    // What is left answers itself, by way of others.
    for index in posts.indices where !seen[index] {
      conversion.unresolvedLinks += 1
      try add(index, children, &seen, to: &conversion)
    }
    return conversion
  }

  /// Names posts by the titles above them; of two that are the same, the second is another one.
  private mutating func nameByTitles(_ identity: String) {
    var paths: [String] = []
    var counts: [String: Int] = [:]
    for index in posts.indices {
      let above = posts[index].above.flatMap { paths.indices.contains($0) ? paths[$0] : nil }
      var path = FileKey.key(above ?? identity, posts[index].title)
      let count = (counts[path] ?? 0) + 1
      counts[path] = count
      if count > 1 { path = FileKey.key(path, "\(count)") }
      paths.append(path)
      posts[index].key = path
    }
  }

  private func add(
    _ root: Int, _ children: [[Int]], _ seen: inout [Bool], to conversion: inout Conversion
  ) throws(ImportError) {
    var waiting: [(index: Int, parent: Int?)] = [(root, nil)]
    while let (index, parent) = waiting.popLast() {
      guard !seen[index] else { continue }
      seen[index] = true
      let post = posts[index]
      if post.isDeleted { conversion.deleted += 1 }
      let place = try conversion.document.add(
        imported(post), below: parent, from: post.key.map { "\(source) \($0)" })
      // The next one is on top. A later post is above an earlier one of the same time.
      for child in isOutline ? children[index] : children[index].reversed() {
        waiting.append((child, place))
      }
    }
  }

  private func imported(_ post: ForeignPost) -> ImportedPost {
    var imported = ImportedPost(
      title: post.isDeleted ? "deleted" : ForeignText.cleanLine(post.title))
    imported.source = post.key.flatMap { PostSource(name: source, key: post.address ?? $0) }
    imported.createdAt = post.date
    if post.isDeleted {
      imported.template = .deleted
      return imported
    }
    imported.body = ForeignText.clean(post.body)
    imported.summary = post.summary.map { ForeignText.cleanLine($0) }
    if imported.summary == nil, imported.title.isEmpty {
      imported.summary = Self.opening(of: post.body)
    }
    imported.picture = post.picture
    let name = post.author.map { ForeignText.cleanLine($0, limit: 100) } ?? ""
    guard !name.isEmpty || post.email != nil else { return imported }
    imported.authorName = name.isEmpty ? post.email : name
    imported.authorEmail = post.email ?? address(of: name)
    return imported
  }

  /// An e-mail for an author of whom only the name is known; it cannot exist (RFC 2606).
  private func address(of name: String) -> String {
    let words = name.lowercased().split { !$0.isLetter && !$0.isNumber && !"-_.@".contains($0) }
    return (words.isEmpty ? "unknown" : words.joined(separator: ".")) + "@\(source).invalid"
  }

  /// The first words of a text, for the card of a post without a title: without quotations, code and marks.
  static func opening(of markdown: String) -> String {
    let lines = String(markdown.prefix(1_000)).replacing("\\\n", with: "\n").split(
      separator: "\n", omittingEmptySubsequences: false
    )
    .filter { !$0.hasPrefix(">") }
    var words = ""
    var last = 0
    for run in MarkdownProse.runs(in: lines.joined(separator: "\n")) {
      if run.line != last { words += " " }
      last = run.line
      words += String(decoding: Array(lines[run.line].utf8)[run.range], as: UTF8.self)
    }
    let text = ForeignText.cleanLine(words)
    return String((text.isEmpty ? ForeignText.cleanLine(markdown, limit: 280) : text).prefix(280))
  }
}

extension HTMLText {
  /// A text from the web as Markdown.
  static func markdown(_ html: String, base: String, quotesByAngle: Bool = false) -> String {
    HTMLText(html, habits: Habits(base: base, quotesByAngle: quotesByAngle)).markdown
  }
}

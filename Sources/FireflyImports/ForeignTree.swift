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
  /// Where its picture is on the web.
  var imageURL: String?
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
    if !isOutline { nameByTexts() }
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

  /// Names posts that have no name by what they say, so that importing them again adds nothing.
  private mutating func nameByTexts() {
    var counts: [String: Int] = [:]
    for index in posts.indices where posts[index].key == nil {
      let post = posts[index]
      let above = post.above.flatMap { posts.indices.contains($0) ? posts[$0].key : nil }
      let time = post.date.map { "\($0.timeIntervalSince1970)" } ?? ""
      let key = FileKey.key(
        post.parent ?? above ?? "",
        [post.author ?? "", time, post.title, post.body].joined(separator: "\u{0}"))
      counts[key, default: 0] += 1
      let count = counts[key] ?? 1
      posts[index].key = count == 1 ? key : FileKey.key(key, "\(count)")
    }
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
      let imported = imported(post)
      let name =
        source == PostSource.file ? "“\(imported.title)”" : post.key.map { "\(source) \($0)" }
      let place = try conversion.document.add(imported, below: parent, from: name)
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
    (imported.picture, imported.imageURL) = (post.picture, post.imageURL)
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
    var (lines, bytes): ([[UInt8]], Int) = ([], 0)
    var rest = markdown.utf8[...]
    while bytes < 400, !rest.isEmpty {
      let end = rest.firstIndex(of: 0x0A) ?? rest.endIndex
      // As many bytes as 280 characters may have.
      let part = String(decoding: rest[..<end].prefix(1_120), as: UTF8.self)
      rest = rest[end...].dropFirst()
      if part.utf8.first == UInt8(ascii: ">") { continue }
      // A single return would be a line of its own.
      var line = part.utf8.map { $0 == 0x0D ? 0x20 : $0 }
      if line.last == UInt8(ascii: "\\") { line.removeLast() }
      bytes += line.count + 1
      lines.append(line)
    }
    var (words, last) = ("", 0)
    let text = String(decoding: Array(lines.joined(separator: [0x0A])), as: UTF8.self)
    for run in MarkdownProse.runs(in: text) {
      if run.line != last { words += " " }
      last = run.line
      words += String(decoding: lines[run.line][run.range], as: UTF8.self)
    }
    let opening = ForeignText.cleanLine(words, limit: 280)
    return opening.isEmpty ? ForeignText.cleanLine(markdown, limit: 280) : opening
  }
}

extension HTMLText {
  /// A text from the web as Markdown.
  static func markdown(_ html: String, base: String, quotesByAngle: Bool = false) -> String {
    HTMLText(html, habits: Habits(base: base, quotesByAngle: quotesByAngle)).markdown
  }
}

import FireflyCore
import FireflyServer
import FireflySources
import FireflyText
import Foundation

/// A post of another program, as found by a converter.
struct ForeignPost: Sendable {
  /// Its ID at the source.
  var key: String?
  /// The ID of its parent at the source.
  var parent: String?
  /// Its ID among all instances of a service, if `key` belongs to one instance.
  var address: String?
  /// The index of its parent, if the file nests posts.
  var above: Int?
  /// The title, one line; empty for a reply.
  var title = ""
  /// The summary; nil to use the opening of the text.
  var summary: String?
  /// The body, in Markdown.
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

/// The posts found by a converter, in any order.
struct ForeignTree: Sendable {
  /// The name of the source, such as `hn`.
  let source: String
  /// Whether posts without a date are shown in the order of the file, from top to bottom.
  var isOutline = false
  /// Identifies the file if its posts have no IDs: they are then identified by their titles.
  var identity: String?
  /// The posts.
  var posts: [ForeignPost] = []
  /// The counts for the report.
  var conversion = Conversion()

  /// Creates an empty tree.
  init(_ source: String, isOutline: Bool = false) {
    (self.source, self.isOutline) = (source, isOutline)
  }

  /// Adds a post.
  ///
  /// - Returns: its index.
  mutating func add(_ post: ForeignPost) -> Int {
    posts.append(post)
    return posts.count - 1
  }

  /// Returns every post once, under its parent; posts without an existing parent are at the top
  /// level.
  ///
  /// - Throws: `ImportError`.
  consuming func converted() throws(ImportError) -> Conversion {
    var conversion = conversion
    if let identity { nameByTitles(identity) }
    var places: [String: Int] = [:]
    for index in posts.indices {
      guard let key = posts[index].key else { continue }
      // Of two posts with the same key, the first one gets it.
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
    // The remaining posts are in cycles.
    for index in posts.indices where !seen[index] {
      conversion.unresolvedLinks += 1
      try add(index, children, &seen, to: &conversion)
    }
    return conversion
  }

  /// Gives posts without an ID one derived from their text, so that importing them again adds
  /// nothing.
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

  /// Gives posts IDs derived from the titles on their path; equal ones are numbered.
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
      var imported = imported(post)
      if parent == nil, post.above == nil, let above = post.parent {
        imported.parentSource = PostSource(name: source, key: above)
      }
      let name =
        source == PostSource.file ? "“\(imported.title)”" : post.key.map { "\(source) \($0)" }
      let place = try conversion.document.add(imported, below: parent, from: name)
      // The next post is on top. Of posts with the same date, later ones are shown first.
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
      imported.summary = MarkdownOpening.words(of: post.body)
    }
    (imported.picture, imported.imageURL) = (post.picture, post.imageURL)
    let name = post.author.map { ForeignText.cleanLine($0, limit: 100) } ?? ""
    guard !name.isEmpty || post.email != nil else { return imported }
    imported.authorName = name.isEmpty ? post.email : name
    imported.authorEmail = post.email ?? address(of: name)
    return imported
  }

  /// Returns an e-mail that can't exist (RFC 2606), for an author without one.
  private func address(of name: String) -> String {
    let words = name.lowercased().split { !$0.isLetter && !$0.isNumber && !"-_.@".contains($0) }
    return (words.isEmpty ? "unknown" : words.joined(separator: ".")) + "@\(source).invalid"
  }
}

extension HTMLText {
  /// Returns HTML as Markdown.
  static func markdown(_ html: String, base: String = "") -> String {
    HTMLText(html, habits: Habits(base: base)).markdown
  }
}

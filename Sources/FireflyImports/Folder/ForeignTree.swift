import FireflyCore
import FireflyForeign
import FireflyText
import FireflyTransfer
import Foundation

/// The posts found by a converter, in any order.
struct ForeignTree: Sendable {
  /// The name of the source, such as `hn`.
  let source: String
  /// Whether posts without a date are shown in the order of the file, from top to bottom.
  var isOutline = false
  /// Whether the posts are shown and not imported, so that nothing resolves names in their texts.
  var isOnlyRead = false
  /// Identifies the file if its posts have no IDs: they are then identified by their titles.
  var identity: String?
  var posts: [ImportedPost] = []
  /// The counts for the report.
  var conversion = Conversion()

  init(_ source: String, isOutline: Bool = false) {
    (self.source, self.isOutline) = (source, isOutline)
  }

  /// Adds a post.
  ///
  /// - Returns: its index.
  mutating func add(_ post: ImportedPost) -> Int {
    posts.append(post)
    posts[posts.count - 1].text.move(to: conversion.document.texts)
    return posts.count - 1
  }

  /// Returns every post once, under its parent; posts without an existing parent are at the top
  /// level.
  consuming func converted() throws(ImportError) -> Conversion {
    var conversion = conversion
    if let identity { nameByTitles(identity) }
    conversion.document.place = identity
    var places: [String: Int] = [:]
    for index in posts.indices {
      guard let key = posts[index].key else { continue }
      // Of two posts with the same key, the first one gets it.
      if places[key] == nil { places[key] = index } else { posts[index].key = nil }
    }
    if !isOutline { nameByTexts() }
    if source != PostSource.file, !isOnlyRead { PostAddresses(posts, of: source).link(&posts) }
    var children: [[Int]] = Array(repeating: [], count: posts.count)
    var roots: [Int] = []
    for (index, post) in posts.enumerated() {
      let parent = post.parent ?? post.parentKey.flatMap { places[$0] }
      if let parent, parent != index, posts.indices.contains(parent) {
        children[parent].append(index)
      } else {
        if post.parentKey != nil { conversion.unresolvedLinks += 1 }
        roots.append(index)
      }
    }
    var seen = Array(repeating: false, count: posts.count)
    conversion.document.reserveCapacity(posts.count)
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
      let above = post.parent.flatMap { posts.indices.contains($0) ? posts[$0].key : nil }
      let time = post.createdAt.map { "\($0.timeIntervalSince1970)" } ?? ""
      let key = FileKey.key(
        post.parentKey ?? above ?? "",
        [post.authorName ?? "", time, post.title, post.body].joined(separator: "\u{0}"))
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
      let above = posts[index].parent.flatMap { paths.indices.contains($0) ? paths[$0] : nil }
      var names = [posts[index].title]
      let path = FileKey.key(above ?? identity, names[0])
      let count = (counts[path] ?? 0) + 1
      counts[path] = count
      if count > 1 { names.append("\(count)") }
      let steps = FileKey.Steps(names, isBelowParent: true)
      paths.append(steps.key(in: identity, below: above))
      (posts[index].key, posts[index].fileSteps) = (paths[index], steps)
    }
  }

  private mutating func add(
    _ root: Int, _ children: [[Int]], _ seen: inout [Bool], to conversion: inout Conversion
  ) throws(ImportError) {
    var waiting: [(index: Int, parent: Int?)] = [(root, nil)]
    while let (index, parent) = waiting.popLast() {
      guard !seen[index] else { continue }
      seen[index] = true
      var post = posts[index]
      clean(&post)
      if post.isDeleted { conversion.deleted += 1 }
      if parent == nil, post.parent == nil, let above = post.parentKey {
        post.parentSource = PostSource(name: source, key: above)
      }
      let name = source == PostSource.file ? "“\(post.title)”" : post.key.map { "\(source) \($0)" }
      let place = try conversion.document.add(post, below: parent, from: name)
      // The next post is on top. Of posts with the same date, later ones are shown first.
      for child in isOutline ? children[index] : children[index].reversed() {
        waiting.append((child, place))
      }
    }
  }

  private func clean(_ post: inout ImportedPost) {
    post.source = post.source ?? post.key.flatMap { PostSource(name: source, key: $0) }
    let page = post.pages.first
    if post.source?.page(below: nil) == nil { post.source?.page = page }
    if post.isDeleted {
      var place = ImportedPost(
        title: "deleted", key: post.key, parentKey: post.parentKey, parent: post.parent)
      (place.source, place.createdAt, place.isDeleted) = (post.source, post.createdAt, true)
      post = place
      return
    }
    post.title = ForeignText.cleanLine(post.title)
    if post.summary == nil, post.title.isEmpty {
      post.summary = MarkdownOpening.words(of: post.body)
    } else {
      post.summary = post.summary.map { ForeignText.cleanLine($0) }
    }
    post.body = ForeignText.clean(post.body)
    var name = post.authorName.map { ForeignText.cleanLine($0, limit: 100) } ?? ""
    // Without an author, a post would be the user's own.
    if name.isEmpty, post.authorEmail == nil, source != PostSource.file { name = "unknown" }
    post.authorName = name.isEmpty ? post.authorEmail : name
    post.authorEmail = post.authorEmail ?? (name.isEmpty ? nil : address(of: name))
  }

  /// Returns an e-mail that can't exist (RFC 2606), for an author without one; each name has its own.
  private func address(of name: String) -> String {
    let name = name.lowercased()
    let words = name.split { !$0.isLetter && !$0.isNumber && !"-_.@".contains($0) }
    var address = words.isEmpty ? "unknown" : words.joined(separator: ".")
    // Of “foo bar”, “foo, bar” and “foo.bar”, the first has the plain address.
    if !words.isEmpty, (address.contains("@") ? address : address.replacing(".", with: " ")) != name
    {
      let hash = SHA256.hash(name.utf8).prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
      address += "-" + String(hash, radix: 36)
    }
    return "\(address)@\(source).invalid"
  }
}

extension HTMLText {
  static func markdown(_ html: String, base: String = "") -> String {
    HTMLText(html, habits: Habits(base: base)).markdown(cutBefore: nil)
  }
}

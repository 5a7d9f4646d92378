import FireflyAPI
import FireflyCore
import Foundation

/// A document to import: its posts in the order of their future numbers.
package struct ImportDocument: Sendable {
  /// Maximum size in bytes.
  package static let maxBytes = 256 * 1024 * 1024
  /// Maximum number of posts.
  package static let maxPosts = 500_000

  /// Where the bodies are.
  package let texts = TextFile()
  package private(set) var users: [ImportedUser] = []
  /// Called periodically during the import with the number of posts added so far, on any thread.
  package var onProgress: (@Sendable (Int) -> Void)?
  /// The path of the file or folder, or the name that it was given; nil if its posts have names of their
  /// own.
  package var place: String?
  /// Whether the place is a name: then it is not looked for at other places.
  package var isNamed = false
  /// Which of the files of its place it has, such as `org`: those of other kinds are not gone.
  package var kind = ""
  /// Places of former imports that no longer exist, from which this document may have moved.
  package var gonePlaces: [String] = []
  /// Whether posts that were deleted here come back.
  package var bringsBackDeleted = false
  /// The numbers of the posts in the document.
  private var numbers: Set<Number> = []
  /// The posts; each comes after the post that it was nested in.
  package var items: [ImportedPost] = []

  /// A number, which another server may have too.
  private struct Number: Hashable {
    var server: String?
    var id: Int
  }

  /// The nested format.
  private struct Nested: Decodable {
    var server: String?
    var users: [ImportedUser]?
    var posts: [ImportedPost]
  }

  /// The part of a line that distinguishes the two formats.
  private struct Line: Decodable {
    var hasPosts: Bool
    init(from decoder: any Decoder) throws {
      hasPosts = try decoder.container(keyedBy: Key.self).contains(.posts)
    }
    enum Key: CodingKey { case posts }
  }

  /// Bytes in which elements are looked for at a time.
  private static let chunk = 1 << 20

  /// Number of posts.
  package var count: Int { items.count }

  /// Makes room for a number of posts at once.
  package mutating func reserveCapacity(_ count: Int) { items.reserveCapacity(count) }

  /// Creates an empty document.
  package init() {}

  /// Parses either format: `{"posts":[…]}` with nested children, or one flat post per line.
  package init(_ data: Data) throws(ImportError) {
    guard data.count <= Self.maxBytes else { throw .tooLarge(limit: Self.maxBytes) }
    let firstLine = data.drop(while: Self.isBlank).prefix { $0 != UInt8(ascii: "\n") }
    let isLines = (try? JSONDecoder().decode(Line.self, from: firstLine))?.hasPosts == false
    if isLines {
      try readLines(data)
    } else {
      try readNested(data)
    }
    // Of a large document they take much memory.
    numbers = []
    shortenSummaries()
  }

  private mutating func readNested(_ data: Data) throws(ImportError) {
    if try readElements(data) { return }
    (items, numbers) = ([], [])
    let document = try Self.decode(Nested.self, data, line: nil)
    users = document.users ?? []
    for (index, post) in document.posts.enumerated() { try insert(post, at: index) }
    change { $0.identify(as: document.server) }
  }

  /// Decodes one post after the other, so that only one is in memory as JSON.
  ///
  /// - Returns: false for what is to be read as a whole, above all to tell what is wrong with it.
  private mutating func readElements(_ data: Data) throws(ImportError) -> Bool {
    var splitter = ElementSplitter(key: "posts", elementLimit: .max)
    for start in stride(from: data.startIndex, to: data.endIndex, by: Self.chunk) {
      let chunk = data[start..<min(start + Self.chunk, data.endIndex)]
      guard let elements = try? splitter.elements(in: chunk) else { return false }
      for element in elements {
        guard let post = try? JSONDecoder().decode(ImportedPost.self, from: element.bytes) else {
          return false
        }
        try insert(post, at: element.position)
      }
    }
    guard let rest = try? JSONDecoder().decode(Nested.self, from: splitter.skeleton),
      rest.posts.isEmpty
    else { return false }
    users = rest.users ?? []
    change { $0.identify(as: rest.server) }
    return true
  }

  /// Inserts a post at the top level, with those nested in it.
  private mutating func insert(_ post: ImportedPost, at index: Int) throws(ImportError) {
    var post = post
    post.place = "posts.\(index)"
    // A stack instead of recursion; the next post is the last element.
    var waiting = [post]
    while var post = waiting.popLast() {
      let children = post.children
      post.children = []
      try insert(post)
      for (index, var child) in children.enumerated().reversed() {
        (child.parent, child.place) = (items.count - 1, "\(post.place).children.\(index)")
        waiting.append(child)
      }
    }
  }

  private mutating func readLines(_ data: Data) throws(ImportError) {
    var number = 0
    for line in data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      if line.allSatisfy(Self.isBlank) { continue }
      var post = try Self.decode(ImportedPost.self, line, line: number)
      guard post.children.isEmpty else {
        throw .damaged(
          place: "line \(number)",
          reason: "a file with one post per line can't have nested children")
      }
      post.place = "line \(number)"
      try insert(post)
    }
  }

  /// Shortens the lines of copied stories in an export of an earlier version.
  private mutating func shortenSummaries() {
    let copies = items.indices.filter { items[$0].isCopiedStory }
    guard !copies.isEmpty else { return }
    let answered = Set(items.compactMap(\.parent))
    let numbers = Set(
      items.compactMap { item in item.parentID.map { Number(server: item.server, id: $0) } })
    for index in copies {
      let item = items[index]
      let isNamed = item.id.map { numbers.contains(Number(server: item.server, id: $0)) } ?? false
      items[index].summary = item.summary.map {
        PostSource.shortened(
          $0, by: [item.authorName, item.authorEmail.map(User.shortName)],
          hasReplies: isNamed || answered.contains(index))
      }
    }
  }

  /// Returns the document as it would come from another place.
  package func moved(to place: String) -> ImportDocument {
    var document = self
    document.place = place
    for (index, item) in items.enumerated() {
      guard let steps = item.fileSteps else { continue }
      let parent = item.parent.flatMap { document.items[$0].source?.key }
      document.items[index].source = PostSource(
        name: PostSource.file, key: steps.key(in: place, below: parent))
    }
    return document
  }

  /// Shifts the dates of the first post and its branch, so that the first post has this date.
  package mutating func dateFirstBranch(_ date: Date) {
    guard let before = items.first?.createdAt else { return }
    let shift = date.timeIntervalSince(before)
    changeFirstBranch { $0.createdAt = $0.createdAt?.addingTimeInterval(shift) }
  }

  /// Changes the first post and all posts below it.
  package mutating func changeFirstBranch(_ change: (inout ImportedPost) -> Void) {
    var branch: Set<Int> = []
    for (index, item) in items.enumerated() {
      guard index == 0 || item.parent.map(branch.contains) ?? false else { continue }
      branch.insert(index)
      change(&items[index])
    }
  }

  /// Changes all posts.
  package mutating func change(_ change: (inout ImportedPost) -> Void) {
    for index in items.indices { change(&items[index]) }
  }

  /// Removes some posts, and all posts below them.
  package mutating func remove(where isLeftOut: (ImportedPost) -> Bool) {
    // The new indices of the posts that stay.
    var places: [Int: Int] = [:]
    var kept: [ImportedPost] = []
    for (index, var item) in items.enumerated() {
      let parent = item.parent.map { places[$0] }
      guard parent != .some(nil), !isLeftOut(item) else { continue }
      places[index] = kept.count
      item.parent = parent ?? nil
      kept.append(item)
    }
    items = kept
  }

  /// Appends a post without a number.
  /// - Returns: its index.
  package mutating func append(_ post: ImportedPost, below parent: Int? = nil) -> Int {
    var post = post
    (post.parent, post.place) = (parent, "posts.\(items.count)")
    items.append(post.withTitleOnOneLine(texts))
    return items.count - 1
  }

  /// Appends a post, optionally under another post of the document.
  ///
  /// - Parameters:
  ///   - post: the post. Its number is dropped if another post of the document has it.
  ///   - parent: the index of the parent, as returned by this method; nil for none.
  ///   - place: its origin, for messages; nil for its position in the document.
  /// - Returns: its index.
  /// - Throws: `ImportError.tooManyPosts`.
  package mutating func add(
    _ post: ImportedPost, below parent: Int? = nil, from place: String? = nil
  ) throws(ImportError) -> Int {
    var post = post
    if let id = post.id, numbers.contains(Number(server: post.server, id: id)) { post.id = nil }
    (post.parent, post.place) = (parent, place ?? "posts.\(items.count)")
    try insert(post)
    return items.count - 1
  }

  private mutating func insert(_ post: ImportedPost) throws(ImportError) {
    if let id = post.id, !numbers.insert(Number(server: post.server, id: id)).inserted {
      throw .damaged(place: post.place, reason: "the id \(id) occurs twice")
    }
    guard items.count < Self.maxPosts else { throw .tooManyPosts(limit: Self.maxPosts) }
    items.append(post.withTitleOnOneLine(texts))
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  private static func decode<Value: Decodable>(
    _ type: Value.Type, _ data: Data, line: Int?
  ) throws(ImportError) -> Value {
    do {
      return try JSONDecoder().decode(type, from: data)
    } catch let error as DecodingError {
      throw ImportError(error, in: data, line: line)
    } catch {
      throw .damaged(place: line.map { "line \($0)" } ?? "document", reason: "\(error)")
    }
  }
}

extension ImportedPost {
  /// Whether it is a story that an export of Firefly has as a service wrote it.
  fileprivate var isCopiedStory: Bool {
    guard server != nil, let source, !source.isEdited else { return false }
    return PostSource.listing.contains(source.name) && !title.isEmpty && template == .post
  }

  /// Returns the post with its title on one line and its body in a file, without what is used only until the
  /// document is complete.
  fileprivate func withTitleOnOneLine(_ texts: TextFile) -> ImportedPost {
    var post = self
    (post.key, post.parentKey) = (nil, nil)
    if title.contains(where: \.isNewline) { post.title = ForeignText.cleanLine(title) }
    post.text.move(to: texts)
    return post
  }
}

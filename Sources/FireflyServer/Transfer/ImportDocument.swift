import Foundation

/// A document to import: its posts in the order of their future numbers.
public struct ImportDocument: Sendable {
  /// Maximum size in bytes.
  public static let maxBytes = 256 * 1024 * 1024
  /// Maximum number of posts.
  public static let maxPosts = 500_000

  /// A post; `parent` is the index of the post that it was nested in.
  struct Item: Sendable {
    var post: ImportedPost
    var parent: Int?
    /// Its position in the document, for messages.
    var place: String
  }

  private(set) var users: [ImportedUser] = []
  /// Called periodically during the import with the number of posts added so far, on any thread.
  public var onProgress: (@Sendable (Int) -> Void)?
  /// The numbers of the posts in the document.
  private var numbers: Set<Int> = []
  var items: [Item] = []

  /// The nested format.
  private struct Nested: Decodable {
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

  /// Number of posts.
  public var count: Int { items.count }

  /// Creates an empty document.
  public init() {}

  /// Parses either format: `{"posts":[…]}` with nested children, or one flat post per line.
  /// - Throws: `ImportError`.
  public init(_ data: Data) throws(ImportError) {
    guard data.count <= Self.maxBytes else { throw .tooLarge(limit: Self.maxBytes) }
    let firstLine = data.drop(while: Self.isBlank).prefix { $0 != UInt8(ascii: "\n") }
    let isLines = (try? JSONDecoder().decode(Line.self, from: firstLine))?.hasPosts == false
    if isLines {
      try readLines(data)
    } else {
      try readNested(data)
    }
  }

  private mutating func readNested(_ data: Data) throws(ImportError) {
    let document = try Self.decode(Nested.self, data, line: nil)
    users = document.users ?? []
    // A stack instead of recursion; the next post is the last element.
    var waiting: [Item] = document.posts.enumerated().reversed().map { index, post in
      Item(post: post, parent: nil, place: "posts.\(index)")
    }
    while var item = waiting.popLast() {
      let children = item.post.children
      item.post.children = []
      try append(item)
      let parent = items.count - 1
      for (index, child) in children.enumerated().reversed() {
        waiting.append(
          Item(post: child, parent: parent, place: "\(item.place).children.\(index)"))
      }
    }
  }

  private mutating func readLines(_ data: Data) throws(ImportError) {
    var number = 0
    for line in data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      if line.allSatisfy(Self.isBlank) { continue }
      let post = try Self.decode(ImportedPost.self, line, line: number)
      guard post.children.isEmpty else {
        throw .damaged(
          place: "line \(number)",
          reason: "a file with one post per line can't have nested children")
      }
      try append(Item(post: post, parent: nil, place: "line \(number)"))
    }
  }

  /// Shifts the dates of the first post and its branch, so that the first post has this date.
  mutating func dateFirstBranch(_ date: Date) {
    guard let before = items.first?.post.createdAt else { return }
    let shift = date.timeIntervalSince(before)
    var branch: Set<Int> = []
    for (index, item) in items.enumerated() {
      guard index == 0 || item.parent.map(branch.contains) ?? false else { continue }
      branch.insert(index)
      items[index].post.createdAt = item.post.createdAt?.addingTimeInterval(shift)
    }
  }

  /// Appends a post without a number.
  /// - Returns: its index in `items`.
  mutating func append(_ post: ImportedPost, below parent: Int? = nil) -> Int {
    items.append(Item(post: post, parent: parent, place: "posts.\(items.count)"))
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
  public mutating func add(
    _ post: ImportedPost, below parent: Int? = nil, from place: String? = nil
  ) throws(ImportError) -> Int {
    var post = post
    if let id = post.id, numbers.contains(id) { post.id = nil }
    try append(Item(post: post, parent: parent, place: place ?? "posts.\(items.count)"))
    return items.count - 1
  }

  private mutating func append(_ item: Item) throws(ImportError) {
    if let id = item.post.id, !numbers.insert(id).inserted {
      throw .damaged(place: item.place, reason: "the id \(id) occurs twice")
    }
    guard items.count < Self.maxPosts else { throw .tooManyPosts(limit: Self.maxPosts) }
    items.append(item)
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

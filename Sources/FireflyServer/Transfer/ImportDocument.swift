import Foundation

/// A document read for import: its posts in the order in which they will be numbered.
public struct ImportDocument: Sendable {
  /// The most bytes of a document.
  public static let maxBytes = 256 * 1024 * 1024
  /// The most posts of a document.
  public static let maxPosts = 500_000

  /// A post, and the place of its parent in `items` if it stood inside of it.
  struct Item: Sendable {
    var post: ImportedPost
    var parent: Int?
    /// Where it stood, for what is to be said of it.
    var place: String
  }

  private(set) var users: [ImportedUser] = []
  /// Called now and then while posts are added, with the number of those that are; from any thread.
  public var onProgress: (@Sendable (Int) -> Void)?
  /// The numbers that the document gives its posts.
  private var numbers: Set<Int> = []
  var items: [Item] = []

  /// What `{"posts":[…]}` has.
  private struct Nested: Decodable {
    var users: [ImportedUser]?
    var posts: [ImportedPost]
  }

  /// Only as much of a line as tells the two forms apart.
  private struct Line: Decodable {
    var hasPosts: Bool
    init(from decoder: any Decoder) throws {
      hasPosts = try decoder.container(keyedBy: Key.self).contains(.posts)
    }
    enum Key: CodingKey { case posts }
  }

  /// How many posts it has.
  public var count: Int { items.count }

  /// A document without posts.
  public init() {}

  /// Reads either form: `{"posts":[…]}` with nested children, or one flat post a line.
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
    // A stack instead of recursion; the next post is on top.
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

  /// Moves the dates of the first post and of everything below it.
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

  /// Adds a post without a number.
  /// - Returns: its place in `items`.
  mutating func append(_ post: ImportedPost, below parent: Int? = nil) -> Int {
    items.append(Item(post: post, parent: parent, place: "posts.\(items.count)"))
    return items.count - 1
  }

  /// Adds a post below another one of the document.
  ///
  /// - Parameters:
  ///   - post: the post; its number is left out if the document has it already.
  ///   - parent: the place of the parent, as this call returned it; nil for none.
  ///   - place: where it comes from, for messages; nil for its place in the document.
  /// - Returns: its place in the document.
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

import FireflyAPI
import FireflyCore
import FireflyJSON
import Foundation
import Testing

@testable import FireflyStore

/// What strangers and programs write into any field of a post.
///
/// A new field must be filled here, and then be clean.
@Suite struct EveryTextTests {
  private static let bad = "\u{1B}[31m\u{0}a"
  private static let words = PostText(title: bad, summary: bad, body: bad)
  private static let feed = Post.FeedDetails(
    pluralName: bad, hasNewMatches: true, ancestorChain: [1], lastActivity: .now, proximity: 1)
  private static let post: Post = {
    var post = Post(
      id: 1, userID: 2, parentID: 3, title: bad, summary: bad, body: bad, imageURL: bad,
      createdAt: Date(timeIntervalSince1970: 1_000_000), timezone: bad, locationTag: bad,
      authorName: bad, authorEmail: bad, childCount: 1, template: .other(bad), placeholders: words,
      feed: feed)
    (post.children, post.ancestors) = ([post], [post])
    return post
  }()

  /// The texts in a value and all that it consists of, by their paths; nil for one that is not filled.
  private static func texts(in value: Any, _ path: String = "post") -> [(String, String?)] {
    if let text = value as? String { return [(path, text)] }
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .optional, mirror.children.isEmpty {
      return "\(type(of: value))".contains("String") ? [(path, nil)] : []
    }
    return mirror.children.enumerated().flatMap { index, child in
      texts(in: child.value, path + "." + (child.label ?? "\(index)"))
    }
  }

  @Test func nothingInThemReachesTheTerminal() {
    let all = Self.texts(in: Self.post)
    #expect(all.count >= 13 * 3)
    for (path, text) in all { #expect(text?.contains("\u{1B}") == true, "fill \(path)") }
    for (path, text) in Self.texts(in: Self.post.cleaned()) {
      #expect(text?.unicodeScalars.contains { $0.value < 0x20 } == false, "\(path): \(text ?? "")")
    }
  }

  /// The author is stored with the account, names of fields with the template.
  @Test func nothingInThemEndsATextInADatabase() {
    var post = Self.post
    (post.children, post.ancestors, post.feed, post.placeholders) = (nil, nil, nil, nil)
    (post.authorName, post.authorEmail) = ("", "")
    for (path, text) in Self.texts(in: post.storable) {
      #expect(text?.contains("\0") != true, "\(path)")
    }
  }

  @Test func theyAreTheSameInJSON() throws {
    var post = Self.post
    (post.children, post.ancestors) = (nil, nil)
    var writer = JSONWriter()
    writer.value(post)
    let read = try JSONDecoder().decode(Post.self, from: Data(writer.bytes))
    for ((path, text), (_, again)) in zip(Self.texts(in: post), Self.texts(in: read)) {
      #expect(text == again, "\(path)")
    }
  }

  /// What the tables of posts and of deleted posts have in common is all that is read of a post.
  @Test func deletedPostsHaveAllColumns() throws {
    let common = Set(StoredPost.common.split { !$0.isLetter && $0 != "_" }.map(String.init))
    let read = StoredPost.columns.matches(of: /p\.([a-z_]+)/).map { String($0.1) }
    // Counted anew.
    let counted: Set = ["child_count"]
    #expect(Set(read).subtracting(counted).isSubset(of: common))
  }
}

import FireflyCore
import Foundation

/// A search index of a list's posts: one buffer with their folded texts, so that 10,000 posts are
/// searched in a fraction of a millisecond.
///
/// Each post is folded when it is first searched.
struct FindIndex: Sendable {
  // This byte doesn't occur in UTF-8, so that no match spans two texts.
  private static let separator: UInt8 = 0xFF

  private var bytes: [UInt8] = []
  /// Where each post's bytes end.
  private var ends: [Int] = []
  private var folding = TextFolding()

  /// Returns the next post with a text in its title, summary or author, wrapping around at the
  /// ends.
  ///
  /// - Parameters:
  ///   - posts: the posts of the list.
  ///   - start: the first index to search; any number, wrapped around.
  ///   - step: the direction, 1 or -1.
  /// - Returns: the index of the post; nil if none matches.
  mutating func match(_ text: String, in posts: [Post], from start: Int, step: Int) -> Int? {
    let count = posts.count
    guard count > 0, !text.isEmpty else { return nil }
    var needle: [UInt8] = []
    folding.fold(text, into: &needle)
    let first = (start % count + count) % count
    for number in 0..<count {
      let index = (first + number * step + count) % count
      fold(posts, upTo: index + 1)
      if bytes.firstOffset(of: needle, in: from(index)..<ends[index]) != nil { return index }
    }
    return nil
  }

  private func from(_ index: Int) -> Int { index == 0 ? 0 : ends[index - 1] }

  private mutating func fold(_ posts: [Post], upTo end: Int) {
    guard ends.count < end else { return }
    for post in posts[ends.count..<end] {
      for text in [post.title, post.summary, post.byline ?? ""] {
        folding.fold(text, into: &bytes)
        bytes.append(Self.separator)
      }
      ends.append(bytes.count)
    }
  }
}

extension FindIndex: Equatable {
  /// The index follows from the posts, so it makes no difference between states.
  static func == (one: FindIndex, other: FindIndex) -> Bool { true }
}

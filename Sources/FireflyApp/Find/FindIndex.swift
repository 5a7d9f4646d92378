import FireflyCore
import Foundation

/// The words of a list's posts, folded so that case and accents don't matter, and side by side so that
/// 10,000 of them are looked through in a fraction of a millisecond.
///
/// Posts are folded when they are first looked at, each once.
struct FindIndex: Sendable {
  // Stands in no UTF-8, so nothing that is looked for reaches from one text into the next.
  private static let separator: UInt8 = 0xFF

  private var bytes: [UInt8] = []
  /// Where each post's bytes end.
  private var ends: [Int] = []
  private var folding = TextFolding()

  /// The next post, in a direction and round the ends, that has a text in its title, summary or author's
  /// name.
  ///
  /// - `start`: the first place looked at; any number, round the ends.
  /// - `step`: 1 or -1.
  mutating func match(_ text: String, in posts: [Post], from start: Int, step: Int) -> Int? {
    let count = posts.count
    guard count > 0, !text.isEmpty else { return nil }
    var needle: [UInt8] = []
    folding.fold(text, into: &needle)
    let first = (start % count + count) % count
    return step > 0
      ? forward(needle, first..<count, posts) ?? forward(needle, 0..<first, posts)
      : backward(needle, 0..<(first + 1), posts) ?? backward(needle, (first + 1)..<count, posts)
  }

  private mutating func forward(_ needle: [UInt8], _ range: Range<Int>, _ posts: [Post]) -> Int? {
    // Post by post at first, because what is looked for is often near; then more at a time.
    var start = range.lowerBound
    var length = 64
    while start < range.upperBound {
      let end = min(range.upperBound, start + length)
      fold(posts, upTo: end)
      if let offset = offset(of: needle, in: from(start)..<ends[end - 1]) {
        return ends.partitioningIndex { $0 > offset }
      }
      (start, length) = (end, length * 4)
    }
    return nil
  }

  private mutating func backward(_ needle: [UInt8], _ range: Range<Int>, _ posts: [Post]) -> Int? {
    guard !range.isEmpty else { return nil }
    fold(posts, upTo: range.upperBound)
    return range.last { offset(of: needle, in: from($0)..<ends[$0]) != nil }
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

  /// Where the bytes first stand in a part of all bytes.
  private func offset(of needle: [UInt8], in range: Range<Int>) -> Int? {
    bytes.firstOffset(of: needle, in: range)
  }
}

extension FindIndex: Equatable {
  /// What is folded follows from the posts: it makes no difference between two states.
  static func == (one: FindIndex, other: FindIndex) -> Bool { true }
}

extension [Int] {
  /// The first index whose element satisfies a condition that all later ones satisfy too.
  fileprivate func partitioningIndex(where condition: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension [UInt8] {
  /// Where other bytes first stand in a part of these.
  func firstOffset(of needle: [UInt8], in range: Range<Int>) -> Int? {
    guard let first = needle.first else { return range.lowerBound }
    return withUnsafeBytes { all in
      needle.withUnsafeBytes { needle in
        guard let base = all.baseAddress, let wanted = needle.baseAddress else { return nil }
        var offset = range.lowerBound
        while offset + needle.count <= range.upperBound,
          let found = memchr(base + offset, Int32(first), range.upperBound - offset)
        {
          offset = UnsafeRawPointer(found) - base
          guard offset + needle.count <= range.upperBound else { return nil }
          if memcmp(base + offset, wanted, needle.count) == 0 { return offset }
          offset += 1
        }
        return nil
      }
    }
  }
}

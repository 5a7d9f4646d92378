import FireflyCore
import SeededRandom
import Testing

@testable import FireflyApp

/// The unread posts below each post are counted as posts come, are moved, and are read.
@Suite struct UnreadIndexTests {
  /// Posts in any order, with parents that change and rings: the counts are those of a recount.
  @Test func countsAreThoseOfARecount() {
    var random = SplitMix(seed: 48)
    for _ in 0..<200 {
      var index = UnreadIndex()
      var parents: [Int: Int] = [:]
      for _ in 0..<60 {
        let id = Int.random(in: 1...12, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: index.remove(id)
        case 1: index.insert(id)
        default:
          let parent = Int.random(in: 1...12, using: &random)
          let isUnread = Bool.random(using: &random)
          index.learn([(id, parent)]) { _ in isUnread }
          guard parent != id else { continue }
          // The last link of a ring holds.
          var above = parent
          while let next = parents[above], next != id { above = next }
          if parents[above] == id { parents[above] = nil }
          parents[id] = parent
        }
      }
      var counts: [Int: Int] = [:]
      for id in index.posts {
        var next = parents[id]
        while let parent = next {
          counts[parent, default: 0] += 1
          next = parents[parent]
        }
      }
      for id in 1...12 { #expect(index.count(below: id) == counts[id, default: 0]) }
    }
  }
}

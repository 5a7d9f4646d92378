import FireflyCore
import Foundation
import SeededRandom
import Testing

@testable import FireflyStore

extension StoreContractTests {
  /// Branches in the order in which they are read, as far as they are nested.
  @Suite struct BranchTests {
    /// The children of each post, newest first.
    private typealias Children = [Int: [Int]]

    /// What a list has to be, by the words of `PostList.children`.
    private struct Expected {
      let children: Children
      let depth: Int
      var budget: Int
      var entries: [String] = []

      mutating func walk(below parent: Int, level: Int = 0, inside: [Int]) {
        for id in children[parent] ?? [] {
          let count = children[id]?.count ?? 0
          let hasChildren = level + 1 < depth && count <= budget && !inside.contains(id)
          entries.append("\(id) \(level) \(hasChildren)")
          if hasChildren {
            budget -= count
            walk(below: id, level: level + 1, inside: inside + [id])
          }
        }
      }
    }

    @Test(arguments: StoreKind.all) func randomTreesAreNested(_ kind: StoreKind) async throws {
      var random = SplitMix(seed: 7)
      let home = try await kind.make()
      var children: Children = [:]
      // Every number once, some long texts, and a ring below the first post.
      let lines = (1...900).map { id in
        let parent =
          id == 900 ? 900 : id == 1 ? 0 : max(1, Int.random(in: id / 3..<id, using: &random))
        if parent != id { children[parent, default: []].insert(id, at: 0) }
        let body = String(repeating: "x", count: id % 50 == 0 ? 20_000 : 10)
        return #"{"id":\#(id),"parent_id":\#(parent),"title":"\#(id)","body":"\#(body)"}"#
      }
      try await home.add(lines.joined(separator: "\n"))
      for (depth, budget) in [(1, 10_000), (2, 10_000), (64, 10_000), (64, 100), (5, 0), (3, 40)] {
        var expected = Expected(children: children, depth: depth, budget: budget)
        expected.walk(below: 1, inside: [1])
        let cursor = home.store.cursor(over: .children(of: 1, depth: depth, budget: budget))
        var entries: [String] = []
        var page = PostListPage()
        repeat {
          page = try await cursor.next(atLeast: 1)
          entries += page.entries.map { "\($0.post.id) \($0.level) \($0.hasChildren)" }
        } while !page.isLast
        #expect(entries == expected.entries, "\(depth) levels, \(budget) posts")
      }
    }
  }
}

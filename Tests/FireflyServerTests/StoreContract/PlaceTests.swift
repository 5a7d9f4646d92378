import FireflyCore
import Foundation
import SeededRandom
import Testing

@testable import FireflyStore

extension StoreContractTests {
  /// Where posts are in their trees, whatever happens to them.
  @Suite struct PlaceTests {
    /// A tree by its links and times, as a list has to show it.
    private struct Model {
      private var children: [Int: [Int]] = [:]

      init(_ store: any Store) async throws {
        let snapshot = try await store.snapshot()
        let links = try await snapshot.links()
        let times = Dictionary(
          uniqueKeysWithValues: try await snapshot.posts(links.map(\.id)).map {
            ($0.id, $0.createdAt ?? .distantPast)
          })
        for link in links where link.parent != nil && link.parent != link.id {
          children[link.parent ?? 0, default: []].append(link.id)
        }
        for parent in children.keys {
          children[parent]?.sort { a, b in
            let (timeA, timeB) = (times[a] ?? .distantPast, times[b] ?? .distantPast)
            return timeA == timeB ? a > b : timeA > timeB
          }
        }
      }

      func lines(below post: Int, levels: Int, inside: [Int] = []) -> [String] {
        guard inside.count < levels, !inside.contains(post) else { return [] }
        return (children[post] ?? []).flatMap { child in
          ["\(inside.count) \(child)"]
            + lines(below: child, levels: levels, inside: inside + [post])
        }
      }
    }

    private static func lines(
      _ store: any Store, below post: Int, levels: Int
    ) async throws -> [String] {
      let cursor = store.cursor(over: .children(of: post, depth: levels, budget: 1_000_000))
      var lines: [String] = []
      while true {
        let page = try await cursor.next(atLeast: 1)
        lines += page.entries.map { "\($0.level) \($0.post.id)" }
        if page.isLast { return lines }
      }
    }

    @Test(arguments: StoreKind.all, [3, 14, 15])
    func pathsAreInTheOrderOfReading(_ kind: StoreKind, _ seed: UInt64) async throws {
      let home = try await kind.make()
      let store = home.store
      var random = SplitMix(seed: seed)
      let ada = TemporaryStore.ada.email
      try await home.add(
        (1...40).map { id in
          let parent = id < 6 ? 0 : Int.random(in: 1..<id, using: &random)
          // Many of the same time, some before 1970.
          let year = [1950, 2001, 2001, 2020].randomElement(using: &random) ?? 2001
          return #"""
            {"id":\#(id),"parent_id":\#(parent),"title":"\#(id)","created_at":"\#(year)-01-01T00:00:00Z",\#
            "source":"s","source_key":"\#(id)"}
            """#
        }.joined(separator: "\n"))
      var deleted: [Int] = []
      for step in 1...160 {
        let ids = try await store.snapshot().links().map(\.id)
        let a = ids.randomElement(using: &random) ?? 1
        let b = ids.randomElement(using: &random) ?? 1
        do {
          switch Int.random(in: 0..<10, using: &random) {
          case 0...2: _ = try await store.create(Post(id: 0, parentID: a, title: "n"), by: ada)
          case 3...5: _ = try await store.move(a, to: b, if: .none, by: ada, at: Date())
          case 6: _ = try await store.move(a, to: nil, if: .none, by: ada, at: Date())
          case 7:
            try await store.delete(a)
            deleted.append(a)
          case 8:
            if !deleted.isEmpty {
              let place = Int.random(in: deleted.indices, using: &random)
              _ = try await store.restore(deleted.remove(at: place))
            }
          default:
            // Known posts go below new ones; some posts come before their parents.
            let line = { (id: Int, parent: Int, key: String) in
              #"{"id":\#(id),"parent_id":\#(parent),"title":"i","source":"s","source_key":"\#(key)"}"#
            }
            try await home.add(
              [
                line(9, 8, "\(Int.random(in: 1...40, using: &random))"), line(8, 7, "x\(step)"),
                line(7, 0, "\(Int.random(in: 1...40, using: &random))"), line(6, 9, "y\(step)"),
              ].joined(separator: "\n"))
          }
        } catch is StoreError {
          // Not everything can go everywhere.
        }
        guard step % 8 == 0 else { continue }
        try await Self.check(store, &random)
      }
      #expect(try await store.snapshot().links().count > 50)
    }

    private static func check(_ store: any Store, _ random: inout SplitMix) async throws {
      let model = try await Model(store)
      let ids = try await store.snapshot().links().map(\.id)
      for _ in 1...12 {
        let post = ids.randomElement(using: &random) ?? 1
        let levels = [2, 3, 64].randomElement(using: &random) ?? 2
        let found = try await lines(store, below: post, levels: levels)
        #expect(found == model.lines(below: post, levels: levels), "below \(post)")
      }
      #expect(try await store.wrongTreePaths() == [])
    }

    @Test(arguments: StoreKind.all) func treesHaveTheirLevels(_ kind: StoreKind) async throws {
      let home = try await kind.make()
      let ada = TemporaryStore.ada.email
      // What an import brings is kept, however deep.
      try await home.add(
        (1...300).map { #"{"id":\#($0),"parent_id":\#($0 - 1),"title":"\#($0)"}"# }
          .joined(separator: "\n"))
      let last = try await home.store.create(Post(id: 0, parentID: 255, title: "256"), by: ada).id
      let other = try await home.store.create(Post(id: 0, title: "root"), by: ada).id
      let reply = try await home.store.create(
        Post(id: 0, parentID: other, title: "reply"), by: ada
      ).id
      await #expect(throws: StoreError.tooDeep) {
        _ = try await home.store.create(Post(id: 0, parentID: last, title: "257"), by: ada)
      }
      for parent in [last, 255] {
        await #expect(throws: StoreError.tooDeep) {
          _ = try await home.store.move(other, to: parent, if: .none, by: ada, at: Date())
        }
      }
      await #expect(throws: StoreError.tooDeep) {
        _ = try await home.store.move(2, to: reply, if: .none, by: ada, at: Date())
      }
      _ = try await home.store.move(other, to: 254, if: .none, by: ada, at: Date())
      #expect(try await home.store.post(other)?.parentID == 254)
      #expect(StoreError.tooDeep.description.contains("256 levels"))
      #expect(try await Self.lines(home.store, below: 1, levels: 64).count == 64)
      #expect(try await Self.lines(home.store, below: 150, levels: 64).count == 64)
      #expect(try await Self.lines(home.store, below: 290, levels: 64).count == 10)
      #expect(try await home.store.wrongTreePaths() == [])
      // A shorter chain can go lower.
      _ = try await home.store.move(280, to: nil, if: .none, by: ada, at: Date())
      #expect(try await Self.lines(home.store, below: 280, levels: 64).count == 20)
      #expect(try await home.store.wrongTreePaths() == [])
    }
  }
}

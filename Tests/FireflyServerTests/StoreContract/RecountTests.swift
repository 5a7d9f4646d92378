import FireflyCore
import Foundation
import SeededRandom
import Synchronization
import Testing

@testable import FireflyStore

extension StoreContractTests {
  /// Every number that is derived from the tree, compared with a recount.
  @Suite struct RecountTests {
    private static let people = ["ada@example.com", "ben@example.com", "mei@example.com"]

    /// A post as it is stored.
    private struct Row {
      var id: Int
      var parent: Int?
      var user: Int
      var time: Int64
      var template: String
      var children: Int
      var root: Int?
      var depth: Int?
      var path: String?
      var pathParent: Int?
      var answers: Int?
      var lastReply: Int64?
      var descendants: Int?
    }

    private static func rows(_ store: any Store) async throws -> [Int: Row] {
      if let store = store as? PostgresStore {
        try await store.updateAllPaths()
      }
      let rows = try await (store as? any SQLStore)?.read { db in
        try db.rows(
          """
          SELECT id, parent_id, user_id, created_at, template_name, child_count, root_id, depth,
            \(db.dialect.pathText("path")), path_parent, answers_user, last_reply_at, descendants
          FROM posts
          """,
          convert: {
            Row(
              id: $0[0], parent: $0[1], user: $0[2], time: $0[3], template: $0[4], children: $0[5],
              root: $0[6], depth: $0[7], path: $0[8], pathParent: $0[9], answers: $0[10],
              lastReply: $0[11], descendants: $0[12])
          })
      }
      return Dictionary(uniqueKeysWithValues: (rows ?? []).map { ($0.id, $0) })
    }

    /// What differs from a recount, in words.
    private static func differences(_ rows: [Int: Row], _ posts: [Int: Post]) -> [String] {
      var wrong: [String] = []
      func check<Value: Equatable>(_ id: Int, _ name: String, _ stored: Value, _ counted: Value) {
        if stored != counted { wrong.append("\(id) \(name): \(stored), counted \(counted)") }
      }
      func parent(of row: Row) -> Row? { row.parent.flatMap { rows[$0] } }
      func above(_ row: Row) -> [Row] { parent(of: row).map { [$0] + above($0) } ?? [] }
      let children = Dictionary(grouping: rows.values.filter { parent(of: $0) != nil }) {
        $0.parent ?? 0
      }
      let trees = Dictionary(grouping: rows.values) { above($0).last?.id ?? $0.id }
      for row in rows.values {
        let (above, tree) = (above(row), trees[row.id] ?? [])
        check(row.id, "child_count", row.children, children[row.id]?.count ?? 0)
        check(row.id, "root_id", row.root, above.last?.id ?? row.id)
        check(row.id, "depth", row.depth, above.count)
        check(row.id, "path_parent", row.pathParent, row.parent)
        let keys = ([row] + above.dropLast()).reversed().map {
          TreePath.key(of: PostPosition(time: $0.time, id: Int64($0.id)))
        }
        check(row.id, "path", row.path, above.isEmpty ? "" : keys.joined())
        // Replies to a deleted post still answer its author, if they did before.
        if parent(of: row)?.template != "deleted" {
          check(row.id, "answers_user", row.answers, parent(of: row)?.user ?? 0)
        }
        check(row.id, "descendants", row.descendants, tree.isEmpty ? nil : tree.count - 1)
        check(row.id, "last_reply_at", row.lastReply, tree.map(\.time).max())
        let written = rows.values.filter { other in
          other.user == row.user && other.root == other.id
            && !["profile", "query", "deleted"].contains(other.template)
        }
        check(
          row.id, "child_count on the wire", posts[row.id]?.childCount,
          row.children + (row.template == "profile" ? written.count : 0))
      }
      return wrong
    }

    private static func expectCounted(_ store: any Store) async throws {
      let rows = try await rows(store)
      let posts = try await (store as? any SQLStore)?.read { db in try db.posts(rows.keys) }
      #expect(differences(rows, posts ?? [:]) == [])
    }

    /// The posts that clients know.
    private final class Known: Sendable {
      private let ids = Mutex(Array(1...11))

      var all: [Int] { ids.withLock { $0 } }

      func add(_ id: Int) { ids.withLock { $0.append(id) } }
    }

    /// One client does something again and again.
    private static func work(_ client: Int, _ store: any Store, _ known: Known) async {
      var random = SplitMix(seed: UInt64(client) + 40)
      let email = people[client % 3]
      for _ in 1...50 {
        let now = Date()
        let ids = known.all
        // The newest more often, so that clients meet.
        let choice = Bool.random(using: &random) ? ids.suffix(12) : ids[...]
        let id = choice.randomElement(using: &random) ?? 1
        let parent = Bool.random(using: &random) ? ids.randomElement(using: &random) : nil
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<7:
          let post = try? await store.create(Post(id: 0, parentID: id, title: "t"), by: email)
          if let post { known.add(post.id) }
        case 7:
          let post = try? await store.create(Post(id: 0, title: "t"), by: email)
          if let post { known.add(post.id) }
        case 8..<11: _ = try? await store.move(id, to: parent, if: .none, by: email, at: now)
        case 11..<15: try? await store.delete(id, at: now)
        case 15..<19: _ = try? await store.restore(id, at: now)
        default: try? await store.purgeDeleted(at: now.addingTimeInterval(601))
        }
      }
    }

    /// Several clients, on two servers, write, move, delete, restore and purge at the same time.
    @Test(arguments: StoreKind.all) func theNumbersAreThoseOfARecount(_ kind: StoreKind)
      async throws
    {
      let home = try await kind.sample()
      let stores = [home.store, try await home.openAgain()]
      _ = try await home.store.profile(of: Self.people[2])
      let known = Known()
      await withTaskGroup(of: Void.self) { group in
        for client in 0..<6 {
          let store = stores[client % 2]
          group.addTask { await Self.work(client, store, known) }
        }
      }
      try await Self.expectCounted(home.store)
      #expect(known.all.count > 30)
    }

    /// A reply that comes back before the post above it.
    @Test(arguments: StoreKind.all) func repliesComeBackInAnyOrder(_ kind: StoreKind) async throws {
      let home = try await kind.sample()
      let (store, now) = (home.store, Date())
      let (ada, ben) = (Self.people[0], Self.people[1])
      let top = try await store.create(Post(id: 0, title: "R"), by: ada).id
      let parent = try await store.create(Post(id: 0, parentID: top, title: "P"), by: ada).id
      let reply = try await store.create(Post(id: 0, parentID: parent, title: "X"), by: ben).id
      func threads() async throws -> [Int] {
        var request = FeedRequest(templates: ["post"], isTagged: true)
        request.isByLastReply = true
        return try await store.recentPosts(request).ids
      }
      for order in [[reply, parent], [parent, reply]] {
        try await store.delete(reply, at: now)
        try await store.delete(parent, at: now)
        for id in order {
          _ = try await store.restore(id, at: now)
          try await Self.expectCounted(store)
        }
        #expect(try await !threads().contains(reply))
        #expect(
          try await store.all(.answers(to: ada)).ids.contains(reply), "\(order)")
      }
    }

    /// A reply is restored while the post above it is deleted, by another server.
    @Test(arguments: StoreKind.all) func restoringMeetsDeleting(_ kind: StoreKind) async throws {
      let home = try await kind.sample()
      let (store, other, now) = (home.store, try await home.openAgain(), Date())
      for _ in 1...25 {
        let parent = try await store.create(
          Post(id: 0, parentID: 9, title: "P"), by: Self.people[0]
        ).id
        let reply = try await store.create(
          Post(id: 0, parentID: parent, title: "X"), by: Self.people[1]
        ).id
        try await store.delete(reply, at: now)
        async let restored: Post? = try? store.restore(reply, at: now)
        async let deleted: Void? = try? other.delete(parent, at: now)
        _ = await (restored, deleted)
      }
      try await Self.expectCounted(store)
    }
  }
}

import FireflyCore
import FireflyImports
import FireflyStore
import FireflyTransfer
import Foundation
import SeededRandom
import Testing

@testable import FireflyExports

/// What is exported as Markdown comes back as the same tree.
@Suite struct MarkdownRoundTripTests {
  /// A store and the folder of an export.
  final class House: Sendable {
    let folder: URL
    let store: any Store
    static let ada = LocalUser(name: "Ada Linden", email: "ada@example.com")
    init() throws {
      folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "firefly-exports-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      store = try StoreBackend.sqlite(folder: folder.appendingPathComponent("data")).open()
    }
    deinit { try? FileManager.default.removeItem(at: folder) }
    var out: String { folder.appendingPathComponent("out").path }

    func add(_ document: ImportDocument) async throws -> ImportResult {
      try await store.importPosts(document, localUser: { Self.ada })
    }

    /// Every post but its numbers, depth first; of pictures what is in them.
    func tree(branch: Int? = nil) async throws -> [String] {
      let snapshot = try await store.snapshot()
      let plan = TreePlan(try await snapshot.links(), branch: branch)
      var lines: [String] = []
      try await snapshot.read(plan.steps) { index, post, source in
        var picture = post.imageURL ?? ""
        if let name = post.imageURL.flatMap(UploadsFolder.name),
          let upload = try await store.pictures.picture(name)
        {
          picture = "\(try await upload.next() ?? [])"
        }
        lines.append(
          [
            "\(plan.steps[index].level)", post.title, post.summary, post.body, picture,
            "\(post.clipOffsetX) \(post.clipOffsetY)",
            "\((post.createdAt ?? .distantPast).timeIntervalSince1970)", post.timezone,
            post.locationTag ?? "", "\(post.isAIGenerated)", post.authorName ?? "",
            post.template.name,
            "\((source?.isOfServer == true ? nil : source) as PostSource?)",
          ].map(\.debugDescription).joined(separator: " "))
      }
      return lines
    }
  }

  static func back(_ path: String) async throws -> House {
    let house = try House()
    let files = try ImportFolder(markdown: URL(fileURLWithPath: path)).files
    let conversion = try MarkdownFolder.convert(files)
    #expect(conversion.complaints.isEmpty)
    let result = try await house.add(conversion.document)
    #expect(result.refusedPictures.isEmpty)
    return house
  }

  /// Also by way of a folder, words of a user are never replaced by those of a source.
  @Test func editsByUsersStay() async throws {
    func thread(_ one: String, _ two: String) throws -> ImportDocument {
      var document = ImportDocument()
      var parent: Int?
      for (key, body) in [("1", "top"), ("2", one), ("3", two)] {
        var post = ImportedPost(title: key)
        post.body = body
        post.source = PostSource(name: "hn", key: key)
        let place = try document.add(post, below: parent)
        parent = parent ?? place
      }
      return document
    }
    let here = try House()
    _ = try await here.add(try thread("one", "two"))
    var change = PostChange()
    change.body = "mine"
    let edited = try #require(try await here.store.search(words: "one").first)
    _ = try await here.store.update(
      edited.id, change, picture: nil, quota: .none, if: .none, by: House.ada.email, at: Date())
    _ = try await here.store.exportMarkdown(to: here.out)
    let there = try await Self.back(here.out)
    let result = try await there.add(try thread("new one", "new two"))
    #expect(result.added == 0 && result.updated == 1 && result.edited == 1)
    let lines = try await there.tree()
    #expect(lines.contains { $0.contains("mine") } && lines.contains { $0.contains("new two") })
    #expect(!lines.contains { $0.contains("new one") })
  }

  @Test func onlyPostsWithRepliesHaveFolders() async throws {
    let here = try House()
    let posts = #"{"posts":[{"title":"a","children":[{"title":"b"},{"title":"c"}]},{"title":"d"}]}"#
    _ = try await here.add(ImportDocument(Data(posts.utf8)))
    #expect(try await here.store.exportMarkdown(to: here.out).posts == 4)
    let paths = FileManager.default.subpaths(atPath: here.out) ?? []
    #expect(paths.count { $0.hasSuffix(".md") } == 4)
    #expect(paths.filter { !$0.hasSuffix(".md") }.count == 1, "\(paths)")
  }

  @Test(arguments: [UInt64](1...12)) func randomTreesComeBack(seed: UInt64) async throws {
    let isDeep = seed % 4 == 0
    let here = try House()
    _ = try await here.add(
      RandomTree.document(seed: seed, posts: isDeep ? 150 : 60, isDeep: isDeep))
    let report = try await here.store.exportMarkdown(to: here.out)
    let there = try await Self.back(here.out)
    let (before, after) = (try await here.tree(), try await there.tree())
    #expect(report.posts == before.count)
    #expect(before.count == after.count)
    // Only the first: the others follow from it.
    let difference = zip(before, after).first { $0 != $1 }
    #expect(difference?.0 == difference?.1)
  }
}

import FireflyCore
import FireflyTransfer
import Foundation
import GRDB
import Testing

@testable import FireflyStore

/// The texts of large documents are in a file until they are stored.
@Suite struct LargeImportTests {
  /// Posts with more text than stays in memory, some with links, replies, or too long for one post.
  private static func document() throws -> (json: Data, bodies: [String]) {
    let bodies = (0..<120).map { index in
      "post \(index) to [another](post:\(index / 2 + 1)) ⁂\n\n"
        + String(repeating: "lantern \(index) ", count: index == 7 ? 40_000 : 18_000)
    }
    let posts = bodies.enumerated().map { index, body in
      [
        "id": index + 1, "title": "\(index)", "body": body,
        "children": index % 3 == 0 ? [["title": "reply \(index)", "body": "to it"]] : [],
      ] as [String: Any]
    }
    return (try JSONSerialization.data(withJSONObject: ["posts": posts]), bodies)
  }

  private static var files: [String] {
    let folder = FileManager.default.temporaryDirectory.path
    return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
      .filter { $0.hasPrefix("firefly-texts-") }
  }

  @Test func allTextsArriveWithTheirLinks() async throws {
    let home = try TemporaryStore()
    let (json, bodies) = try Self.document()
    #expect(json.count > 20 << 20)
    var document = try ImportDocument(json)
    #expect(document.count == 160 && document.items.map(\.place).contains("posts.3.children.0"))
    // A changed text comes back as it was set, and no other one with it.
    document.items[0].body += "changed"
    let place = try #require(document.items.indices.last)
    let last = document.items[place].body
    document.items[place].body = "x"
    #expect(document.items[place].body == "x")
    document.items[place].body = last
    #expect(Self.files.isEmpty)
    let result = try await home.store.importPosts(document) {
      LocalUser(name: "ada", email: "ada@x")
    }
    #expect(result.added >= 160 && result.splits.count == 1)
    let numbers = Dictionary(uniqueKeysWithValues: zip(0..., result.roots))
    for (index, body) in bodies.enumerated() where index != 7 {
      let number = try #require(numbers[index])
      let post = try #require(try await home.store.post(number))
      let other = try #require(numbers[index / 2])
      let expected = body.replacing("](post:\(index / 2 + 1))", with: "](post:\(other))")
      #expect(post.body.utf8.elementsEqual((expected + (index == 0 ? "changed" : "")).utf8))
    }
  }

  /// All posts of a document are in memory, and once more as they will be stored.
  @Test func aPostOfADocumentIsSmall() {
    #expect(MemoryLayout<ImportedPost>.stride <= 320)
    #expect(MemoryLayout<ImportPlan.PlannedPost>.stride <= 608)
  }

  /// Written out for each post, they would be merged again and again.
  @Test func wordsAreWrittenForManyPostsTogether() async throws {
    let home = try TemporaryStore()
    func pages() async throws -> Int {
      // The counter of FTS5's structure: bytes 0–3 are a cookie; then levels, segments, pages.
      let structure = try await home.sqlite.database.read { db in
        try Data.fetchOne(db, sql: "SELECT block FROM post_words_data WHERE id = 10")
      }
      var (numbers, number) = ([Int](), 0)
      for byte in structure?.dropFirst(4) ?? Data() {
        number = number << 7 | Int(byte & 0x7F)
        if byte < 0x80 { (numbers, number) = (numbers + [number], 0) }
      }
      return numbers.count > 2 ? numbers[2] : 0
    }
    let before = try await pages()
    let posts = (0..<300).map { "{\"title\":\"lantern \($0)\",\"body\":\"the word\($0) of dusk\"}" }
    let json = Data("{\"posts\":[\(posts.joined(separator: ","))]}".utf8)
    _ = try await home.store.importPosts(try ImportDocument(json)) {
      LocalUser(name: "ada", email: "ada@x")
    }
    #expect(try await pages() - before < 20)
    for word in ["word0", "word299"] {
      let matches = try await home.sqlite.database.read { try SQLiteSession($0).matches(of: word) }
      #expect(matches.count == 1)
    }
  }

  @Test(arguments: ["{\"posts\":[{\"title\":\"a\"}],\"posts\":[{\"title\":\"b\"}]}"])
  func aKeyTwiceIsReadAsBefore(_ json: String) throws {
    let whole = try JSONDecoder().decode([String: [ImportedPost]].self, from: Data(json.utf8))
    let titles = try ImportDocument(Data(json.utf8)).items.map(\.title)
    #expect(titles == whole["posts"]?.map(\.title))
  }

  @Test func usersMayComeAfterThePostsAndInUTF16() throws {
    let json = "{\"posts\":[{\"title\":\"a\"},{\"title\":\"b\"}],\"users\":[{\"email\":\"a@b\"}]}"
    for encoding in [String.Encoding.utf8, .utf16] {
      let document = try ImportDocument(try #require(json.data(using: encoding)))
      #expect(document.items.map(\.title) == ["a", "b"] && document.users.count == 1)
    }
  }
}

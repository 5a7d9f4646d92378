import FireflyCore
import FireflyStore
import FireflyTransfer
import Foundation
import Testing

@testable import FireflyExports

/// What lists add to similar names stays where it is: exports have the names that people have.
@Suite struct SameNameTests {
  private typealias House = MarkdownRoundTripTests.House

  /// Two users of one name, and one who has signs only.
  private func house() async throws -> House {
    let house = try House()
    var document = ImportDocument()
    for (title, name, email) in [
      ("one", "Ada Lovelace", "ada@home.example"), ("two", "Ada Lovelace", "ada@work.example"),
      ("three", "☂", nil),
    ] {
      var post = ImportedPost(title: title)
      (post.authorName, post.authorEmail) = (name, email)
      _ = try document.add(post)
    }
    _ = try await house.add(document)
    return house
  }

  private func files(_ folder: String) throws -> [String: String] {
    let url = URL(fileURLWithPath: folder)
    var texts: [String: String] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
      texts[name] = try? String(contentsOf: url.appendingPathComponent(name), encoding: .utf8)
    }
    return texts
  }

  @Test func jsonHasTheNamesAndTheAddresses() async throws {
    let house = try await house()
    var bytes: [UInt8] = []
    try await house.store.exportPosts(.flat) { bytes += $0 }
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.matches(of: /"author_name":"Ada Lovelace","author_email":"ada@/).count == 2)
    // However often it goes round.
    let other = try House()
    _ = try await other.add(try ImportDocument(Data(bytes)))
    var again: [UInt8] = []
    try await other.store.exportPosts(.flat) { again += $0 }
    #expect(
      String(decoding: again, as: UTF8.self)
        .matches(of: /"author_name":"Ada Lovelace","author_email":"ada@/).count == 2)
  }

  @Test func foldersHaveNoAddresses() async throws {
    let house = try await house()
    _ = try await house.store.exportMarkdown(to: house.out)
    let notes = try files(house.out)
    #expect(notes["one.md"]?.contains("author: Ada Lovelace\n") == true)
    _ = try await house.store.exportHTML(to: house.out + "-site")
    let pages = try files(house.out + "-site")
    #expect(pages["posts/one.html"]?.contains("Ada Lovelace") == true)
    for text in Array(notes.values) + Array(pages.values) {
      #expect(!text.contains("home.example") && !text.contains("(ada"))
    }
    let back = try await MarkdownRoundTripTests.back(house.out)
    let authors = try await back.tree().filter { $0.contains("\"☂\"") }
    #expect(authors.count == 1)
  }

  @Test func onlyTheUserReadsNotes() async throws {
    let house = try await house()
    _ = try await house.store.exportMarkdown(to: house.out)
    func mode(_ name: String) throws -> Int? {
      let attributes = try FileManager.default.attributesOfItem(atPath: house.out + name)
      return attributes[.posixPermissions] as? Int
    }
    #expect(try mode("") == 0o700)
    #expect(try mode("/one.md") == 0o600)
  }
}

import FireflyCore
import FireflyImports
import FireflyStore
import FireflyTransfer
import Foundation
import Testing

@testable import FireflyExports

/// Folders of Markdown that are imported again, on the same server and on another one.
@Suite struct MarkdownReimportTests {
  private typealias House = MarkdownRoundTripTests.House

  private func document(_ path: String) throws -> ImportDocument {
    let files = try ImportFolder(markdown: URL(fileURLWithPath: path)).files
    return try MarkdownFolder.convert(files, identity: path).document
  }

  private func json(_ store: any Store) async throws -> ImportDocument {
    var all = Data()
    try await store.exportPosts(.nested) { all.append(contentsOf: $0) }
    return try ImportDocument(all)
  }

  /// The field guide has pictures, of posts and in texts.
  @Test func onItsOwnServerAnUntouchedFolderIsUnchanged() async throws {
    let here = try House()
    try await here.store.prepareFirstRun { House.ada }
    let report = try await here.store.exportMarkdown(to: here.out)
    #expect(report.pictures > 10)
    let before = try await here.tree()
    let result = try await here.add(document(here.out))
    #expect(result.added == 0 && result.updated == 0 && result.edited == 0 && result.leftOut == 0)
    #expect(try await here.tree() == before)
  }

  @Test func onAnotherServerBothFormatsAreTheSame() async throws {
    let (here, there) = (try House(), try House())
    try await here.store.prepareFirstRun { House.ada }
    _ = try await here.store.exportMarkdown(to: here.out)
    let first = try await there.add(json(here.store))
    #expect(first.added > 10)
    // The folder brings the pictures, which names don't replace.
    #expect(try await there.add(document(here.out)).updated > 10)
    for _ in 1...2 {
      for again in [try await json(here.store), try document(here.out)] {
        let same = try await there.add(again)
        #expect(same.added == 0 && same.updated == 0 && same.edited == 0)
      }
    }
  }

  /// A note that was made of another one has its front matter.
  @Test(arguments: ["0.md", "z.md"], [true, false])
  func aCopyWithOtherWordsIsANewPost(name: String, isOnItsOwnServer: Bool) async throws {
    let here = try House()
    let there = isOnItsOwnServer ? here : try House()
    _ = try await here.add(
      ImportDocument(
        Data(#"{"posts":[{"title":"plan","body":"see [it](post:2)"},{"title":"it"}]}"#.utf8)))
    _ = try await here.store.exportMarkdown(to: here.out)
    if !isOnItsOwnServer { #expect(try await there.add(document(here.out)).added == 2) }
    let folder = URL(fileURLWithPath: here.out)
    let file = try #require(
      try FileManager.default.contentsOfDirectory(atPath: here.out).first { $0.contains("plan") })
    let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
    let copy = folder.appendingPathComponent(name)
    func write(_ body: String) throws {
      try text.replacing("title: plan", with: "title: copy").replacing("see ", with: body)
        .write(to: copy, atomically: true, encoding: .utf8)
    }
    try write("others ")
    let result = try await there.add(document(here.out))
    #expect(result.added == 1 && result.updated == 0 && result.edited == 0)
    #expect(try await there.tree().count { $0.contains("see ") } == 1)
    #expect(try await there.tree().count { $0.contains("others ") } == 1)
    // It is known again by its file, also after a change.
    #expect(try await there.add(document(here.out)).added == 0)
    try write("more ")
    let later = try await there.add(document(here.out))
    #expect(later.added == 0 && later.updated == 1 && later.edited == 0)
    #expect(try await there.tree().count { $0.contains("more ") } == 1)
    #expect(try await there.tree().count { $0.contains("see ") } == 1)
  }
}

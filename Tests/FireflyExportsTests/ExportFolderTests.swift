import FireflyCore
import FireflyStore
import FireflyTransfer
import Foundation
import Testing

@testable import FireflyExports

/// A folder is filled whole, or left as it was.
@Suite struct ExportFolderTests {
  private typealias House = MarkdownRoundTripTests.House

  private func house() async throws -> House {
    let house = try House()
    var document = ImportDocument()
    let root = try document.add(ImportedPost(title: "root"))
    _ = try document.add(ImportedPost(title: "below"), below: root)
    _ = try await house.add(document)
    return house
  }

  private func names(_ path: String) -> [String]? {
    try? FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  @Test func aFolderThatIsNotEmptyStaysAsItIs() async throws {
    let house = try await house()
    try FileManager.default.createDirectory(atPath: house.out, withIntermediateDirectories: true)
    try "mine".write(toFile: house.out + "/.note", atomically: true, encoding: .utf8)
    await #expect(throws: ExportError.notEmpty(house.out)) {
      _ = try await house.store.exportMarkdown(to: house.out)
    }
    #expect(names(house.out) == [".note"])
  }

  @Test func anEmptyFolderIsFilled() async throws {
    let house = try await house()
    try FileManager.default.createDirectory(atPath: house.out, withIntermediateDirectories: true)
    #expect(try await house.store.exportMarkdown(to: house.out + "/").posts == 2)
    #expect(names(house.out) == ["root", "root.md"])
    #expect(names(house.out + "/root") == ["below.md"])
  }

  @Test func anUnknownPostLeavesNoFolder() async throws {
    let house = try await house()
    await #expect(throws: ExportError.noPost(99)) {
      _ = try await house.store.exportMarkdown(to: house.out, branch: 99)
    }
    #expect(names(house.out) == nil)
  }

  @Test func aFileAboveIsNamedAndAMissingFolderMade() async throws {
    let house = try await house()
    let file = house.folder.appendingPathComponent("file").path
    try "text".write(toFile: file, atomically: true, encoding: .utf8)
    for path in [file, file + "/deeper"] {
      await #expect(throws: ExportError.unwritable(path, reason: "Not a directory")) {
        _ = try await house.store.exportMarkdown(to: path)
      }
    }
    _ = try await house.store.exportMarkdown(to: house.out + "/deeper/down")
    #expect(names(house.out + "/deeper/down")?.isEmpty == false)
  }

  @Test func partialFilesAreRemoved() async throws {
    let house = try await house()
    let folder = house.out
    await #expect(throws: ExportError.self) {
      try await ExportFolder.fill(folder) { out in
        try out.makeFolder("a")
        try out.write([1, 2, 3], to: "a/b")
        #expect(names(folder) == ["INCOMPLETE", "a"])
        try out.write([1], to: "missing/c")
      }
    }
    #expect(names(folder) == nil)
  }

  @Test func aCancelledExportIsRemoved() async throws {
    let house = try await house()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await house.store.exportMarkdown(to: house.out)
    }
    await #expect(throws: (any Error).self) { _ = try await task.value }
    #expect(names(house.out) == nil)
  }

  @Test(arguments: [
    ("Hello, World!", "hello-world"), ("", "post-7"), ("../../etc/passwd", "etc-passwd"),
    ("don’t stop", "dont-stop"), ("CON", "con-7"), ("日本語 の本", "日本語-の本"), ("…", "post-7"),
    ("a\u{202E}b\u{1B}[31m", "ab"), ("index", "index-7"), ("ﬁre", "fire"),
  ])
  func namesAreSafeAndReadable(_ title: String, _ name: String) {
    var names = FileNames()
    #expect(names.name(for: title, id: 7) == name)
  }

  @Test(arguments: [
    "2025-11-03T10:31:24Z", "2025-11-03T10:31:24.050Z", "1969-12-31T23:59:59.500Z",
    "1582-10-14T00:00:00Z", "1500-02-28T12:00:00Z", "0001-01-01T00:00:00Z",
  ])
  func datesAreWrittenAsTheyAreRead(_ text: String) {
    #expect(WireDate.date(text).map(ISODate.text) == text)
  }

  @Test func namesAreUniqueAndShort() {
    var names = FileNames()
    #expect(names.name(for: "A b", id: 1) == "a-b")
    #expect(names.name(for: "a B", id: 2) == "a-b-2")
    #expect(names.name(for: "a b 2", id: 3) == "a-b-2-2")
    #expect(names.name(for: "a b", id: 4) == "a-b-3")
    #expect(names.name(for: String(repeating: "é", count: 500), id: 5).utf8.count <= 60)
  }

  @Test func aMissingPictureIsNamedAndItsAddressStays() async throws {
    let house = try House()
    var post = ImportedPost(title: "a")
    post.imageURL = "/uploads/gone.png"
    var document = ImportDocument()
    _ = try document.add(post)
    _ = try await house.add(document)
    let report = try await house.store.exportMarkdown(to: house.out)
    #expect(report.missing == ["gone.png"])
    let there = try await MarkdownRoundTripTests.back(house.out)
    #expect(try await there.store.post(1)?.imageURL == "/uploads/gone.png")
  }

  /// Its path would be longer than systems allow.
  @Test func aThousandLevelsComeBack() async throws {
    let house = try House()
    var document = ImportDocument()
    for level in 0..<1_000 {
      let title = "level \(level) " + String(repeating: "word ", count: 20)
      _ = try document.add(ImportedPost(title: title), below: level == 0 ? nil : level - 1)
    }
    _ = try await house.add(document)
    #expect(try await house.store.exportMarkdown(to: house.out).posts == 1_000)
    let there = try await MarkdownRoundTripTests.back(house.out)
    let plan = TreePlan(try await there.store.snapshot().links())
    #expect(plan.levels == 1_000)
  }

  /// Some systems and programs have short limits: 24 levels of folders, and 600 bytes of their path.
  @Test(arguments: [("x", 24), ("word " + String(repeating: "word ", count: 20), 10)])
  func foldersAreShallow(_ title: String, _ levels: Int) async throws {
    let house = try House()
    var document = ImportDocument()
    for level in 0..<60 {
      _ = try document.add(ImportedPost(title: title), below: level == 0 ? nil : level - 1)
    }
    _ = try await house.add(document)
    _ = try await house.store.exportMarkdown(to: house.out)
    let paths = try FileManager.default.subpathsOfDirectory(atPath: house.out)
      .filter { $0.hasSuffix(".md") }
    #expect(paths.map { $0.count { $0 == "/" } }.max() == levels)
    #expect(paths.allSatisfy { ($0 as NSString).deletingLastPathComponent.utf8.count < 600 })
  }
}

import FireflyCore
import FireflyImports
import FireflyStore
import FireflyTransfer
import Foundation
import Testing

@testable import FireflyExports

/// Several pictures of one text: imported, exported and imported again.
@Suite struct BodyPictureTests {
  private typealias House = MarkdownRoundTripTests.House

  /// A picture that ends early; each number makes another one.
  private static func picture(_ number: UInt8) -> Data {
    Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])
      + Data([number])
  }

  /// A vault with a note that shows two pictures, one of them twice.
  private func vault(_ house: House) throws -> URL {
    let vault = house.folder.appendingPathComponent("vault")
    try FileManager.default.createDirectory(
      at: vault.appendingPathComponent("img"), withIntermediateDirectories: true)
    for (number, name) in ["one.png", "img/two (2).png", "lost.txt"].enumerated() {
      try Self.picture(UInt8(number)).write(to: vault.appendingPathComponent(name))
    }
    let text = """
      ![first](one.png) then ![](<img/two (2).png> "t"), ![[one.png]] and [it](one.png);
      ![gone](no.png) ![web](https://example.org/x.png) `![](one.png)`
      """
    try Data(text.utf8).write(to: vault.appendingPathComponent("note.md"))
    return vault
  }

  private func add(_ folder: URL, to house: House) async throws -> (ImportResult, Conversion) {
    let files = try ImportFolder(markdown: folder).files
    let conversion = try MarkdownFolder.convert(files, identity: "vault")
    return (try await house.add(conversion.document), conversion)
  }

  private func note(_ house: House) async throws -> Post {
    let found = try await house.store.search(words: "then")
    let first = try #require(found.first)
    return try #require(try await house.store.post(first.id))
  }

  @Test func allPicturesAreImportedOnce() async throws {
    let house = try House()
    let vault = try vault(house)
    let (result, conversion) = try await add(vault, to: house)
    #expect(result.pictures == 2 && result.refusedPictures.isEmpty)
    let leftOut = try ImportFolder(markdown: vault).leftOut
    #expect(leftOut.line == "1 file that is no text (lost.txt)")
    #expect(conversion.complaints == ["note.md: the picture no.png was not imported"])
    let post = try await note(house)
    let names = BodyPicture.names(in: post.body)
    let addresses = names.map(BodyPicture.address)
    #expect(names.count == 2 && post.imageURL == addresses[0])
    #expect(
      post.body == """
        ![first](\(addresses[0])) then ![](\(addresses[1]) "t"), ![one.png](\(addresses[0])) and \
        [it](\(addresses[0]));
        ![gone](no.png) ![web](https://example.org/x.png) `![](one.png)`
        """)
    for name in names { #expect(try await house.store.pictures.picture(name) != nil) }
    // The same again changes nothing.
    let (again, _) = try await add(vault, to: house)
    #expect(again.added == 0 && again.updated == 0)
    #expect(try await house.store.pictureURLs() == Set(addresses))
  }

  @Test func theyComeBackFromMarkdown() async throws {
    let here = try House()
    _ = try await add(try vault(here), to: here)
    let report = try await here.store.exportMarkdown(to: here.out)
    // That of the card is a file of its own.
    #expect(report.pictures == 3 && report.missing.isEmpty)
    let there = try await MarkdownRoundTripTests.back(here.out)
    #expect(try await there.tree() == here.tree())
    #expect(try await note(there).body == note(here).body)
  }

  @Test func webPagesShowThem() async throws {
    let here = try House()
    _ = try await add(try vault(here), to: here)
    let report = try await here.store.exportHTML(to: here.out)
    let names = BodyPicture.names(in: try await note(here).body)
    #expect(report.pictures == 2)
    let page = try String(contentsOfFile: here.out + "/posts/note.html", encoding: .utf8)
    #expect(page.contains("<img src=\"../pictures/\(names[0])\" alt=\"first\" />"))
    #expect(page.contains("<img src=\"../pictures/\(names[1])\" alt=\"\" title=\"t\" />"))
    #expect(page.contains("<a href=\"../pictures/\(names[0])\">it</a>"))
    // The picture of the card is in the text already.
    #expect(!page.contains("<figure>"))
    #expect(page.contains("<a href=\"https://example.org/x.png\">web</a>"))
    for name in names {
      #expect(FileManager.default.fileExists(atPath: here.out + "/pictures/\(name)"))
    }
  }

  @Test func whatCanNotBeStoredKeepsItsAddress() async throws {
    let house = try House()
    let vault = try vault(house)
    try Data("no picture".utf8).write(to: vault.appendingPathComponent("one.png"))
    let (result, _) = try await add(vault, to: house)
    #expect(result.pictures == 1 && result.refusedPictures.count == 1)
    #expect(try await note(house).body.hasPrefix("![first](<one.png>) then ![](/uploads/"))
  }

  @Test func whatCanNotBeReadIsNamedWithItsReason() async throws {
    let house = try House()
    var (document, post) = (ImportDocument(), ImportedPost(title: "a"))
    post.picture = .file(house.folder.appendingPathComponent("gone.png"))
    _ = try document.add(post, below: nil, from: "a.md")
    let refused = try await house.add(document).refusedPictures
    #expect(refused == ["a.md: gone.png can't be read: No such file or directory."])
  }

  @Test func whatNoFireflyShowsIsNamedWithItsSize() async throws {
    let house = try House()
    var (document, post) = (ImportDocument(), ImportedPost(title: "a"))
    let size = Data([0, 0, 0x75, 0x31, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0])
    post.picture = .bytes(Self.picture(0).prefix(16) + size)
    _ = try document.add(post, below: nil, from: "a.md")
    let result = try await house.add(document)
    #expect(result.pictures == 0 && result.added == 1)
    #expect(
      result.refusedPictures == [
        """
        a.md: The picture has 30001 × 2 pixels, too many. At most 50 million can be shown, and 30000 on a side.
        """
      ])
  }

  @Test func outlinesHaveSeveral() async throws {
    let house = try House()
    let vault = try vault(house)
    let text =
      "* boats\n[[file:one.png]] then [[file:img/two (2).png]]\n[[file:one.png][the first]]\n"
    try Data(text.utf8).write(to: vault.appendingPathComponent("boats.org"))
    let conversion = try OrgOutline.convert(
      try ImportFolder(org: vault).files, identity: "vault")
    #expect(conversion.leftOut.line == "1 text file (lost.txt), 1 note in Markdown (note.md)")
    #expect(try await house.add(conversion.document).pictures == 2)
    let post = try await note(house)
    let addresses = BodyPicture.names(in: post.body).map(BodyPicture.address)
    #expect(
      post.body
        == "![one.png](\(addresses[0])) then ![two (2).png](\(addresses[1]))\n"
        + "[the first](\(addresses[0]))")
    #expect(post.imageURL == addresses[0])
  }
}

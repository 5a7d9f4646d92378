import FireflyForeign
import Foundation
import OddInputs
import Testing

/// Outlines as many programs write them.
@Suite struct OPMLFileTests {
  private func file(_ text: String, maximum: Int = 100) -> OPMLFile {
    OPMLFile(Data(text.utf8), maximum: maximum)
  }

  @Test func outlinesAreNested() {
    let file = file(
      """
      <?xml version="1.0"?><OPML><head><title>My
      feeds</title></head><body><outline text="a" xmlUrl="x"><outline TEXT="b &amp; c"/>
      <Outline text='d'><outline text=e /></Outline></outline><outline text="f"/></body></OPML>
      """)
    #expect(file.isOutline && file.title == "My feeds")
    #expect(file.outlines.map { $0["text"] } == ["a", "b & c", "d", "e", "f"])
    #expect(file.outlines.map(\.parent) == [nil, 0, 0, 2, nil])
    #expect(file.outlines.first?["xmlurl"] == "x")
  }

  @Test(arguments: ["", "{}", "<html><outline text='a'>", "<rss><title>a</title></rss>"])
  func otherFilesAreNone(_ text: String) { #expect(!file(text).isOutline) }

  @Test func namesOfCharacterSetsCount() {
    let text = #"<?xml version="1.0" encoding="windows-1251"?><opml><outline text=""#
    let data = Data(text.utf8) + [0xE0, 0xE1] + Data("\"/></opml>".utf8)
    #expect(OPMLFile(data, maximum: 9).outlines.first?["text"] == "аб")
  }

  @Test func thereIsAMaximum() {
    let text = "<opml>" + String(repeating: "<outline>", count: 100)
    #expect(file(text, maximum: 7).outlines.count == 7)
  }

  @Test(
    .serialized,
    arguments: ["<outline text='a'>", "<outline/>", "<x>", "</nope>", "<title>a"].map { piece in
      GrowthRow("OPML of \(piece)", 20_000, of: { String(repeating: piece, count: $0) }) {
        _ = OPMLFile(Data("<opml>\($0)".utf8), maximum: .max)
      }
    })
  func isLinear(_ row: GrowthRow) async throws { try await row.expect() }
}

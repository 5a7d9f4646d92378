import FireflyCore
import Foundation
import Testing

@testable import FireflyImports
@testable import FireflyTransfer

/// Files with a document on each line, folders of files, and what forums write in them.
@Suite struct DocumentsOfForumsTests {
  private static let topics = [
    #"{"id":5,"title":"Looms :rocket:","post_stream":{"posts":[{"id":50,"post_number":1,"username":"ada","cooked":"first","topic_id":5}]}}"#,
    #"{"id":6,"title":"Kites","post_stream":{"posts":[{"id":60,"post_number":1,"username":"ben","cooked":"x","topic_id":6}]}}"#,
    #"{"post_stream":{"posts":[{"id":51,"post_number":2,"username":"ben","cooked":"second","topic_id":5}]}}"#,
  ]

  @Test func aLineMayBeADocument() throws {
    let text = Self.topics.joined(separator: "\n") + "\n"
    #expect(ImportFormat.recognised(Data(text.utf8), name: "x.jsonl") == .discourse)
    let conversion = try ImportFormat.discourse.convert(text)
    #expect(conversion.document.items.map(\.title) == ["Looms 🚀", "", "Kites"])
    #expect(conversion.document.items.map(\.parent) == [nil, 0, nil])
  }

  @Test(arguments: [
    (ImportFormat.hn, #"{"id":7,"title":"a","created_at_i":5}"#),
    (.lobsters, #"{"short_id":"ab","title":"b"}"#),
    (.reddit, #"{"kind":"t3","data":{"name":"t3_a","title":"t"}}"#),
    (.mastodon, #"{"id":"9","content":"<p>c</p>","in_reply_to_id":null}"#),
  ])
  func linesOfEachServiceAreRead(_ format: ImportFormat, _ line: String) throws {
    let other = line.replacing("7", with: "8").replacing("\"ab\"", with: "\"cd\"")
      .replacing("t3_a", with: "t3_b").replacing("\"9\"", with: "\"10\"")
    #expect(try format.convert(line + "\n" + other).document.count == 2)
  }

  @Test func aDamagedLineIsNamed() throws {
    let text = Self.topics[0] + "\n" + Self.topics[1] + "\n{\"id\""
    #expect(throws: ImportError.damaged(place: "line 3", reason: "this is not JSON")) {
      try ImportFormat.discourse.convert(text)
    }
  }

  @Test func aFolderIsImportedAsOne() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("firefly-forum-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("t"), withIntermediateDirectories: true)
    for (number, topic) in Self.topics.enumerated() {
      try Data(topic.utf8).write(to: folder.appendingPathComponent("t/\(number).json"))
    }
    try Data("{".utf8).write(to: folder.appendingPathComponent("broken.json"))
    try Data(#"{"users":[{"id":1}]}"#.utf8).write(to: folder.appendingPathComponent("u.json"))
    try Data().write(to: folder.appendingPathComponent("a.pdf"))
    let content = try ImportFolder(json: folder)
    #expect(content.formatOfWeb == .discourse)
    let conversion = try content.converted(as: .discourse, withPrivate: false)
    #expect(conversion.document.items.map(\.title) == ["Looms 🚀", "", "Kites"])
    #expect(
      conversion.leftOut.line
        == "1 PDF (a.pdf), 1 damaged file (broken.json), 1 file without posts (u.json)")
  }

  @Test(arguments: [
    #"{"id":1,"title":"the value t1","tag":"t1"}"#, #"{"title":"a","location_tag":"t3"}"#,
    #"{"title":"t1"}"#,
  ])
  func valuesAreNoKindsOfReddit(_ line: String) {
    #expect(ImportFormat.recognised(Data((line + "\n" + line).utf8), name: "x.jsonl") == .json)
  }

  @Test(arguments: [#"[{"kind": "Listing"}]"#, #"{"kind":"t1","data":{}}"#])
  func kindsOfRedditAreRecognised(_ text: String) {
    #expect(ImportFormat.recognised(Data(text.utf8), name: "x.json") == .reddit)
  }

  @Test func emojiAreCharacters() throws {
    func image(_ code: String) -> String {
      #"<img src=\"/images/emoji/x.png\" title=\":\#(code):\" class=\"emoji\" alt=\":\#(code):\">"#
    }
    let conversion = try ImportFormat.discourse.convert(
      """
      {"id":5,"title":":+1: at 10:30:45 :none: :wave:t3:","post_stream":{"posts":[{"id":50,"post_number":1,
      "cooked":"<p>a \(image("slight_smile")) \(image("flag_at")) \(image("heart")) \(image("own"))</p>","topic_id":5}]}}
      """)
    #expect(conversion.document.items.map(\.title) == ["👍 at 10:30:45 :none: 👋"])
    #expect(conversion.document.items.map(\.body) == ["a 🙂 🇦🇹 ❤️ :own:"])
  }
}

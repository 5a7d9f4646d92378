import Foundation
import OwnThreads
import SourceFakes
import TerminalHarness
import Testing

/// Pictures of posts that the shell writes on a service with an account.
@Suite(.serialized, .ownThreads) struct ServicePicturesTests {
  private let fake: FakeInstance
  private let home: FireflyHome

  init() async throws {
    fake = try await FakeInstance([FakeInstance.Status(1, by: "bob", "A first status.")])
    home = try FireflyHome()
    fake.letIn("ada")
    for words in [["login"], ["login", "--code", "code"]] { _ = try run(words) }
    for (place, name) in ["one", "two", "three"].enumerated() {
      try Self.picture(UInt8(place * 100)).write(to: file(name + ".gif"))
    }
    try Self.picture(0, frames: 2).write(to: file("cat.gif"))
    let first = try run(["post", "--visibility", "quiet"], input: "First.")
    #expect(first.status == 0, "\(first.error)")
  }

  /// A GIF of one point, of a shade of grey.
  private static func picture(_ shade: UInt8, frames: Int = 1) -> Data {
    let head: [UInt8] =
      Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0] + [shade, shade, shade, 255, 255, 255]
    let frame: [UInt8] = [
      0x21, 0xF9, 4, 0, 10, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0,
    ]
    return Data(head + Array(repeating: frame, count: frames).flatMap(\.self) + [0x3B])
  }

  private func file(_ name: String) -> URL {
    URL(fileURLWithPath: home.path).appendingPathComponent(name)
  }

  private func run(_ words: [String], input: String = "") throws -> TemporaryHome.Result {
    try home.run(
      words + ["--server", "mastodon:m.example"], input: input,
      environment: ["FIREFLY_SOURCE_MASTODON": fake.server.address])
  }

  private func images(_ names: String...) -> [String] {
    names.flatMap { ["--image", home.path + "/" + $0] }
  }

  @Test func eachPictureHasItsDescription() throws {
    let result = try run(
      ["post"] + images("one.gif", "two.gif", "three.gif") + [
        "--alt", "a lamp", "--alt", "a sail",
      ],
      input: "Words.")
    #expect(result.status == 0, "\(result.error)")
    #expect(fake.statuses.last?.text == "Words.")
    #expect(fake.statuses.last?.media.map(\.description) == ["a lamp", "a sail", ""])
    #expect(try home.run(["drafts"]).output.isEmpty)
  }

  /// A lost answer is looked for by the words; pictures are not sent again.
  @Test func severalPicturesArePostedOnce() throws {
    fake.trouble("POST /api/v1/statuses", .lost)
    fake.trouble("GET /api/v1/accounts/ada/statuses", .refused(502, "<h1>Bad</h1>"))
    let command = ["post"] + images("one.gif", "two.gif") + ["--alt", "a lamp", "--alt", "a sail"]
    #expect(try run(command, input: "Words.").status == 1)
    let result = try run(command, input: "Words.")
    #expect(result.status == 0, "\(result.error)")
    #expect(fake.statuses.count { $0.text == "Words." } == 1)
    #expect(fake.statuses.last?.media.map(\.description) == ["a lamp", "a sail"])
    #expect(fake.server.exchanges.count { $0.path.hasSuffix("/media") } == 2)
    #expect(try home.run(["drafts"]).output.isEmpty)
  }

  /// A picture of an edit stands behind those that are there; a description alone is that of a picture that is there.
  @Test func anEditAddsPicturesAndDescribes() throws {
    let post = try run(
      ["post"] + images("one.gif", "two.gif") + ["--alt", "a lamp", "--alt", "a sail"],
      input: "Words.")
    let id = post.output.trimmingCharacters(in: .whitespacesAndNewlines)
    let added = try run(["edit", id] + images("three.gif") + ["--alt", "a wick"])
    #expect(added.status == 0, "\(added.error)")
    #expect(fake.statuses.last?.media.map(\.description) == ["a lamp", "a sail", "a wick"])
    let one = try run(["edit", id, "--alt", "one"])
    #expect(one.status == 64, "\(one.error)")
    #expect(one.error.contains("The post has 3 pictures: use --alt 3 times, in their order."))
    let all = try run(["edit", id, "--alt", "a", "--alt", "b", "--alt", "c"])
    #expect(all.status == 0, "\(all.error)")
    #expect(fake.statuses.last?.media.map(\.description) == ["a", "b", "c"])
    #expect(fake.statuses.last?.text == "Words.")
    let many = try run(["edit", id] + images("one.gif", "two.gif"))
    #expect(many.status == 1 && many.error.contains("takes 4 pictures for a post."))
    #expect(fake.statuses.last?.media.count == 3)
    // What was refused is continued, which is said.
    let name = try #require(try home.run(["draft", "list"]).output.split(separator: "\t").first)
    let next = try run(["edit", id, "--alt", "x", "--alt", "y", "--alt", "z"])
    #expect(next.status == 64 && next.error.contains("With draft \(name) the post has 5 pictures"))
    #expect(next.error.contains("`firefly draft delete \(name)` discards it."), "\(next.error)")
    #expect(try home.run(["draft", "delete", String(name)]).status == 0)
    #expect(try run(["edit", id, "--alt", "x", "--alt", "y", "--alt", "z"]).status == 0)
    #expect(fake.statuses.last?.media.map(\.description) == ["x", "y", "z"])
  }

  /// Pictures of a draft stand beside its words, and their copies can be found.
  @Test func aDraftHasAllPictures() throws {
    fake.trouble("POST /api/v2/media", .refused(500, "<h1>Oh</h1>"))
    let result = try run(
      ["post"] + images("one.gif", "two.gif") + ["--alt", "a lamp"], input: "Words.")
    #expect(result.status == 1)
    let list = try home.run(["draft", "list"]).output
    let path = try #require(list.split(separator: "\t").last?.split(separator: "\n").first)
    #expect(FileManager.default.fileExists(atPath: String(path)), "\(list)")
    let id = String(list.prefix { $0 != "\t" })
    let json = try home.run(["draft", "show", id, "--json"]).output
    let draft = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    let pictures = try #require(draft?["pictures"] as? [[String: String]])
    #expect(pictures.map { $0["description"] } == ["a lamp", ""])
    #expect(pictures.allSatisfy { FileManager.default.fileExists(atPath: $0["address"] ?? "") })
    #expect(draft?["body"] as? String == "Words.")
  }

  @Test func aPictureNeedsNoWords() throws {
    let result = try run(["post"] + images("one.gif") + ["--alt", "a lamp"])
    #expect(result.status == 0, "\(result.error)")
    #expect(fake.statuses.last?.text == "" && fake.statuses.last?.media.count == 1)
  }

  @Test func onlyTheFirstPictureOfAnAnimationIsSent() throws {
    let result = try run(["post"] + images("cat.gif"), input: "Words.")
    #expect(result.status == 0, "\(result.error)")
    #expect(result.error.contains("cat.gif is animated: only its first picture is sent."))
  }

  /// What would be misunderstood is refused before anything is sent, and the words are kept.
  @Test(arguments: [
    (["--language", "zzz"], "“zzz” is no code of a language"),
    (["--language", "deutsch"], "“deutsch” is no code of a language"),
    (["--alt", "a lamp"], "--alt describes a picture of --image: there is none."),
  ])
  func mistakesAreRefused(_ options: [String], _ sentence: String) throws {
    let start = fake.server.exchanges.count
    let result = try run(["post"] + options, input: "Words.")
    #expect(result.status == 64 && result.error.contains(sentence), "\(result.error)")
    #expect(result.error.contains("Your text is kept as draft"))
    #expect(fake.server.exchanges[start...].allSatisfy { $0.method == "GET" })
    #expect(try run(["post", "--language", "zh-TW"], input: "Words.").status == 0)
    #expect(fake.statuses.last?.language == "zh-TW")
    #expect(try home.run(["drafts"]).output.isEmpty)
  }

  @Test func aPictureThatFailsIsNoPostInDoubt() throws {
    fake.trouble("POST /api/v2/media", .refused(500, "<h1>Oh</h1>"))
    let result = try run(["post"] + images("one.gif"), input: "Words.")
    #expect(result.status == 1)
    #expect(result.error.contains("The picture could not be sent, so nothing was posted."))
    #expect(!result.error.contains("could not be confirmed"), "\(result.error)")
  }
}

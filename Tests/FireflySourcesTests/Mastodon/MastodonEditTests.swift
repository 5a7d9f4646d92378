import FireflyAPI
import FireflyCore
import Foundation
import SourceFakes
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@testable import FireflySources

/// What an edit leaves of a status: the instance removes what is not sent again.
@Suite struct MastodonEditTests {
  private typealias Status = FakeInstance.Status

  /// A form that changes a status.
  private func form(_ text: String = "new", warning: String = "", _ id: Int = 1) -> PostForm {
    var form = PostForm(email: "", title: warning, summary: "", body: text)
    form.postID = FakeInstance.link(id)?.post
    return form
  }

  private func client(_ fake: FakeInstance) throws -> any PostsClient {
    try fake.client(link: FakeInstance.link(1), token: "right")
  }

  private func image() throws -> PostImage {
    let point =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    return try #require(Data(base64Encoded: point).flatMap { PostImage($0) })
  }

  /// The fields of a status on the instance.
  private func fields(_ fake: FakeInstance) async throws -> [String: NSObject] {
    let address = "\(fake.server.address)/api/v1/statuses/\(FakeInstance.name(1))"
    let (data, _) = try await URLSession.shared.data(from: try #require(URL(string: address)))
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: NSObject])
  }

  /// A status with each field that an edit may meet, but for those that it refuses.
  private func full() -> Status {
    var status = Status(1, by: "ada", "old words for @bob #tag", visibility: "unlisted")
    (status.warning, status.language, status.type) = ("the end", "zh-Hant-TW", "text/x.bbcode")
    status.isSensitive = true
    status.media = [
      FakeInstance.Media("5", "a sail"), FakeInstance.Media("6", "a film", type: "video"),
      FakeInstance.Media("7", "a song", type: "audio"), FakeInstance.Media("8", ""),
    ]
    let known = MastodonEdit.rules.filter { if case .refused = $0.value { false } else { true } }
    var fields: [String: Any] = [:]
    for name in known.keys {
      let parts = name.split(separator: ".").map(String.init)
      if parts.count == 2 {
        var inner = fields[parts[0]] as? [String: Any] ?? [:]
        inner[parts[1]] = "a value"
        fields[parts[0]] = inner
      } else if !Self.own.contains(name) {
        fields[name] = "a value"
      }
    }
    let data = (try? JSONSerialization.data(withJSONObject: fields)) ?? Data()
    status.fields = String(decoding: data, as: UTF8.self)
    return status
  }

  /// The fields that the instance makes of a status itself.
  private static let own: Set = [
    "id", "uri", "account", "created_at", "content", "visibility", "spoiler_text", "sensitive",
    "language", "media_attachments", "mentions", "in_reply_to_id", "edited_at", "reblog", "poll",
  ]

  /// All that a status has is there after an edit of its words.
  @Test func anEditKeepsEveryField() async throws {
    var habits = FakeInstance.Habits()
    habits.types = ["text/plain", "text/markdown"]
    let fake = try await FakeInstance([full()], habits)
    let before = try await fields(fake)
    _ = try await client(fake).update(form("new words for @bob #tag", warning: "the end"))
    let after = try await fields(fake)
    let changed = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
    #expect(Set(changed) == ["content", "edited_at"])
    #expect(fake.statuses[0].text == "new words for @bob #tag")
    #expect(fake.statuses[0].type == "text/x.bbcode")
    let put = try #require(fake.server.exchanges.first { $0.method == "PUT" })
    #expect(
      put.form.map { "\($0.name)=\($0.value)" } == [
        "status=new words for @bob #tag", "spoiler_text=the end", "sensitive=true",
        "language=zh-Hant-TW", "content_type=text/x.bbcode", "media_ids[]=5", "media_ids[]=6",
        "media_ids[]=7", "media_ids[]=8",
      ])
  }

  /// What an edit could remove is refused, with what would be lost, and nothing is sent; the post itself says so before
  /// the user begins.
  @Test(arguments: [
    (#"{"quote":{"state":"pending","quoted_status":null}}"#, "what it quotes"),
    (#"{"quote_id":"7"}"#, "what it quotes"),
    (#"{"pleroma":{"local":true,"quote_id":"7"}}"#, "what it quotes"),
    (#"{"expires_in":60}"#, "its field “expires_in”, which Firefly doesn't know"),
    (#"{"friendica":{"title":"A title"}}"#, "its field “friendica”, which Firefly doesn't know"),
    (
      #"{"pleroma":{"expires_at":"x"}}"#,
      "its field “pleroma.expires_at”, which Firefly doesn't know"
    ),
    (#"{"else":{"a":[1]}}"#, "its field “else”, which Firefly doesn't know"),
    (#"{"media_attachments":[{"id":"5"},{"type":"image"}]}"#, "a picture or a film"),
    (#"{"media_attachments":[{"id":"5"},7]}"#, "a picture or a film"),
  ])
  func whatWouldBeLostIsRefused(_ fields: String, _ loss: String) async throws {
    var status = Status(1, by: "ada")
    status.fields = fields
    let fake = try await FakeInstance([status])
    let client = try client(fake)
    let sentence =
      "An edit with Firefly could remove \(loss). Edit it on the pages of instance.example."
    await #expect(throws: APIError.notOffered(sentence)) { try await client.update(form()) }
    let version = try await client.version(try #require(FakeInstance.link(1)?.post))
    #expect(version.post.service?.editRefusal == sentence)
    #expect(!fake.server.exchanges.contains { $0.method == "PUT" })
    // It can be deleted all the same.
    try await client.delete(version.post.id)
    #expect(fake.statuses.isEmpty)
  }

  /// Fields without a value are nothing to lose.
  @Test func emptyFieldsAreNoLoss() async throws {
    var status = Status(1, by: "ada")
    status.fields =
      #"{"poll":null,"quote":null,"a":false,"b":[],"c":{},"d":"","e":0,"f":{"g":null,"h":[]}}"#
    let fake = try await FakeInstance([status])
    let client = try client(fake)
    let version = try await client.version(try #require(FakeInstance.link(1)?.post))
    #expect(version.post.service?.editRefusal == nil)
    #expect(try await client.update(form()).body == "new")
  }

  /// A new picture takes the place of the one that the card shows, and stands beside a film.
  @Test(arguments: [
    (["image", "image", "image", "video"], false, ["77", "2", "3", "4"]),
    (["image", "image", "image", "video"], true, ["2", "3", "4"]),
    (["audio", "image", "image"], false, ["1", "77", "3"]),
    (["video", "image"], false, ["1", "2", "77"]), (["video", "image"], true, ["2"]),
    (["audio"], false, ["1", "77"]), (["audio"], true, ["1"]), ([], false, ["77"]),
  ])
  func othersStay(_ types: [String], _ removes: Bool, _ expected: [String]) async throws {
    var status = Status(1, by: "ada")
    status.media = types.enumerated().map { index, type in
      FakeInstance.Media("\(index + 1)", "description \(index + 1)", type: type)
    }
    let fake = try await FakeInstance([status])
    // Mastodon itself takes no picture beside a film.
    fake.change { $0.version = "2.7.2 (compatible; Pleroma 2.6.0)" }
    var form = form()
    if removes { form.removesImage = true } else { form.image = try image() }
    _ = try await client(fake).update(form)
    let left = fake.statuses[0].media
    #expect(left.map(\.id) == expected)
    #expect(left.allSatisfy { $0.id == "77" || $0.description == "description \($0.id)" })
  }

  /// Without its warning, a status is sensitive where it was so on its own, or has media.
  @Test(arguments: [(true, "", true), (false, "the end", false), (false, "", false)])
  func sensitivityStays(_ isOwn: Bool, _ warning: String, _ expected: Bool) async throws {
    var status = Status(1, by: "ada")
    (status.isSensitive, status.warning) = (isOwn, warning)
    let fake = try await FakeInstance([status])
    _ = try await client(fake).update(form())
    #expect(fake.statuses[0].isSensitive == expected && fake.statuses[0].warning.isEmpty)
  }

  /// A server without edits says so, not that the post is missing.
  @Test func aServerWithoutEdits() async throws {
    let fake = try await FakeInstance([Status(1, by: "ada")])
    fake.trouble("PUT /api/v1/statuses", .refused(404, "Not Found"))
    let sentence = "instance.example can't change posts, or this one is gone."
    await #expect(throws: APIError.notOffered(sentence)) {
      try await client(fake).update(form())
    }
  }
}

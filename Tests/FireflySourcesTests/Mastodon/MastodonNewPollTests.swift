import FireflyAPI
import FireflyCore
import FireflySources
import Foundation
import SourceFakes
import Testing

/// Polls that are sent with a post, and what an edit does with them.
@Suite(.endsServices) struct MastodonNewPollTests {
  private typealias Status = FakeInstance.Status

  private func client(_ fake: FakeInstance) throws -> any PostsClient {
    try fake.client(link: FakeInstance.link(1), token: "right")
  }

  private func form(_ poll: NewPoll?, changes id: Int? = nil, text: String = "What?") -> PostForm {
    var form = PostForm(email: "", title: "", summary: "", body: text)
    form.postID = id.flatMap { FakeInstance.link($0)?.post }
    (form.readers, form.poll) = (.followers, poll)
    return form
  }

  private func image() throws -> PostImage {
    let picture =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    return try #require(Data(base64Encoded: picture).flatMap { PostImage($0) })
  }

  /// A status with a poll that has votes.
  private func status(_ fields: String = "", hours: Double = 2) -> Status {
    var status = Status(1, by: "ada")
    let end = ISO8601DateFormatter().string(from: Date(timeIntervalSinceNow: hours * 3_600))
    status.fields = """
      {"poll": {"id": "9", "expires_at": "\(end)", "multiple": false, "voters_count": 3, "options": [
        {"title": "Tea ", "votes_count": 2}, {"title": "Rum", "votes_count": 1}]\(fields)}}
      """
    return status
  }

  private func put(_ fake: FakeInstance) -> Exchange? {
    fake.server.exchanges.last { $0.method == "PUT" }
  }

  @Test func aPollIsSent() async throws {
    let fake = try await FakeInstance([Status(1)])
    let poll = NewPoll(["Tea & milk", "Rum", "ねこ"], seconds: 3_600, takesSeveral: true)
    let post = try await client(fake).create(form(poll), "key")
    let sent = try #require(
      fake.server.exchanges.first { $0.method == "POST" && $0.path.hasSuffix("/statuses") })
    #expect(sent.form.filter { $0.name == "poll[options][]" }.map(\.value) == poll.options)
    #expect(sent["poll[expires_in]"] == "3600" && sent["poll[multiple]"] == "true")
    #expect(sent["visibility"] == "private" && sent["status"] == "What?" && sent.key == "key")
    #expect(post.service?.poll?.options.map(\.title) == poll.options)
    #expect(post.service?.poll?.takesSeveral == true && post.service?.mishap == nil)
    // A time that is not said is a day; a reply has a poll, too.
    var reply = form(NewPoll(["a", "b"]))
    reply.parentID = FakeInstance.link(1)?.post
    _ = try await client(fake).create(reply, "other")
    #expect(fake.server.exchanges.last { $0.method == "POST" }?["poll[expires_in]"] == "86400")
    #expect(fake.statuses.last?.parent == 1)
  }

  /// Limits are those of the instance, or of Mastodon where it says none or nonsense; nothing is sent over them.
  @Test(
    arguments: [
      ("{}", ["a", "b", "c", "d", "e"], nil, "takes 4 options for a poll."),
      (#"{"max_options": 5}"#, ["a", "b", "c", "d", "e"], nil, nil),
      (#"{"max_options": -3}"#, ["a", "b", "c", "d", "e"], nil, "takes 4 options for a poll."),
      (#"{"max_options": 0}"#, ["a", "b"], nil, "has no polls."),
      (
        #"{"max_options": "x", "max_characters_per_option": 2}"#, ["abc", "b"], nil,
        "1 character too long"
      ),
      ("{}", ["a", String(repeating: "x", count: 51)], nil, "1 character too long"),
      ("{}", ["a"], nil, "needs two options"), ("{}", ["a", "a"], nil, "are the same"),
      ("{}", ["a", "b"], 60, "lasts 5 minutes to 30 days."),
      (#"{"min_expiration": 15, "max_expiration": -1}"#, ["a", "b"], 60, nil),
      (
        #"{"min_expiration": 9e99, "max_expiration": 600}"#, ["a", "b"], 900,
        "lasts 5 minutes to 10 minutes."
      ),
      (#"{"min_expiration": 900, "max_expiration": 600}"#, ["a", "b"], 700, nil),
    ] as [(String, [String], Int?, String?)])
  func limitsAreKept(
    _ polls: String, _ options: [String], _ seconds: Int?, _ refusal: String?
  ) async throws {
    let fake = try await FakeInstance([Status(1)])
    fake.change { $0.polls = polls }
    let client = try client(fake)
    do throws(APIError) {
      _ = try await client.create(form(NewPoll(options, seconds: seconds)), "key")
      #expect(refusal == nil)
    } catch {
      #expect(error.sentence.contains(refusal ?? "no refusal"), "\(error.sentence)")
      #expect(!fake.server.exchanges.contains { $0.method == "POST" })
    }
  }

  @Test func noPollStandsBesideAPicture() async throws {
    let fake = try await FakeInstance([status()])
    var new = form(NewPoll(["a", "b"]))
    new.image = try image()
    let refusal = APIError.notOffered(
      "instance.example takes no poll beside a picture. Nothing was sent.")
    await #expect(throws: refusal) { try await client(fake).create(new, "key") }
    // Nor beside one that stays.
    var change = form(nil, changes: 1)
    (change.image, change.replacesPictures) = (try image(), true)
    await #expect(throws: refusal) { try await client(fake).update(change) }
    #expect(!fake.server.exchanges.contains { $0.method != "GET" })
  }

  /// An instance that leaves the poll out is not believed.
  @Test func aPollThatIsMissingIsSaid() async throws {
    let fake = try await FakeInstance([Status(1)])
    fake.change { $0.hasPolls = false }
    let post = try await client(fake).create(form(NewPoll(["a", "b"])), "key")
    #expect(post.service?.mishap == .poll)
  }

  /// An edit of the words sends the poll as it is, because the instance removes what is left out: its votes and its end
  /// stay.
  @Test(arguments: ["4.4.0", "0.19.1+git-1234567"])
  func anEditOfTheWordsKeepsVotes(_ version: String) async throws {
    let fake = try await FakeInstance([status()])
    fake.change { ($0.version, $0.types) = (version, ["text/plain", "text/markdown"]) }
    let client = try client(fake)
    let id = try #require(FakeInstance.link(1)?.post)
    #expect(try await client.version(id).post.service?.editRefusal == nil)
    let post = try await client.update(form(nil, changes: 1, text: "new words"))
    let sent = try #require(put(fake))
    #expect(sent.form.filter { $0.name == "poll[options][]" }.map(\.value) == ["Tea ", "Rum"])
    let left = try #require(sent["poll[expires_in]"].flatMap(Int.init))
    #expect((7_100...7_200).contains(left))
    #expect(sent["poll[hide_totals]"] == "false" && sent["status"] == "new words")
    #expect(post.service?.poll?.options.map(\.votes) == [2, 1] && post.service?.mishap == nil)
  }

  /// Hidden numbers stay hidden; with another time only, the votes stay.
  @Test func whatIsHiddenStaysHidden() async throws {
    var hidden = status()
    hidden.fields = hidden.fields.replacing(#", "votes_count": 2"#, with: "")
    let fake = try await FakeInstance([hidden])
    _ = try await client(fake).update(form(NewPoll(["Tea", "Rum"], seconds: 600), changes: 1))
    let sent = try #require(put(fake))
    #expect(sent["poll[hide_totals]"] == "true" && sent["poll[expires_in]"] == "600")
    #expect(sent.form.filter { $0.name == "poll[options][]" }.map(\.value) == ["Tea ", "Rum"])
  }

  @Test func anEditChangesAPoll() async throws {
    let fake = try await FakeInstance([status()])
    let client = try client(fake)
    let post = try await client.update(form(NewPoll(["Tea", "Gin"]), changes: 1))
    #expect(post.service?.poll?.options.map(\.title) == ["Tea", "Gin"])
    #expect(post.service?.poll?.options.map(\.votes) == [0, 0])
    let without = try await client.update(form(NewPoll(), changes: 1))
    #expect(without.service?.poll == nil && without.service?.mishap == nil)
    let with = try await client.update(form(NewPoll(["a", "b"]), changes: 1))
    #expect(with.service?.poll?.options.map(\.title) == ["a", "b"])
  }

  /// One that has ended or ends soon would open again; of other servers nobody knows what an edit does.
  @Test(arguments: [
    ("", 0.01, "4.4.0", "would open the poll again"),
    (#", "expired": true"#, 2, "4.4.0", "would open the poll again"),
    ("", 2, "takahe/0.11", "could remove the poll and its votes"),
    ("", 2, "2.7.2 (compatible; Pleroma 2.6.0)", "could remove the poll and its votes"),
  ])
  func anEditThatWouldLoseIsRefused(
    _ fields: String, _ hours: Double, _ version: String, _ words: String
  ) async throws {
    let fake = try await FakeInstance([status(fields, hours: hours)])
    fake.change { $0.version = version }
    let client = try client(fake)
    let id = try #require(FakeInstance.link(1)?.post)
    let refusal = try #require(try await client.version(id).post.service?.editRefusal)
    #expect(refusal.contains(words))
    await #expect(throws: APIError.notOffered(refusal)) {
      try await client.update(form(nil, changes: 1))
    }
    #expect(put(fake) == nil)
  }
}

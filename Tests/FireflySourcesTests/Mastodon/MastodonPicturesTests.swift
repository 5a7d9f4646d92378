import FireflyAPI
import FireflyCore
import FireflySources
import Foundation
import SourceFakes
import Testing

/// Pictures of posts: their order, their descriptions, and what is sent again.
@Suite(.endsServices) struct MastodonPicturesTests {
  private typealias Status = FakeInstance.Status

  private func client(_ fake: FakeInstance) throws -> any PostsClient {
    try fake.client(link: FakeInstance.link(1), token: "right")
  }

  private func form(_ text: String = "new", changes id: Int? = 1) -> PostForm {
    var form = PostForm(email: "", title: "", summary: "", body: text)
    form.postID = id.flatMap { FakeInstance.link($0)?.post }
    return form
  }

  private func image() throws -> PostImage {
    let picture =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    return try #require(Data(base64Encoded: picture).flatMap { PostImage($0) })
  }

  private func status(_ types: [String]) -> Status {
    var status = Status(1, by: "ada")
    status.media = types.enumerated().map { index, type in
      FakeInstance.Media("\(index + 1)", "description \(index + 1)", type: type)
    }
    return status
  }

  private func uploads(_ fake: FakeInstance) -> Int {
    fake.server.exchanges.count { $0.method == "POST" && $0.path.hasSuffix("/media") }
  }

  /// What a post has is known with its words; an edit says all that it will have, in order.
  @Test func picturesOfAPostAreArrangedAnew() async throws {
    let fake = try await FakeInstance([status(["image", "image", "image"])])
    let client = try client(fake)
    let written = try await client.version(try #require(FakeInstance.link(1)?.post)).post
    let known = try #require(written.service?.pictures)
    #expect(known.map(\.number) == ["1", "2", "3"])
    #expect(known.map(\.description) == ["description 1", "description 2", "description 3"])
    #expect(known[0].crop == Draft.Crop(x: 0.5, y: 0.25))
    var form = form()
    form.replacesPictures = true
    let kept = [2, 0].map { place in
      DescribedImage(
        kept: "\(place + 1)", known[place].description, crop: known[place].crop)
    }
    form.further = [kept[0], DescribedImage(try image(), "a new one"), kept[1]]
    _ = try await client.update(form)
    #expect(fake.statuses[0].media.map(\.id) == ["3", "77", "1"])
    #expect(
      fake.statuses[0].media.map(\.description) == ["description 3", "a new one", "description 1"])
    // Nothing is described anew that has not changed.
    let sent = try #require(fake.server.exchanges.last { $0.method == "PUT" })
    #expect(!sent.form.contains { $0.name.hasPrefix("media_attributes") })
  }

  /// A posted picture is described anew with the edit, or else by a request of its own; what was not is said.
  @Test(arguments: [(true, true), (false, true), (false, false)])
  func aPostedPictureIsDescribedAnew(_ inEdits: Bool, _ byItself: Bool) async throws {
    let fake = try await FakeInstance([status(["image", "image"])])
    fake.change { ($0.describesInEdits, $0.describesMedia) = (inEdits, byItself) }
    var form = form("line one\nline two & more")
    form.replacesPictures = true
    form.further = [
      DescribedImage(kept: "1", "description 1", crop: Draft.Crop(x: 0.5, y: 0.25)),
      DescribedImage(kept: "2", "a lamp\nat night", crop: Draft.Crop(x: -1)),
    ]
    let post = try await client(fake).update(form)
    let left = fake.statuses[0]
    #expect(left.text == "line one\nline two & more" && left.media.map(\.id) == ["1", "2"])
    #expect(left.media[0].description == "description 1")
    #expect((left.media[1].description == "a lamp\nat night") == (inEdits || byItself))
    #expect((post.service?.mishap == .descriptions) == !(inEdits || byItself))
    let sent = try #require(
      fake.server.exchanges.first { $0.path.contains("statuses") && $0.method == "PUT" })
    #expect(
      sent["media_attributes[][id]"] == "2" && sent["media_attributes[][focus]"] == "-1.0,-0.0")
  }

  /// Mastodon takes no picture beside a film: said before anything is sent.
  @Test func noPictureStandsBesideAFilm() async throws {
    let fake = try await FakeInstance([status(["video"])])
    var form = form()
    form.image = try image()
    await #expect(
      throws: APIError.notOffered(
        "instance.example takes no picture beside a film. Nothing was sent.")
    ) { try await client(fake).update(form) }
    #expect(uploads(fake) == 0 && !fake.server.exchanges.contains { $0.method == "PUT" })
    // What stands there already may stay.
    form.image = nil
    #expect(try await client(fake).update(form).body.hasPrefix("new"))
    #expect(fake.statuses[0].media.map(\.id) == ["1"])
  }

  /// A post that was refused, or whose answer was lost, sends its pictures once; two equal pictures are two.
  @Test(arguments: [(500, "Oh", 3), (422, "Validation failed", 6)])
  func picturesAreSentOnce(_ code: Int, _ text: String, _ expected: Int) async throws {
    let fake = try await FakeInstance([Status(1)])
    let client = try client(fake)
    var form = form(changes: nil)
    form.readers = .quiet
    (form.image, form.imageDescription) = (try image(), "one")
    form.further = [DescribedImage(try image(), "one"), DescribedImage(try image(), "two")]
    fake.trouble("POST /api/v1/statuses", .refused(code, text))
    await #expect(throws: APIError.self) { try await client.create(form, "key") }
    _ = try await client.create(form, "key")
    // After a refusal one of them may be what was wrong.
    #expect(uploads(fake) == expected)
    #expect(fake.statuses.last?.media.map(\.description) == ["one", "one", "two"])
    _ = try await client.create(form, "other")
    #expect(uploads(fake) == expected + 3)
  }
}

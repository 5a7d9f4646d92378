import FireflyAPI
import FireflyApp
import FireflyCore
import FireflyModel
import Foundation
import OddInputs
import Synchronization
import Testing

@testable import FireflyClient

/// Drafts whose texts show pictures: these go first, and nothing goes twice.
@Suite struct TextPicturesTests {
  private let home = TemporaryState()

  /// A picture, as far as the server looks at it; its number is its last byte.
  static func picture(_ number: UInt8) -> [UInt8] {
    SmallPicture.png(with: Data()).dropLast() + [number]
  }

  /// A draft with pictures in its text, of which the copies are stored.
  private func draft(
    _ numbers: [UInt8], in drafts: DraftStore, at target: DraftTarget = .newPost(below: nil)
  ) -> Draft {
    var draft = Draft(
      key: Draft.Key(server: "s", account: TestServer.adaKey, target: target),
      words: PostText(title: "Fog", body: "Thick:"), idempotencyKey: UUID().uuidString)
    let shown = numbers.map { number in
      _ = drafts.pictures.save(Self.picture(number), .png, for: draft.key)
      return Draft.TextPicture(Self.picture(number), .png, path: "/home/ada/fog \(number).png")
    }
    draft.words = draft.words.showing(shown)
    return draft
  }

  private func saver(_ client: any PostsClient, _ drafts: DraftStore) -> PostSaver {
    PostSaver(client: client, drafts: drafts, log: silent)
  }

  /// Counts the pictures that a client sends, by their last byte.
  private func counting(_ client: any PostsClient) -> (AlteredClient, @Sendable () -> [UInt8]) {
    let sent = Shared<[UInt8]>([])
    var counting = AlteredClient(client)
    counting.instead.addPicture = { image, observer async throws(APIError) in
      sent.value.withLock { $0.append(image.bytes.last ?? 0) }
      return try await client.addPicture(image, observer)
    }
    return (counting, { sent.value.withLock { $0 } })
  }

  private func fog(on server: TestServer) async throws -> [Post] {
    try await server.client.recentPosts("post", .mine, nil, 100).posts.filter {
      $0.title == "Fog"
    }
  }

  @Test func theyAreSentBeforeThePost() async throws {
    try await TestServer.run { server in
      let drafts = DraftStore(home.folder) { _ in }
      let (client, sent) = counting(server.client)
      var draft = draft([1, 2, 3], in: drafts)
      // One twice, one in code, one removed again.
      let names = draft.textPictures
      #expect(names.map(\.words) == ["fog 1", "fog 2", "fog 3"])
      draft.words.body =
        "![one](\(names[0].address)) ![two](\(names[1].address))\n\n"
        + "[again](\(names[0].address)) `![](\(names[2].address))`"
      let post = try await saver(client, drafts).save(draft).get()
      #expect(sent() == [1, 2])
      let addresses = BodyPicture.names(in: post.body).map(BodyPicture.address)
      try #require(addresses.count == 2)
      #expect(
        post.body == "![one](\(addresses[0])) ![two](\(addresses[1]))\n\n"
          + "[again](\(addresses[0])) `![](\(names[2].address))`")
      for (number, address) in zip([1, 2] as [UInt8], addresses) {
        #expect(try await server.client.picture(address, nil)?.bytes == Data(Self.picture(number)))
      }
      drafts.flush()
      #expect(try home.files() == [])
    }
  }

  /// The answer is lost: the post is found by the words that were sent, and its pictures are the same.
  @Test(arguments: [true, false]) func aRepeatMakesNothingTwice(keyIsKnown: Bool) async throws {
    try await TestServer.run { server in
      let drafts = DraftStore(home.folder) { _ in }
      let draft = draft([1, 2], in: drafts)
      var losing = AlteredClient(server.client)
      losing.instead.create = { form, key async throws(APIError) in
        _ = try await server.client.create(form, key)
        throw .interrupted
      }
      losing.instead.recentPosts = { _, _, _, _ async throws(APIError) in throw .interrupted }
      guard case .failed(let failure, let unconfirmed, _) = await saver(losing, drafts).save(draft)
      else {
        Issue.record("it was answered")
        return
      }
      #expect(failure.kind == .interrupted)
      #expect(unconfirmed.map { BodyPicture.names(in: $0.body).count } == [2])
      // The next program finds the draft as it was, with its pictures.
      drafts.close(draft.key)
      drafts.flush()
      let next = DraftStore(home.folder) { _ in }
      let (_, opening) = await next.openAny(draft.key)
      guard case .ready(let kept?, _) = opening else {
        Issue.record("the draft is gone")
        return
      }
      #expect(kept.draft.words == draft.words && kept.draft.unconfirmed == unconfirmed)
      var client = AlteredClient(server.client)
      if keyIsKnown {
        client.instead.recentPosts = { _, _, _, _ async throws(APIError) in PostPage(posts: []) }
      } else {
        client.instead.extensions = { () async throws(APIError) in
          try await server.client.extensions().subtracting([.idempotency])
        }
        client.instead.create = { form, _ async throws(APIError) in
          try await server.client.create(form, UUID().uuidString)
        }
      }
      let post = try await saver(client, next).save(kept.draft).get()
      #expect(post.body == unconfirmed.first?.body)
      #expect(try await fog(on: server).map(\.id) == [post.id])
      #expect(try await server.store.pictureURLs().filter { post.body.contains($0) }.count == 2)
    }
  }

  /// One that fails leaves the text and the draft as they are, is named, and no post is sent.
  @Test(arguments: [
    (APIError.status(429, message: "You have reached your limit."), LoadFailure.Kind.forbidden),
    (.interrupted, .interrupted), (.unreachable(host: "h"), .offline),
    (.status(401, message: nil), .signedOut), (.notOffered("h takes one picture."), .forbidden),
    (.status(404, message: nil), .forbidden),
  ])
  func oneThatFailsIsNamed(_ error: APIError, _ kind: LoadFailure.Kind) async throws {
    try await TestServer.run { server in
      let drafts = DraftStore(home.folder) { _ in }
      let draft = draft([1, 2], in: drafts)
      var failing = AlteredClient(server.client)
      failing.instead.addPicture = { image, observer async throws(APIError) in
        if image.bytes.last == 2 { throw error }
        return try await server.client.addPicture(image, observer)
      }
      failing.instead.create = { _, _ async throws(APIError) in
        Issue.record("it was sent")
        throw .interrupted
      }
      guard case .failed(let failure, unconfirmed: [], _) = await saver(failing, drafts).save(draft)
      else {
        Issue.record("it was saved")
        return
      }
      #expect(failure.kind == kind)
      let isAboutAll = ["h takes", "You are"].contains { error.sentence.hasPrefix($0) }
      #expect(failure.sentence.hasPrefix("The picture “fog 2” could not be sent. ") != isAboutAll)
      #expect(failure.sentence.hasSuffix(error.sentence))
      drafts.close(draft.key)
      drafts.flush()
      let kept = try #require(try home.folder.draft(draft.key.id)?.draft)
      #expect(kept.words == draft.words && kept.unconfirmed.isEmpty)
      #expect(try home.files().count == 3)
      #expect(try await saver(server.client, drafts).save(draft).get().title == "Fog")
    }
  }

  /// More than the server takes are counted before one is sent.
  @Test(arguments: [DraftTarget.newPost(below: nil), .edit(1)])
  func tooManyAreCounted(_ target: DraftTarget) async throws {
    try await TestServer.run { server in
      let drafts = DraftStore(home.folder) { _ in }
      var (client, sent) = counting(server.client)
      client.instead.fields = { () async throws(APIError) in
        var fields = try await server.client.fields()
        fields.limits?.pictures = 2
        return fields
      }
      client.instead.create = { _, _ async throws(APIError) in
        Issue.record("it was sent")
        throw .interrupted
      }
      let draft = draft([1, 2, 3], in: drafts, at: target)
      guard case .failed(let failure, unconfirmed: [], _) = await saver(client, drafts).save(draft)
      else {
        Issue.record("it was saved")
        return
      }
      #expect(sent() == [] && failure.kind == .forbidden)
      #expect(failure.sentence.contains("3 new pictures, and the server takes 2 at a time"))
      drafts.close(draft.key)
      drafts.flush()
      #expect(try home.folder.draft(draft.key.id)?.draft.words == draft.words)
      client.instead.create = nil
      let fewer = self.draft([1, 2], in: drafts)
      _ = try await saver(client, drafts).save(fewer).get()
      #expect(sent() == [1, 2])
    }
  }

  @Test func oneThatIsGoneIsNamed() async throws {
    let drafts = DraftStore(home.folder) { _ in }
    let draft = draft([1], in: drafts)
    try home.folder.delete(draft.key.id)
    let client = try LiveClient(server: ServerAddress("http://127.0.0.1:1"), logger: silent)
    guard case .failed(let failure, _, _) = await saver(client, drafts).save(draft) else {
      Issue.record("it was saved")
      return
    }
    #expect(failure.sentence.hasPrefix("The picture “fog 1” no longer exists."))
  }

  /// A version of the draft keeps its own addresses, so that what is merged can be sent.
  @Test func aConflictHasTheAddressesOfTheDraft() async throws {
    try await TestServer.run { server in
      let drafts = DraftStore(home.folder) { _ in }
      let post = try await server.create("Fog")
      var draft = draft([1], in: drafts, at: .edit(post.id))
      draft.base = Draft.Base(words: post.words)
      var theirs = PostForm(
        postID: post.id, email: "", title: "Mist", summary: post.summary, body: post.body)
      theirs.version = nil
      _ = try await server.client.update(theirs)
      guard case .conflict(let comparison) = await saver(server.client, drafts).save(draft) else {
        Issue.record("there was no conflict")
        return
      }
      #expect(comparison.mine == draft.words)
      draft.words.title = "Mist"
      draft.base = comparison.theirs
      let merged = try await saver(server.client, drafts).save(draft).get()
      #expect(merged.title == "Mist" && BodyPicture.names(in: merged.body).count == 1)
    }
  }

  /// The progress is that of all pictures.
  @Test func theProgressGrows() async throws {
    try await TestServer.run { server in
      let drafts = DraftStore(home.folder) { _ in }
      var draft = draft([1, 2], in: drafts)
      let card = drafts.pictures.save(Self.picture(3), .png, for: draft.key).name
      draft.picture = Draft.Picture(path: "card.png", copy: card)
      let reports = Shared<[UploadProgress]>([])
      let saver = PostSaver(
        client: server.client, drafts: drafts, log: silent,
        observer: UploadObserver { report in reports.value.withLock { $0.append(report) } })
      let post = try await saver.save(draft).get()
      #expect(post.imageURL != nil && BodyPicture.names(in: post.body).count == 2)
      let told = reports.value.withLock { $0 }
      #expect(told.count == 3 && Set(told.map(\.all)) == [3 * Self.picture(1).count])
      #expect(zip(told, told.dropFirst()).allSatisfy { $0.sent <= $1.sent })
      #expect(told.last.map { $0.sent == $0.all } == true)
    }
  }
}

/// A value that closures share.
private final class Shared<Value: Sendable>: Sendable {
  let value: Mutex<Value>

  init(_ value: Value) { self.value = Mutex(value) }
}

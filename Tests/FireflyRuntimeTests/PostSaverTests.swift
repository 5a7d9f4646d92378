import FireflyAPI
import FireflyApp
import FireflyCore
import Foundation
import Testing

@testable import FireflyRuntime

/// Saving over HTTP, on the embedded server: nothing is lost, and nothing is made twice.
@Suite struct PostSaverTests {
  private func draft(
    _ place: Draft.Place, _ title: String = "Fog", _ body: String = "Thick & 100 % grey.\n\nö"
  ) -> Draft {
    Draft(
      key: Draft.Key(server: "s", account: TestServer.ada.email, place: place),
      words: .init(title: title, summary: "s+s", body: body), template: "post",
      idempotencyKey: "key-\(UUID().uuidString)")
  }

  private func saver(_ client: PostsClient, _ drafts: DraftStore? = nil) -> PostSaver {
    PostSaver(client: client, drafts: drafts, log: silent)
  }

  @Test func createsChangesAndDeletes() async throws {
    try await TestServer.run { server in
      let saver = saver(server.client)
      let parent = try await saver.save(draft(.newPost(below: nil), "parent")).get()
      let child = try await saver.save(draft(.newPost(below: parent.id))).get()
      #expect(child.parentID == parent.id)
      #expect(child.body == "Thick & 100 % grey.\n\nö")
      #expect(child.authorEmail == TestServer.ada.email)
      #expect(!child.timezone.isEmpty)
      #expect(try await server.client.post(parent.id, false).childCount == 1)

      let changed = try await saver.save(draft(.edit(child.id), "Fog again")).get()
      #expect(changed.id == child.id && changed.title == "Fog again")
      #expect(try await server.client.post(child.id, false).title == "Fog again")

      try await server.client.delete(child.id)
      #expect(try await server.client.post(parent.id, false).childCount == 0)
      await #expect(throws: APIError.self) { try await server.client.delete(child.id) }
    }
  }

  @Test func aTitleIsEnoughOnOurServer() async throws {
    try await TestServer.run { server in
      var draft = draft(.newPost(below: nil))
      draft.words = .init(title: "only a title")
      let post = try await saver(server.client).save(draft).get()
      #expect(post.title == "only a title" && post.summary.isEmpty && post.body.isEmpty)
    }
  }

  @Test func searchesAndProfiles() async throws {
    try await TestServer.run { server in
      var query = draft(.newQuery, "lamps")
      query.template = "query"
      #expect(try await saver(server.client).save(query).get().template == .query)
      let profile = try await saver(server.client).save(draft(.profile, "Ada L.")).get()
      #expect(profile.template == .profile && profile.title == "Ada L.")
      #expect(try await server.client.profile(TestServer.ada.email)?.id == profile.id)
      #expect(
        try await server.client.template("query")
          == .init(title: "query title", summary: "query", body: "query details"))
    }
  }

  @Test func othersPostsAreRefused() async throws {
    try await TestServer.run { server in
      let post = try await server.create("Ada's")
      let failure = await saver(server.client("ben@example.com")).save(draft(.edit(post.id)))
      guard case .failure(let failure) = failure else {
        Issue.record("it was saved")
        return
      }
      #expect(failure.kind == .forbidden || failure.kind == .missing)
      #expect(try await server.client.post(post.id, false).title == "Ada's")
    }
  }

  /// The answer is dropped after the post was made: it is found, not made again, and if the words have
  /// changed since, it gets those; on a server that knows repeats, and on one that doesn't.
  @Test(arguments: [true, false], [true, false])
  func madeOnceAlthoughTheAnswerWasLost(below: Bool, changes: Bool) async throws {
    try await TestServer.run { server in
      let parent = try await server.create("parent").id
      var losing = server.client
      losing.create = { form, key async throws(APIError) in
        _ = try await server.client.create(form, key)
        throw .interrupted
      }
      let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      defer { try? FileManager.default.removeItem(at: folder) }
      let drafts = DraftStore(DraftFolder(state: folder)) { _ in }
      let draft = draft(.newPost(below: below ? parent : nil))
      guard case .failure(let failure) = await saver(losing, drafts).save(draft) else {
        Issue.record("it was answered")
        return
      }
      #expect(failure.kind == .offline)
      // It is on the disk, and says that the server may have it.
      let kept = try #require(await drafts.kept(of: draft.key.account, on: "s").first)
      #expect(kept.draft.isUnanswered && kept.draft.words == draft.words)
      var next = kept.draft
      if changes { next.words.title = "Fog, thicker" }
      var forgetful = server.client
      forgetful.create = { form, _ async throws(APIError) in
        try await server.client.create(form, UUID().uuidString)
      }
      let client = below ? forgetful : server.client
      let post = try await saver(client, drafts).save(next).get()
      #expect(post.title == next.words.title)
      let all = try await server.client.recentPosts("post", .current, nil, 100).posts
      #expect(all.filter { $0.title.hasPrefix("Fog") }.map(\.title) == [next.words.title])
      drafts.flush()
      #expect(await drafts.kept(of: draft.key.account, on: "s").isEmpty)
    }
  }

  /// A refusal keeps the draft, which was never made.
  @Test func aRefusalKeepsTheDraft() async throws {
    try await TestServer.run { server in
      let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      defer { try? FileManager.default.removeItem(at: folder) }
      let drafts = DraftStore(DraftFolder(state: folder)) { _ in }
      let draft = draft(.edit(987_654))
      _ = await saver(server.client, drafts).save(draft)
      let kept = try #require(await drafts.kept(of: draft.key.account, on: "s").first)
      #expect(!kept.draft.isUnanswered && kept.draft.words == draft.words)
    }
  }

  /// Changed by somebody else since the writing began: said first, and done by whoever saves again.
  @Test func aChangeOfSomebodyElseIsSeen() async throws {
    try await TestServer.run { server in
      let post = try await server.create("mine")
      var draft = draft(.edit(post.id), "mine, again")
      draft.base = Draft.Base(words: .init(title: "mine", summary: "s", body: "b"))
      _ = try await saver(server.client).save(self.draft(.edit(post.id), "theirs")).get()
      let first = await saver(server.client).save(draft)
      guard case .failure(let failure) = first else {
        Issue.record("it was saved")
        return
      }
      #expect(failure.kind == .conflict)
      #expect(try await server.client.post(post.id, false).title == "theirs")
      draft.base = nil
      #expect(try await saver(server.client).save(draft).get().title == "mine, again")
    }
  }
}

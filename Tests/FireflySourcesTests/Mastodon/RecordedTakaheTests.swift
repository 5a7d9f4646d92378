import FireflyAPI
import FireflyCore
import FireflySources
import Foundation
import Logging
import SourceFakes
import Testing

/// A visit to a real server of Mastodon's API, Takahē 0.11, with the posts that a script has put there: played back,
/// or recorded anew with `FIREFLY_RECORD_INSTANCE`.
@Suite(.endsServices) struct RecordedTakaheTests {
  private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Fixtures/takahe.json")

  @Test func aVisit() async throws {
    let instance = try await RecordedInstance(Self.file)
    let source = try SourceAddress(.mastodon, instance: "instance.example")
    let server = try ServerAddress(instance.server.address)
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let signIn = MastodonSignIn(source, server: server, userAgent: "Firefly/1.2.3", logger: logger)

    // Signing in, first with a code that is wrong.
    let pending = try await signIn.begin()
    let wrong = APIError.notOffered("That code is not valid, or too old: open the page again.")
    await #expect(throws: wrong) { try await signIn.finish(pending, code: "wrong") }
    let grant = try await signIn.finish(pending, code: try instance.code(pending.address))
    #expect(grant.mayWrite && grant.user.name == "Bob Reed")
    #expect(grant.user.handle.hasPrefix("@bob@"))
    let client = try SourceClient.source(
      "mastodon:instance.example", at: instance.server.address,
      credentials: Credentials(.signedIn(grant.user), token: grant.token))
    let bob = grant.user.key

    // The lists.
    let home = try await client.recentPosts("post", .everyone, nil, 30)
    let more = try await client.recentPosts("post", .everyone, home.posts.last?.id, 20).posts
    #expect(home.name == nil && home.posts.count == 30 && !more.isEmpty)
    #expect(Set(more.map(\.id)).isDisjoint(with: home.posts.map(\.id)))
    let kept = try #require(home.posts.first { $0.summary == "Only my followers read this." })
    #expect(kept.service?.readers == .followers && kept.authorName == "Ada Linden")
    #expect(try await client.recentPosts("post", .second, nil, 5).posts.count == 5)
    #expect(
      try await client.recentUsers().posts.prefix(2).map(\.title).sorted() == [
        "Ada Linden", "Harbour News",
      ])
    #expect(try await client.answers(nil, 20).posts.contains { $0.body.contains("level 2") })
    let notices = try await client.notices(nil, areSeen: true).posts
    #expect(notices.contains { $0.service?.notice?.words == "mentions you" })
    #expect(try await client.profile("ada", true)?.facts.relation?.isFollowed == true)
    let rows = try await client.recentPosts("query", .everyone, nil, 50).posts
    let bookmarks = try #require(rows.first { $0.title == "bookmarks" })
    #expect(try await client.search(bookmarks.id).count == 1)

    // A thread, whole from its deepest post.
    let top = try #require(
      (home.posts + more).first { $0.body.hasPrefix("Who moors where tonight?") })
    var deepest = try #require(
      try await client.branch(top.id, 20, 100).posts.first { $0.body.contains("level 1:") })
    while let next = deepest.children?.first { deepest = next }
    let page = try #require(try await client.page(deepest.id))
    let link = try #require(SourceLink(page))
    let other = try SourceClient.source(
      "mastodon:instance.example", at: instance.server.address, link: link,
      credentials: Credentials(.signedIn(grant.user), token: grant.token))
    let path = try await other.post(deepest.id, true)
    #expect(path.body.contains("level 14:") && path.ancestors?.count == 14)
    #expect(
      path.ancestors?.last?.id == top.id
        && path.ancestors?.last?.remarks.contains("the beginning is missing") == false)

    // A reply to what only followers may read, with words that come back otherwise.
    let words = "@ada # not a title\n- nor a list #harbour & <b>\nhttps://example.org/a_b"
    var form = PostForm(email: "", title: "the tide", summary: "", body: words)
    form.parentID = kept.id
    let reply = try await client.create(form, "key")
    #expect(reply.service?.readers == .followers && reply.service?.mishap == nil)
    #expect(reply.parentID == kept.id && reply.isOwned(by: bob) && reply.title == "the tide")
    let found = try await client.found(form, .distantPast)
    #expect(found?.id == reply.id, "what was sent is found again")
    let version = try await client.version(reply.id)
    #expect(version.post.body == words && version.post.title == "the tide")

    // An edit would show it to everyone.
    form.postID = reply.id
    let error = await #expect(throws: APIError.self) { try await client.update(form) }
    #expect(error?.sentence.contains("would show this post to everyone") == true)
    try await client.delete(reply.id)
    #expect(try await client.found(form, .distantPast) == nil)

    // What everyone may read can be changed.
    var open = PostForm(email: "", title: "", summary: "", body: "A lantern is out.")
    let post = try await client.create(open, "other")
    #expect(post.service?.readers == .everyone && post.parentID == nil)
    (open.postID, open.body) = (post.id, "A lantern is out, again.")
    open.version = try await client.version(post.id).tag
    #expect(try await client.update(open).summary == "A lantern is out, again.")
    await #expect(throws: APIError.status(412, message: nil)) { try await client.update(open) }
    try await client.delete(post.id)

    // A picture.
    let bytes =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    var picture = PostForm(email: "", title: "", summary: "", body: "A sail.")
    picture.image = Data(base64Encoded: bytes).flatMap { PostImage($0) }
    #expect(picture.image != nil)
    (picture.imageDescription, picture.readers) = ("a white sail", .quiet)
    let sail = try await client.create(picture, "picture")
    #expect(sail.imageURL != nil && sail.body.contains("[a white sail]"))
    #expect(sail.service?.readers == .quiet && sail.service?.mishap == nil)
    try await client.delete(sail.id)

    // Marks.
    let liked = try #require(
      home.posts.first { $0.authorName == "Ada Linden" && $0.id != kept.id })
    for mark in [PostMark.favourite, .bookmark, .boost] {
      #expect(try await client.mark(liked.id, mark, true).service?.marks.contains(mark) == true)
      #expect(try await client.mark(liked.id, mark, false).service?.marks.contains(mark) == false)
    }
    await #expect(throws: APIError.self) { try await client.mark(kept.id, .boost, true) }

    // Signing out: the token is dead.
    try await signIn.revoke(grant.token, of: pending.client)
    await #expect(throws: APIError.status(401, message: nil)) { try await client.front() }
    await #expect(throws: APIError.status(401, message: nil)) {
      try await client.create(PostForm(email: "", title: "", summary: "", body: "x"), "key")
    }
    #expect(instance.missed.isEmpty, "\(instance.missed)")
    #expect(try !instance.save(), "recorded: run it again")
  }
}

import FireflyAPI
import FireflyCore
import FireflySources
import Foundation
import SourceFakes
import Testing

/// What is sent to an instance, and what must never be: each test looks at the requests.
@Suite(.endsServices) struct MastodonWritingTests {
  private typealias Status = FakeInstance.Status

  /// What was sent as new statuses.
  private func sent(_ fake: FakeInstance) -> [Exchange] {
    fake.server.exchanges.filter { $0.method == "POST" && $0.path == "/api/v1/statuses" }
  }

  private func form(
    _ text: String = "Words.", warning: String = "", parent: Int? = nil, readers: Readers? = nil
  ) -> PostForm {
    var form = PostForm(email: "", title: warning, summary: "", body: text)
    form.parentID = parent.flatMap { FakeInstance.link($0)?.post }
    form.readers = readers
    return form
  }

  /// A client that knows a status by its page.
  private func client(_ fake: FakeInstance, knowing id: Int = 1) throws -> any PostsClient {
    try fake.client(link: FakeInstance.link(id), token: "right")
  }

  // MARK: Readers

  /// A reply goes to no more people than what it answers, nor to more than usual (here: quiet).
  @Test(arguments: [
    ("public", "unlisted"), ("unlisted", "unlisted"), ("private", "private"), ("direct", "direct"),
    ("local", "local"), ("mutuals_only", "direct"),
  ])
  func aReplyInheritsItsReaders(_ parent: String, _ expected: String) async throws {
    let fake = try await FakeInstance([Status(1, "Hello.", visibility: parent)])
    let post = try await client(fake).create(form("@bob hello", parent: 1), "key")
    #expect(sent(fake).map { $0["visibility"] } == [expected])
    #expect(sent(fake)[0]["in_reply_to_id"] == FakeInstance.name(1))
    #expect(post.service?.readers == Readers(word: expected) && post.service?.mishap == nil)
    #expect(post.parentID == FakeInstance.link(1)?.post)
  }

  /// A reply never has more readers than what it answers.
  @Test(arguments: ["private", "direct", "unlisted"])
  func aWiderReplyIsRefused(_ parent: String) async throws {
    let fake = try await FakeInstance([Status(1, by: "cy", "Hello.", visibility: parent)])
    let client = try client(fake)
    let form = form("@cy hello", parent: 1, readers: .everyone)
    let who =
      switch parent {
      case "direct": "Only those whom it mentions can read what you answer"
      case "unlisted": "What you answer is in no public list"
      default: "Only followers of Cy can read what you answer"
      }
    await #expect(
      throws: APIError.notOffered("\(who): your reply can't be for more people.")
    ) { try await client.create(form, "key") }
    #expect(sent(fake).isEmpty && fake.statuses.count == 1)
  }

  /// No status is sent without its readers, whatever the user writes.
  @Test func everyStatusNamesItsReaders() async throws {
    let fake = try await FakeInstance([Status(1)])
    let client = try client(fake)
    for readers in Readers.allCases + [nil] {
      for parent in [nil, 1] {
        _ = try await client.create(form("@bob words", parent: parent, readers: readers), "")
      }
    }
    let words = Set(["direct", "private", "local", "unlisted", "public"])
    #expect(sent(fake).count == 12)
    #expect(sent(fake).allSatisfy { $0["visibility"].map(words.contains) == true })
  }

  @Test func aMessageToNoOneIsRefused() async throws {
    let fake = try await FakeInstance([Status(1, visibility: "direct")])
    let client = try client(fake)
    for text in ["hello", "ada@example.org", "@ me", "a @"] {
      await #expect(throws: APIError.self) {
        try await client.create(form(text, readers: .mentioned), "key")
      }
      await #expect(throws: APIError.self) {
        try await client.create(form(text, parent: 1), "key")
      }
    }
    #expect(sent(fake).isEmpty)
    _ = try await client.create(form("(@bob) hello", readers: .mentioned), "key")
    #expect(sent(fake).count == 1)
  }

  // MARK: What the server does otherwise

  /// A server that publishes to others, or elsewhere, is found out by its answer.
  @Test func whatIsPublishedOtherwiseIsSaid() async throws {
    let parent = FakeInstance.name(1)
    let answers = Mutexed(["", ""])
    let server = try await ExchangeServer { exchange in
      switch exchange.path {
      case "/api/v1/statuses":
        let (visibility, answered) = (answers.value[0], answers.value[1])
        return .json(
          Array(
            #"{"id":"7","content":"x","visibility":"\#(visibility)","in_reply_to_id":\#(answered)}"#
              .utf8))
      case "/api/v1/statuses/\(parent)":
        return .json(Array(#"{"id":"\#(parent)","content":"x","visibility":"private"}"#.utf8))
      case "/api/v1/accounts/verify_credentials":
        return .json(Array(#"{"id":"1","acct":"ada"}"#.utf8))
      default: return .json(Array("{}".utf8))
      }
    }
    let client = try SourceClient.source(
      "mastodon:instance.example", at: server.address, link: FakeInstance.link(1),
      credentials: .signedIn("right"))
    for (visibility, answered, mishap) in [
      ("private", "\"\(parent)\"", nil),
      ("public", "\"\(parent)\"", .readers(wanted: .followers, got: .everyone)),
      ("direct", "\"\(parent)\"", .readers(wanted: .followers, got: .mentioned)),
      ("private", "null", .place), ("private", "\"8\"", .place),
    ] as [(String, String, PublishingMishap?)] {
      answers.value = [visibility, answered]
      #expect(try await client.create(form(parent: 1), "key").service?.mishap == mishap)
    }
  }

  /// A server that says nothing of who may read a post for few is told on.
  @Test(
    arguments: [
      (Readers.everyone, nil), (.quiet, nil), (.followers, .unsaid(wanted: .followers)),
      (.mentioned, .unsaid(wanted: .mentioned)),
    ] as [(Readers, PublishingMishap?)])
  func whatIsNotSaidIsTold(_ readers: Readers, _ mishap: PublishingMishap?) async throws {
    let server = try await ExchangeServer { _ in
      .json(Array(#"{"id":"7","acct":"ada","content":"x"}"#.utf8))
    }
    let client = try SourceClient.source(
      "mastodon:instance.example", at: server.address, credentials: .signedIn("right"))
    let post = try await client.create(form("@bob hello", readers: readers), "key")
    #expect(post.service?.mishap == mishap)
  }

  /// snac calls all private that is not public, also what is for those mentioned only.
  @Test(arguments: [Readers.everyone, .quiet, .followers, .mentioned])
  func privateMayMeanFewer(_ readers: Readers) async throws {
    let said = readers == .everyone ? "public" : "private"
    let server = try await ExchangeServer { exchange in
      exchange.path.hasSuffix("/instance")
        ? .json(Array(#"{"version":"4.0.0 (not true; really snac/2.76)"}"#.utf8))
        : .json(Array(#"{"id":"7","acct":"ada","content":"x","visibility":"\#(said)"}"#.utf8))
    }
    let client = try SourceClient.source(
      "mastodon:instance.example", at: server.address, credentials: .signedIn("right"))
    let post = try await client.create(form("@bob hello", readers: readers), "key")
    #expect(post.service?.mishap == (readers == .everyone ? nil : .unsaid(wanted: readers)))
  }

  /// What is answered may be gone: then nothing is sent, because some servers would publish it at the top level.
  @Test func aReplyToWhatIsGoneIsNotSent() async throws {
    var habits = FakeInstance.Habits()
    habits.answersNothing = true
    let fake = try await FakeInstance([Status(1)], habits)
    let client = try client(fake)
    fake.remove(1)
    await #expect(
      throws: APIError.notOffered("What you answer is gone. Your text is kept as a draft.")
    ) { try await client.create(form(parent: 1), "key") }
    #expect(sent(fake).isEmpty && fake.statuses.isEmpty)
  }

  /// An edit on a server that shows edited posts to everyone is refused before it is sent; on another one it is
  /// found out.
  @Test(arguments: ["takahe/0.11.0", "4.4.0"])
  func anEditNeverWidens(_ version: String) async throws {
    var habits = FakeInstance.Habits()
    (habits.version, habits.widensEdits) = (version, true)
    let fake = try await FakeInstance(
      [
        Status(1, by: "ada", visibility: "private"), Status(2, by: "ada", visibility: "unlisted"),
        Status(3, by: "ada"),
      ], habits)
    for id in 1...3 {
      let client = try client(fake, knowing: id)
      var form = form("changed")
      form.postID = FakeInstance.link(id)?.post
      if version.hasPrefix("takahe"), id < 3 {
        let error = await #expect(throws: APIError.self) { try await client.update(form) }
        #expect(error?.sentence.contains("would show this post to everyone") == true)
      } else {
        let mishap: PublishingMishap? =
          id == 3 ? nil : .readers(wanted: id == 1 ? .followers : .quiet, got: .everyone)
        #expect(try await client.update(form).service?.mishap == mishap)
      }
    }
    let puts = fake.server.exchanges.filter { $0.method == "PUT" }
    #expect(puts.count == (version.hasPrefix("takahe") ? 1 : 3))
  }

  // MARK: Once

  /// Texts that come back otherwise than they were typed, where HTML is compared.
  private static let text = "# head\r\n\r\n- a\n- b & <b>\n@bob #tag https://example.org/a_b"

  /// An answer that is lost, or that a proxy replaces, leaves one post.
  @Test(arguments: [true, false], ["lost", "500", "504", "before"])
  func aLostAnswerLeavesOnePost(_ keepsKeys: Bool, _ what: String) async throws {
    var habits = FakeInstance.Habits()
    habits.keepsKeys = keepsKeys
    let fake = try await FakeInstance(
      [Status(1), Status(2, by: "ada", "# head"), Status(3, by: "ada", "other")], habits)
    let client = try client(fake)
    let form = form(Self.text, warning: " the end ", parent: 1)
    let start = Date(timeIntervalSince1970: 1_764_000_000)
    fake.trouble(
      "POST /api/v1/statuses",
      what == "lost"
        ? .lost : what == "before" ? .refused(502, "<h1>Bad</h1>") : .answered(Int(what) ?? 0))
    let error = await #expect(throws: APIError.self) { try await client.create(form, "key") }
    #expect(error?.mayHaveArrived == true)
    // As it is sent again: first it is looked for.
    var post = try await client.found(form, start)
    #expect((post == nil) == (what == "before"))
    if post == nil { post = try await client.create(form, "key") }
    #expect(fake.statuses.count == 4 && post?.parentID == FakeInstance.link(1)?.post)
    #expect(post?.title == "the end" && post?.service?.readers == .quiet)
    #expect(sent(fake).allSatisfy { $0.key == "key" })
  }

  /// As on snac: the account's ID is not the one in its statuses, and no words are kept as they were typed.
  @Test(arguments: [
    "# head\n\nsome *words* for @bob and https://example.org/a_b, too", "Words.",
    "https://example.org/a_b",
  ])
  func aLostAnswerIsFoundByItsWords(_ text: String) async throws {
    var habits = FakeInstance.Habits()
    (habits.keepsKeys, habits.keepsSources, habits.hasOtherIDs) = (false, false, true)
    let fake = try await FakeInstance(
      [Status(1), Status(2, by: "ada", "Other things."), Status(3, by: "bob", text)], habits)
    let client = try client(fake)
    fake.trouble("POST /api/v1/statuses", .lost)
    await #expect(throws: APIError.self) { try await client.create(form(text), "key") }
    let post = try #require(
      try await client.found(form(text), Date(timeIntervalSince1970: 1_764_000_000)))
    #expect(fake.statuses.count == 4 && post.id == FakeInstance.link(4)?.post)
    #expect(post.authorKey == "id:own-ada")
    // It is the user's own, and can't be changed there.
    let version = try await client.version(post.id)
    #expect(version.tag == nil && version.post.authorKey == "id:own-ada")
    #expect(version.post.service?.editRefusal == "instance.example can't change posts.")
    try await client.delete(post.id)
    #expect(fake.statuses.count == 3)
  }

  /// Also where the post is the first thing that is asked for: its author has another ID and handle, but one page.
  @Test func oneIsTheAuthorByThePage() async throws {
    var habits = FakeInstance.Habits()
    (habits.keepsSources, habits.hasOtherIDs) = (false, true)
    let fake = try await FakeInstance([Status(2, by: "ada"), Status(3, by: "bob")], habits)
    for (id, key) in [(2, "id:own-ada"), (3, "id:bob")] {
      let client = try fake.client(link: FakeInstance.link(id), token: "right")
      let version = try await client.version(try #require(FakeInstance.link(id)?.post))
      #expect(version.post.authorKey?.description == key)
      #expect((version.post.service?.editRefusal != nil) == (id == 2))
    }
  }

  /// Where it can't be known, that is said with the page to look at, not guessed.
  @Test func whatCannotBeKnownIsSaid() async throws {
    var habits = FakeInstance.Habits()
    (habits.keepsKeys, habits.keepsSources, habits.hasOtherIDs) = (false, false, true)
    let start = Date(timeIntervalSince1970: 1_764_000_000)
    let fake = try await FakeInstance(
      [Status(2, by: "ada", "1. one word, and smileys"), Status(3, by: "ada", "Something else.")],
      habits)
    let client = try client(fake)
    let page = "https://instance.example/users/ada/statuses/2"
    await #expect(throws: APIError.mayBeThere(on: "instance.example", page: page)) {
      _ = try await client.found(form("one word, and smileys :)"), start)
    }
    #expect(
      APIError.mayBeThere(on: "instance.example", page: page).sentence
        == "instance.example may have this post already: \(page). Look there before you send it again."
    )
    #expect(try await client.found(form("quite another text"), start) == nil)
  }

  /// The same words with another warning may be it: servers change what is sent.
  @Test(arguments: [true, false]) func aChangedWarningIsSaid(_ keepsSources: Bool) async throws {
    var habits = FakeInstance.Habits()
    (habits.keepsKeys, habits.keepsSources, habits.hasOtherIDs) = (false, keepsSources, true)
    let fake = try await FakeInstance([Status(2, by: "ada", "Tide tables.")], habits)
    let client = try client(fake)
    let page = "https://instance.example/users/ada/statuses/2"
    await #expect(throws: APIError.mayBeThere(on: "instance.example", page: page)) {
      let lost = form("Tide tables.", warning: "careful & so")
      var delivery = Draft.Delivery()
      (delivery.sentAt, delivery.sentAfter) = (1_764_000_000, [])
      _ = try await client.created?(lost, delivery)
    }
  }

  /// As snac reads a form, words would end at such a sign, and what follows would be a field.
  @Test func wordsAreNoFields() async throws {
    let fake = try await FakeInstance()
    let words = "one & two = three, 100 %41\n&visibility=public\n--firefly--"
    _ = try await client(fake).create(
      form(words, warning: "careful & so", readers: .followers), "key")
    let sent = try #require(sent(fake).last)
    #expect(sent.body?.type.hasPrefix("multipart/form-data; boundary=") == true)
    #expect(sent["status"] == words && sent["spoiler_text"] == "careful & so")
    #expect(sent["visibility"] == "private")
  }

  /// Takahē doesn't list one's own private posts with the others.
  @Test(arguments: [Readers.followers, .mentioned], [true, false])
  func aLostPrivatePostIsFound(_ readers: Readers, _ isReply: Bool) async throws {
    var habits = FakeInstance.Habits()
    (habits.keepsKeys, habits.hidesPrivate) = (false, true)
    let fake = try await FakeInstance([Status(1), Status(2, by: "ada", "hi")], habits)
    let client = try client(fake)
    let form = form("@bob psst", parent: isReply ? 1 : nil, readers: readers)
    fake.trouble("POST /api/v1/statuses", .lost)
    await #expect(throws: APIError.self) { try await client.create(form, "key") }
    let post = try await client.found(form, Date(timeIntervalSince1970: 1_764_000_000))
    #expect(post?.service?.readers == readers && fake.statuses.count == 3)
  }

  /// What is like it is not it: another place, another warning, other words, an older one.
  @Test func whatIsLikeItIsNotIt() async throws {
    let fake = try await FakeInstance([
      Status(1), Status(2), Status(10, by: "ada", "Words.", parent: 2),
      Status(11, by: "ada", "Words!", parent: 1), Status(12, by: "bob", "Words.", parent: 1),
      Status(5, by: "ada", "Words.", parent: 1),
    ])
    let client = try client(fake)
    var warned = Status(13, by: "ada", "Words.", parent: 1)
    warned.warning = "the end"
    fake.add(warned)
    // The times of statuses are their numbers, in seconds; clocks may differ by a day.
    let since = Date(timeIntervalSince1970: 1_764_000_000 + 8 + 86_400)
    #expect(try await client.found(form(parent: 1), since) == nil)
    fake.add(Status(14, by: "ada", "Words.\n", parent: 1))
    // Within that day it may have been there before.
    await #expect(throws: APIError.self) {
      _ = try await client.found(form(" Words.", parent: 1), since)
    }
    let then = Date(timeIntervalSince1970: 1_764_000_000 + 14)
    #expect(try await client.found(form(" Words.", parent: 1), then) != nil)
  }

  /// Many posts like it cost a few requests.
  @Test func lookingIsBounded() async throws {
    let fake = try await FakeInstance((1...40).map { Status($0, by: "ada", "text \($0)") })
    #expect(try await client(fake).found(form(), .distantPast) == nil)
    #expect(fake.server.exchanges.count { $0.path.hasSuffix("/source") } == 5)
  }

  // MARK: Words

  @Test func whatIsSent() async throws {
    let fake = try await FakeInstance([Status(1)])
    let client = try client(fake)
    var form = form("  one\r\ntwo \n", warning: "the end", readers: .followers)
    form.language = "sv"
    let post = try await client.create(form, "the key")
    let exchange = try #require(sent(fake).first)
    #expect(
      exchange.form.map { "\($0.name)=\($0.value)" } == [
        "status=one\ntwo", "spoiler_text=the end", "sensitive=true", "language=sv",
        "visibility=private",
      ])
    #expect(exchange.key == "the key" && exchange.token == "right")
    #expect(post.title == "the end" && post.service?.language == "sv")
    #expect(post.authorKey == "id:ada")
    // The usual language, and that of what is answered.
    _ = try await client.create(self.form("x"), "")
    var parent = Status(1)
    parent.language = "fr"
    fake.add(parent)
    _ = try await client.create(self.form("x", parent: 1), "")
    #expect(sent(fake).map { $0["language"] } == ["sv", "de", "fr"])
    #expect(sent(fake).map { $0["sensitive"] } == ["true", "false", "false"])
  }

  /// GoToSocial and Pleroma want to know what a text is.
  @Test(
    arguments: [
      (
        #"{"configuration":{"statuses":{"supported_mime_types":["text/plain","text/markdown"]}}}"#,
        "text/markdown"
      ),
      (#"{"pleroma":{"metadata":{"post_formats":["text/plain"]}}}"#, "text/plain"), ("{}", nil),
    ] as [(String, String?)])
  func theTypeOfATextIsSaid(_ instance: String, _ type: String?) async throws {
    let server = try await ExchangeServer { exchange in
      exchange.path == "/api/v2/instance"
        ? .json(Array(instance.utf8))
        : .json(Array(#"{"id":"1","acct":"ada","visibility":"public"}"#.utf8))
    }
    let client = try SourceClient.source(
      "mastodon:instance.example", at: server.address, credentials: .signedIn("right"))
    _ = try await client.create(form(readers: .everyone), "key")
    #expect(server.exchanges.last?["content_type"] == type)
    #expect(try await client.fields().service?.takesMarkdown == (type == "text/markdown"))
  }

  @Test func whatIsTooLongOrBlankIsNotSent() async throws {
    let fake = try await FakeInstance()
    let client = try client(fake)
    let link = "https://example.org/" + String(repeating: "x", count: 300)
    for (text, sentence) in [
      (String(repeating: "x", count: 512), "12 characters too long for instance.example."),
      (" \n", "There is nothing to post yet."),
      (
        String(repeating: "x", count: 481) + " " + link,
        "5 characters too long for instance.example."
      ),
    ] {
      await #expect(throws: APIError.notOffered(sentence)) {
        try await client.create(form(text), "key")
      }
    }
    #expect(sent(fake).isEmpty)
    _ = try await client.create(form(String(repeating: "x", count: 476) + " " + link), "key")
    #expect(sent(fake).count == 1)
  }

  @Test func fieldsOfTheAccount() async throws {
    let fake = try await FakeInstance()
    let fields = try #require(try await client(fake).fields().service)
    #expect(fields.characters == 500 && fields.usualReaders == .quiet && fields.language == "de")
    #expect(fields.linkLength == 23)
    #expect(try await SourceClient.source("hn", at: fake.server.address).fields() == .firefly)
  }

  // MARK: Changing

  @Test func onesOwnWordsAreChanged() async throws {
    let fake = try await FakeInstance([Status(1, by: "ada", "# head & <b>", visibility: "private")])
    let client = try client(fake)
    let link = try #require(FakeInstance.link(1)?.post)
    let version = try await client.version(link)
    #expect(version.post.body == "# head & <b>" && version.tag == "new")
    var form = form("two", warning: "the end")
    (form.postID, form.version) = (link, version.tag)
    let post = try await client.update(form)
    #expect(post.title == "the end" && post.service?.readers == .followers)
    #expect(post.service?.mishap == nil && fake.statuses[0].text == "two")
    // Another version has been written since.
    await #expect(throws: APIError.status(412, message: nil)) { try await client.update(form) }
    #expect(fake.server.exchanges.count { $0.method == "PUT" } == 1)
    // A post of others is as it is shown.
    fake.add(Status(2, "# not mine"))
    let other = try #require(FakeInstance.link(2)?.post)
    let reader = try self.client(fake, knowing: 2)
    _ = try await reader.post(other, false)
    #expect(try await reader.version(other).tag == nil)
  }

  /// A picture is sent first, with its description and its crop, and waited for.
  @Test func aPictureIsSent() async throws {
    let fake = try await FakeInstance([Status(1)])
    let client = try client(fake)
    let image = try #require(Data(base64Encoded: Self.picture).flatMap { PostImage($0) })
    var form = form("", readers: .quiet)
    (form.image, form.imageDescription) = (image, " a sail\n under a moon ")
    (form.clipOffsetX, form.clipOffsetY) = (0.5, -1)
    let post = try await client.create(form, "key")
    #expect(post.facts.pictureWords == "a sail under a moon")
    let upload = try #require(fake.server.exchanges.first { $0.path.hasSuffix("/media") })
    #expect(upload["description"] == "a sail under a moon" && upload["focus"] == "0.5,1.0")
    #expect(upload.file == image.bytes.count && upload.token == "right")
    #expect(sent(fake).map { $0["media_ids[]"] } == ["77"])
    #expect(fake.server.exchanges.contains { $0.target == "/api/v1/media/77" })
  }

  /// As many go as the instance takes; what can't go is said before anything is sent.
  @Test func severalPicturesAreSent() async throws {
    let fake = try await FakeInstance([Status(1)])
    let client = try client(fake)
    let image = try #require(Data(base64Encoded: Self.picture).flatMap { PostImage($0) })
    var form = form("", readers: .quiet)
    (form.image, form.imageDescription) = (image, "one")
    form.further = ["two", "", "four"].map { DescribedImage(image, $0) }
    _ = try await client.create(form, "key")
    #expect(
      sent(fake)[0].form.filter { $0.name == "media_ids[]" }.map(\.value) == [
        "77", "78", "79", "80",
      ])
    #expect(fake.statuses.last?.media.map(\.description) == ["one", "two", "", "four"])
    fake.server.forget()
    form.further.append(DescribedImage(image, ""))
    await #expect(
      throws: APIError.notOffered("instance.example takes 4 pictures for a post. Nothing was sent.")
    ) { try await client.create(form, "key") }
    form.further = [DescribedImage(image, String(repeating: "x", count: 1_502))]
    await #expect(
      throws: APIError.notOffered(
        "The description of a picture is 2 characters too long for instance.example. Nothing was sent."
      )
    ) { try await client.create(form, "key") }
    #expect(fake.server.exchanges.allSatisfy { $0.method == "GET" })
  }

  /// A picture that fails is told as such, and nothing is known to be posted.
  @Test func aPictureThatFailsIsToldAsSuch() async throws {
    let fake = try await FakeInstance([Status(1)])
    let client = try client(fake)
    let image = try #require(Data(base64Encoded: Self.picture).flatMap { PostImage($0) })
    var form = form("Words.", readers: .quiet)
    form.image = image
    for (code, text) in [(500, "<h1>Oh</h1>"), (422, "Validation failed: no such type")] {
      fake.trouble("POST /api/v2/media", .refused(code, text))
      let error = await #expect(throws: APIError.self) { try await client.create(form, "key") }
      #expect(
        error?.sentence.hasPrefix("The picture could not be sent, so nothing was posted. ") == true)
      #expect(error?.mayHaveArrived == false)
    }
    #expect(sent(fake).isEmpty)
  }

  /// A picture of one point.
  private static let picture =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

  @Test func aPostIsRemoved() async throws {
    let fake = try await FakeInstance([Status(1), Status(2, by: "ada", parent: 1)])
    let client = try client(fake)
    let top = try #require(FakeInstance.link(1)?.post)
    let reply = try #require(try await client.children(top, 1).posts.first)
    try await client.delete(reply.id)
    #expect(fake.server.exchanges.last?.method == "DELETE" && fake.statuses.count == 1)
    #expect(try await client.children(top, 1).posts.isEmpty)
    // That of others stays.
    await #expect(throws: APIError.status(404, message: nil)) { try await client.delete(top) }
  }

  /// A reply that was written stands below what it answers at once.
  @Test func aReplyStandsInItsThread() async throws {
    let fake = try await FakeInstance([Status(1), Status(2, parent: 1)])
    let client = try client(fake)
    let top = try #require(FakeInstance.link(1)?.post)
    #expect(try await client.children(top, 1).posts.count == 1)
    let reply = try await client.create(form("@bob me, too", parent: 1), "key")
    #expect(try await client.children(top, 1).posts.map(\.id).contains(reply.id))
    #expect(try await client.post(reply.id, true).ancestors?.map(\.id) == [top])
  }

  // MARK: Marks

  @Test(arguments: [PostMark.favourite, .bookmark, .boost]) func marks(_ mark: PostMark)
    async throws
  {
    let fake = try await FakeInstance([Status(1)])
    let client = try client(fake)
    let link = try #require(FakeInstance.link(1)?.post)
    for isOn in [true, true, false, false] {
      let post = try await client.mark(link, mark, isOn)
      #expect(post.id == link && post.service?.marks == (isOn ? [mark] : []))
      #expect(fake.statuses[0].marks == (isOn ? [mark.rawValue] : []))
    }
    #expect(fake.server.exchanges.allSatisfy { $0.method == "GET" || $0.form.isEmpty })
  }

  /// A sign-in from before Firefly could pin is told to be renewed.
  @Test func onesOwnPostIsPinned() async throws {
    let fake = try await FakeInstance([Status(1, by: "ada"), Status(2)])
    let client = try client(fake)
    let own = try #require(FakeInstance.link(1)?.post)
    for isOn in [true, true, false] {
      #expect(try await client.mark(own, .pin, isOn).service?.marks == (isOn ? [.pin] : []))
      #expect(fake.statuses[0].marks == (isOn ? ["pinned"] : []))
    }
    fake.trouble(
      "POST /api/v1/statuses", .refused(403, "This action is outside the authorized scopes"))
    await #expect(throws: APIError.refused(Site.Refusal(signInAgainTo: "pin posts"))) {
      try await client.mark(own, .pin, true)
    }
  }

  @Test(arguments: ["private", "direct", "unlisted"])
  func onlyWhatEveryoneMayReadIsBoosted(_ visibility: String) async throws {
    let fake = try await FakeInstance([Status(1, by: "cy", visibility: visibility)])
    let client = try client(fake)
    let link = try #require(FakeInstance.link(1)?.post)
    guard visibility != "unlisted" else {
      _ = try await client.mark(link, .boost, true)
      return
    }
    let error = await #expect(throws: APIError.self) { try await client.mark(link, .boost, true) }
    #expect(error?.sentence.hasSuffix("may read this, so it can't be boosted.") == true)
    #expect(!fake.server.exchanges.contains { $0.method == "POST" })
  }

  // MARK: Refusals

  /// Whatever a server says at whatever call, nothing is sent twice, and the error keeps its kind.
  @Test(arguments: [
    (401, "The access token was revoked: no", APIError.status(401, message: nil)),
    (400, "Invalid Bearer token", .status(401, message: nil)),
    (403, "This action is outside the authorized scopes", .notOffered(WebClient.mayOnlyRead)),
    (403, "out_of_scope_for_token", .notOffered(WebClient.mayOnlyRead)),
    (
      403, "Your login is currently pending: wait",
      .status(403, message: "Your login is currently pending: wait")
    ),
    (
      422, "Validation failed: Text is odd", .status(422, message: "Validation failed: Text is odd")
    ),
    (500, "<h1>Server Error</h1>", .status(500, message: nil)),
  ])
  func refusalsKeepTheirKind(_ status: Int, _ text: String, _ expected: APIError) async throws {
    let fake = try await FakeInstance([Status(1, by: "ada")])
    let link = try #require(FakeInstance.link(1)?.post)
    for method in ["POST", "PUT", "DELETE"] {
      let client = try client(fake)
      fake.trouble("\(method) /api/v1/statuses", .refused(status, text))
      await #expect(throws: expected) {
        switch method {
        case "POST": _ = try await client.create(form(parent: 1), "key")
        case "PUT":
          var form = form()
          form.postID = link
          _ = try await client.update(form)
        default: try await client.delete(link)
        }
      }
    }
    #expect(fake.statuses.count == 1 && !fake.statuses[0].isEdited)
    #expect(fake.server.exchanges.count { $0.method != "GET" } == 3)
  }

  /// A token that may only read says so; without one the sign-in opens; other sources are read only.
  @Test func whoMayNotWrite() async throws {
    let fake = try await FakeInstance([Status(1)])
    fake.allow("reader", "read")
    let client = try fake.client(token: "reader")
    await #expect(throws: APIError.notOffered(WebClient.mayOnlyRead)) {
      try await client.create(form(), "key")
    }
    let reader = try fake.client()
    await #expect(throws: APIError.status(401, message: nil)) {
      try await reader.create(form(), "key")
    }
    let other = try SourceClient.source("hn", at: fake.server.address)
    await #expect(throws: APIError.refused(try #require(other.site.refusal(of: .write)))) {
      try await other.create(form(), "key")
    }
    await #expect(throws: APIError.self) { try await other.mark(1, .boost, true) }
    #expect(fake.statuses.count == 1)
  }
}

extension PostsClient {
  /// Looks for a post that was sent without an answer.
  func found(_ form: PostForm, _ since: Date) async throws -> Post? {
    let look = try #require(created)
    var delivery = Draft.Delivery()
    delivery.sentAt = since.timeIntervalSince1970
    return try await look(form, delivery)
  }
}

/// A value that a test changes while a server reads it.
private final class Mutexed: @unchecked Sendable {
  private let lock = NSLock()
  private var stored: [String]

  init(_ value: [String]) { stored = value }

  var value: [String] {
    get { lock.withLock { stored } }
    set { lock.withLock { stored = newValue } }
  }
}

import FireflyAPI
import FireflyCore
import Foundation
import OddInputs
import Testing

@testable import FireflyStore

@Suite(.everyStore) struct RouterWritingTests {
  /// A picture, as far as the server looks at it.
  static let png = png(with: Data([1, 2, 3, 13, 10, 45, 45]))

  /// Returns a picture whose pixels are some bytes.
  static func png(with pixels: Data) -> Data { SmallPicture.png(with: pixels) }

  /// Returns a picture that says that it has some size.
  static func png(width: Int, height: Int) -> Data {
    SmallPicture.png([
      SmallPicture.header(width: width, height: height, depth: 1),
      SmallPicture.chunk("IDAT", Data([0x78, 0x01]) + Data(count: width * height / 8_000)),
    ])
  }

  /// Pictures with an end that no Firefly shows.
  private static let damaged: [Data] = {
    let pixels = SmallPicture.chunk("IDAT", Data([0x78, 0x01, 0]))
    let screen = Data("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0]
    return [
      SmallPicture.png([SmallPicture.header(width: 0, height: 9), pixels]),
      SmallPicture.png([SmallPicture.header(width: 9, height: 9)]),
      SmallPicture.png([
        SmallPicture.header(width: 9, height: 9), SmallPicture.chunk("IDAT", Data(count: 9)),
      ]),
      SmallPicture.png([SmallPicture.header(width: 9, height: 9, depth: 3), pixels]),
      SmallPicture.png([SmallPicture.header(width: 9, height: 9, colours: 9), pixels]),
      screen + [0x3B],
      Data("GIF89a".utf8) + [0, 0, 9, 0, 0, 0, 0, 0x2C] + Data(count: 9) + [2, 0, 0x3B],
      Data("RIFF".utf8) + [22, 0, 0, 0] + Data("WEBPICCP".utf8) + [10, 0, 0, 0] + Data(count: 10),
    ]
  }()

  /// Returns a picture of some bytes.
  static func png(bytes: Int) -> Data { png(with: Data(count: bytes - png(with: Data()).count)) }

  /// A multipart form by hand.
  static func multipart(_ form: PostForm, image: Data) -> ([String: String], Data) {
    let boundary = "firefly-test-boundary"
    var body = Data()
    for field in form.fields {
      body += Data(
        "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(field.name)\"\r\n\r\n".utf8)
      body += Data("\(field.value)\r\n".utf8)
    }
    body += Data(
      """
      --\(boundary)\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r
      Content-Type: image/png\r\n\r\n
      """.utf8)
    body += image + Data("\r\n--\(boundary)--\r\n".utf8)
    return (["Content-Type": "multipart/form-data; boundary=\(boundary)"], body)
  }

  static func form(_ title: String = "new", by email: String = "ben@example.com") -> PostForm {
    PostForm(
      email: email, title: title, summary: "made by a test", body: "Body text\n\n- one & two = +",
      timezone: "Europe/Paris", parentID: 4)
  }

  @Test(arguments: Way.allCases)
  func createUpdateDelete(_ way: Way) async throws {
    try await withServer(way, try await TemporaryStore.sample()) { ask in
      let (headers, body) = Self.form().urlencoded
      let made = try await ask("POST", "/api/posts/create", headers, body)
      #expect(made.status == 200)
      let post = try made.decoded(PostResponse.self).post
      #expect(post.title == "new" && post.body == "Body text\n\n- one & two = +")
      #expect(post.parentID == 4 && post.timezone == "Europe/Paris" && post.childCount == 0)
      #expect(post.authorName == "Ben Okafor")
      #expect(abs((post.createdAt ?? .distantPast).timeIntervalSinceNow) < 60)

      var changed = Self.form("edited")
      changed.postID = post.id
      changed.clipOffsetX = 7
      let edited = try await ask(
        "POST", "/api/posts/update", changed.urlencoded.0, changed.urlencoded.1)
      #expect(try edited.decoded(PostResponse.self).post.title == "edited")
      #expect(try edited.decoded(PostResponse.self).post.clipOffsetX == 1)

      changed.email = "ada@example.com"
      let refused = try await ask(
        "POST", "/api/posts/update", changed.urlencoded.0, changed.urlencoded.1)
      #expect(refused.status == 403)
      #expect(
        refused.text == #"{"message":"You can only edit your own posts","status":"error"}"#)

      let deleted = try await ask("DELETE", "/api/posts/\(post.id)", [:], Data())
      #expect(
        deleted.text == #"{"message":"Post deleted successfully","status":"success"}"#)
      let again = try await ask("DELETE", "/api/posts/\(post.id)", [:], Data())
      #expect(again.status == 404)
    }
  }

  @Test(arguments: Way.allCases)
  func refusals(_ way: Way) async throws {
    try await withServer(way, try await TemporaryStore.sample()) { ask in
      func create(_ form: PostForm) async throws -> Reply {
        try await ask("POST", "/api/posts/create", form.urlencoded.0, form.urlencoded.1)
      }
      var blank = Self.form()
      blank.title = "  "
      let empty = try await create(blank)
      #expect(empty.status == 400)
      #expect(
        empty.text
          == #"{"message":"email and title are required","status":"error"}"#)
      var alone = Self.form()
      (alone.summary, alone.body) = ("", "")
      #expect(try await create(alone).status == 200)
      var astray = Self.form()
      astray.parentID = 4711
      #expect(try await create(astray).status == 404)
      let stranger = try await create(Self.form(by: "stranger@example.com"))
      #expect(stranger.status == 404)
      #expect(
        stranger.text
          == #"{"message":"User not found: stranger@example.com","status":"error"}"#)
      let notAForm = try await ask("POST", "/api/posts/create", [:], Data("title".utf8))
      #expect(notAForm.status == 400)
      let text = Self.multipart(Self.form(), image: Data("<svg>".utf8))
      let unusable = try await ask("POST", "/api/posts/create", text.0, text.1)
      #expect(unusable.status == 400)
    }
  }

  @Test(arguments: Way.allCases)
  func pictures(_ way: Way) async throws {
    let home = try await TemporaryStore.sample()
    try await withServer(way, home) { ask in
      let (headers, body) = Self.multipart(Self.form(), image: Self.png)
      let made = try await ask("POST", "/api/posts/create", headers, body)
      let post = try made.decoded(PostResponse.self).post
      let url = try #require(post.imageURL)
      #expect(url.wholeMatch(of: /\/uploads\/[0-9a-f]{32}\.png/) != nil)
      let picture = try await ask("GET", url, [:], Data())
      #expect(picture.body == Self.png)
      #expect(picture.headers["content-type"] == "image/png")
      let etag = try #require(picture.headers["etag"])
      let known = try await ask("GET", url, ["If-None-Match": etag], Data())
      #expect(known.status == 304)
      #expect(known.body.isEmpty)
      let other = try await ask("GET", url, ["If-None-Match": "\"x\""], Data())
      #expect(other.status == 200)
      _ = try await ask("DELETE", "/api/posts/\(post.id)", [:], Data())
      let gone = try await ask("GET", url, [:], Data())
      #expect(gone.status == 404)
    }
  }

  @Test(arguments: Way.allCases)
  func picturesBeforeTheirPosts(_ way: Way) async throws {
    try await withServer(way, try await TemporaryStore.sample()) { ask in
      func send(_ image: Data, by email: String) async throws -> Reply {
        let form = PostForm(email: email, title: "", summary: "", body: "")
        let (headers, body) = Self.multipart(form, image: image)
        return try await ask("POST", "/api/uploads", headers, body)
      }
      let sent = try await send(Self.png, by: "ben@example.com")
      #expect(sent.status == 200)
      let address = try sent.decoded(PictureResponse.self).address
      #expect(address.wholeMatch(of: /\/uploads\/[0-9a-f]{32}\.png/) != nil)
      #expect(try await ask("GET", address, [:], Data()).body == Self.png)
      // A repeated request, and another sender, get the same.
      for email in ["ben@example.com", "ada@example.com"] {
        #expect(try await send(Self.png, by: email).text == sent.text)
      }
      #expect(try await send(Self.png, by: "stranger@example.com").status == 404)
      let cut = try await send(Self.png.dropLast(), by: "ben@example.com")
      #expect(cut.status == 400 && cut.text.contains("The picture ends in the middle."))
      for damaged in Self.damaged {
        let answer = try await send(damaged, by: "ben@example.com")
        #expect(answer.status == 400 && answer.text.contains("The picture is damaged."))
      }
      let wide = try await send(Self.png(width: 30_001, height: 2), by: "ben@example.com")
      #expect(wide.status == 400)
      #expect(
        try wide.decoded(ErrorResponse.self).text
          == "The picture has 30001 × 2 pixels, too many. At most 50 million can be shown, and 30000 on a side."
      )
      let large = try await send(Self.png(width: 10_001, height: 5_000), by: "ben@example.com")
      #expect(large.text.contains("The picture has 10001 × 5000 pixels"))
      #expect(
        try await send(Self.png(width: 10_000, height: 5_000), by: "ben@example.com").status == 200)
      #expect(try await send(Data("<svg>".utf8), by: "ben@example.com").status == 400)
      #expect(try await send(Data(), by: "ben@example.com").status == 400)
      let (headers, body) = Self.form().urlencoded
      #expect(try await ask("POST", "/api/uploads", headers, body).status == 400)
      #expect(try await ask("GET", "/api/uploads", [:], Data()).status == 405)
    }
  }

  @Test(arguments: Way.allCases)
  func uploadsKnowNoTricks(_ way: Way) async throws {
    let home = try await TemporaryStore.sample()
    let uploads = home.store.uploads.folder
    _ = try home.store.uploads.draft()
    try Self.png.write(to: home.folder.appendingPathComponent("secret.png"))
    try FileManager.default.createSymbolicLink(
      at: uploads.appendingPathComponent("link.png"),
      withDestinationURL: home.folder.appendingPathComponent("secret.png"))
    try FileManager.default.createDirectory(
      at: uploads.appendingPathComponent("folder.png"), withIntermediateDirectories: false)
    try Data("x".utf8).write(to: uploads.appendingPathComponent("notes.txt"))
    try Self.png.write(to: uploads.appendingPathComponent(".hidden.png"))
    try Self.png.write(to: uploads.appendingPathComponent("plain.jpg"))
    try await withServer(way, home) { ask in
      for name in [
        "..%2Fsecret.png", "../secret.png", "%2e%2e/secret.png", "%2e%2e%2fsecret.png", "link.png",
        "folder.png", "notes.txt", ".hidden.png", "..%5csecret.png", "plain.jpg%00.png", "%00",
        "", ".", "..", "plain.jpg/", "sub/plain.jpg", "....//secret.png",
        "%252e%252e%252fsecret.png",
        String(repeating: "a", count: 300) + ".png",
      ] {
        let reply = try await ask("GET", "/uploads/\(name)", [:], Data())
        #expect(reply.status == 404, "\(name)")
      }
      let plain = try await ask("GET", "/uploads/plain.jpg", [:], Data())
      #expect(plain.status == 200)
      #expect(plain.headers["content-type"] == "image/jpeg")
    }
  }

  @Test(arguments: Way.allCases)
  func profiles(_ way: Way) async throws {
    try await withServer(way, try await TemporaryStore.sample()) { ask in
      let blank = try await ask("GET", "/api/users/mei%40example.com/profile", [:], Data())
      #expect(try blank.decoded(ProfileResponse.self).profile?.title == "")
      let form = PostForm(
        email: "mei@example.com", title: "陳美玲", summary: "light", body: "tea"
      ).urlencoded
      let written = try await ask("POST", "/api/users/profile/create", form.0, form.1)
      let profile = try #require(try written.decoded(ProfileResponse.self).profile)
      #expect(profile.title == "陳美玲" && profile.authorName == "陳美玲")
      #expect(profile.parentID == -1)
      let again = try await ask("POST", "/api/users/profile/update", form.0, form.1)
      #expect(try again.decoded(ProfileResponse.self).profile?.id == profile.id)
      // One that has a text is changed, not created: who creates it doesn't know it.
      let other = PostForm(email: "mei@example.com", title: "Mei", summary: "", body: "").urlencoded
      let second = try await ask("POST", "/api/users/profile/create", other.0, other.1)
      #expect(second.status == 400 && second.text.contains("Profile already exists"))
      let kept = try await ask("GET", "/api/users/mei%40example.com/profile", [:], Data())
      #expect(try kept.decoded(ProfileResponse.self).profile?.title == "陳美玲")
    }
  }

  @Test(arguments: Way.allCases)
  func signingIn(_ way: Way) async throws {
    let codes = Codes()
    try await withServer(way, try await TemporaryStore.sample(), codes: codes) { ask in
      func post(_ path: String, _ json: String) async throws -> Reply {
        try await ask(
          "POST", path, ["Content-Type": "application/json"], Data(json.utf8))
      }
      func verify(_ code: String) async throws -> Reply {
        try await post(
          "/api/auth/verify-code",
          #"{"email":"ada@example.com","code":"\#(code)","device_id":"d"}"#)
      }
      #expect(try await verify("123456").status == 404)
      let sent = try await post("/api/auth/send-code", #"{"email":"ada@example.com"}"#)
      #expect(sent.status == 200)
      #expect(sent.text == #"{"status":"success"}"#)
      let code = try #require(codes.last)
      let wrong = try await verify("0000x")
      #expect(wrong.status == 401)
      #expect(wrong.text == #"{"message":"Invalid verification code","status":"error"}"#)
      let right = try await verify(code)
      let token = try #require(try right.decoded(VerifyCodeResponse.self).token)
      #expect(
        right.text
          == #"{"email":"ada@example.com","is_new_user":false,"name":"Ada Linden","#
          + #""status":"success","token":"\#(token)","user_id":1}"#)
      #expect(try await post("/api/auth/send-code", #"{"email":"nonsense"}"#).status == 400)
      #expect(try await post("/api/auth/send-code", "nonsense").status == 400)
    }
  }

  @Test(arguments: ["abc", "4x", "99999999999999999999999", " 4", "1e1"])
  func aParentThatIsNoNumberIsRefused(_ parent: String) async throws {
    let home = try await TemporaryStore.sample()
    try await withServer(.router, home) { ask in
      var fields = Self.form().fields.filter { $0.name != "parent_id" }
      fields.append(.init("parent_id", parent))
      let reply = try await ask(
        "POST", "/api/posts/create", Self.form().urlencoded.0, Data(fields.encoded.utf8))
      #expect(reply.status == 400)
      #expect(try reply.decoded(ErrorResponse.self).text.contains("parent_id"))
    }
    #expect(try await home.store.recentPosts(FeedRequest(limit: 50)).count == 10)
  }

  @Test func searchesAndProfilesHaveNoParentAndSearchesNoPosts() async throws {
    try await withServer(.router, try await TemporaryStore.sample()) { ask in
      func create(_ template: Post.Template, below parent: Int?) async throws -> Reply {
        var form = Self.form()
        (form.template, form.parentID) = (template, parent)
        return try await ask("POST", "/api/posts/create", form.urlencoded.0, form.urlencoded.1)
      }
      #expect(try await create(.query, below: 4).status == 409)
      #expect(try await create(.profile, below: 4).status == 409)
      #expect(try await create(.post, below: 8).status == 409)
      let search = try await create(.query, below: -1)
      #expect(try search.decoded(PostResponse.self).post.parentID == -1)
      // What stands for the root elsewhere is no parent here.
      let post = try await create(.post, below: -7)
      #expect(try post.decoded(PostResponse.self).post.parentID == nil)
    }
  }

  @Test func tooLargeRequestNamesTheLimit() async throws {
    try await withServer(.router, try await TemporaryStore.sample()) { ask in
      let reply = try await ask(
        "POST", "/api/auth/send-code", ["Content-Type": "application/json"], Data(count: 70_000))
      #expect(try reply.decoded(ErrorResponse.self).text.contains("larger than 64 KB"))
    }
  }

  @Test(arguments: Way.allCases)
  func tooLargeIsSaid(_ way: Way) async throws {
    try await withServer(way, try await TemporaryStore.sample()) { ask in
      let (headers, body) = Self.multipart(
        Self.form(), image: Self.png(bytes: 17 * 1024 * 1024))
      let reply = try await ask("POST", "/api/posts/create", headers, body)
      #expect(reply.status == 500)
      #expect(try reply.decoded(ErrorResponse.self).text.contains("larger than 16 MB"))
    }
  }
}

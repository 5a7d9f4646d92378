import Eventually
import FireflyCore
import Foundation
import PostgresHarness
import Testing

@testable import FireflyStore

/// Pictures in S3: what goes wrong is a sentence.
@Suite(.timeLimit(.minutes(10))) struct S3Tests {
  private static let name = String(repeating: "a", count: 32) + ".png"
  /// For requests that run out of time: a busy machine has some for the others.
  private static let impatience = S3Timeouts(
    connecting: 2_000, reading: 2_000, removing: 2_000, storing: 2_000)
  /// Seconds of an answer that comes too late then.
  private static let delay = 5.0

  private func place(
    _ fake: FakeS3, bucket: String = FakeS3.bucket, key: String = FakeS3.key,
    secret: String = FakeS3.secret, region: String? = nil, limits: S3Timeouts = S3Timeouts()
  ) throws -> PicturesInS3 {
    var text = fake.address(prefix: "a/b", bucket: bucket)
    if let region { text = text.replacing("region=\(FakeS3.region)", with: "region=\(region)") }
    return PicturesInS3(
      try S3Address(text, environment: [:]), try fake.credentials(key: key, secret: secret),
      limits: limits)
  }

  private func draft(_ bytes: Data) throws -> PictureDraft {
    let draft = try PictureDraft()
    try draft.append(Array(bytes))
    return draft
  }

  private func read(_ file: PictureFile) async throws -> Data {
    var all = Data()
    while let piece = try await file.next() { all += piece }
    return all
  }

  /// The trouble in an error; nil for any other error.
  private func trouble<Value>(_ body: () async throws -> Value) async -> S3Error? {
    do {
      _ = try await body()
      return nil
    } catch {
      guard case .pictures(let place, let trouble)? = error as? StoreError else { return nil }
      let sentence = trouble.message(about: place)
      #expect(sentence.hasSuffix(".") && !sentence.contains("\n"), "\(sentence)")
      for secret in [FakeS3.key, FakeS3.secret, "wrong"] { #expect(!sentence.contains(secret)) }
      return trouble
    }
  }

  @Test(arguments: [nil, "token/with+letters=="])
  func everyRequestIsSigned(_ token: String?) async throws {
    let fake = try await FakeS3(token: token)
    let place = try place(fake)
    try await place.claim(for: "data", from: place)
    try await place.claim(for: "data", from: place)
    for bytes in [100, 524_287, 524_288, 524_289, 3_000_000] {
      let picture = PictureStorageTests.picture(bytes, bytes: bytes)
      try await place.put(try draft(picture), as: Self.name)
      let file = try #require(try await place.picture(Self.name))
      #expect(file.length == bytes && file.contentType == "image/png")
      #expect(try await read(file) == picture)
    }
    #expect(fake.names == ["a/b/\(Self.name)", "a/b/firefly-uploads.txt"])
    #expect(fake.longestAnswer == 512 << 10)
    #expect(fake.refused == [])
    await #expect(throws: PictureStorageError.self) {
      try await place.claim(for: "other data", from: place)
    }
    #expect(try await place.picture("0\(Self.name.dropFirst())") == nil)
    for name in ["../\(Self.name)", "a?b.png", "firefly-uploads.txt", "", "é.png"] {
      #expect(try await place.picture(name) == nil, "\(name)")
    }
    #expect(fake.refused == [])
  }

  private func credentials() throws -> S3Credentials {
    try #require(
      S3Credentials(environment: ["AWS_ACCESS_KEY_ID": "k", "AWS_SECRET_ACCESS_KEY": "s"]))
  }

  /// If no connection can be made, nobody waits for one.
  @Test func everyRequestFailsWithoutConnections() async throws {
    let connections = S3Connections(
      region: "r", try credentials(), S3Timeouts(), make: { nil })
    await withTaskGroup(of: Void.self) { group in
      for _ in 1...40 {
        group.addTask {
          await #expect(throws: S3Error.noLibrary) {
            _ = try await connections.perform(S3Request(method: .get, url: "http://127.0.0.1:1/"))
          }
        }
      }
    }
    #expect(connections.waitingCount == 0)
  }

  @Test func aCancelledRequestDoesNotWait() async throws {
    let opening = DispatchSemaphore(value: 0)
    let connections = S3Connections(
      region: "r", try credentials(), S3Timeouts(),
      make: {
        opening.wait()
        return nil
      })
    let requests = (1...9).map { _ in
      Task {
        try await connections.perform(S3Request(method: .get, url: "http://127.0.0.1:1/"))
      }
    }
    #expect(try await eventually { connections.waitingCount == 1 })
    for request in requests { request.cancel() }
    #expect(try await eventually { connections.waitingCount == 0 })
    for _ in requests { opening.signal() }
    for request in requests {
      await #expect(throws: S3Error.self) { _ = try await request.value }
    }
  }

  @Test func wrongKeysAndPlacesAreNamed() async throws {
    let fake = try await FakeS3()
    func start(_ place: PicturesInS3) async -> S3Error? {
      await trouble { try await place.claim(for: "data", from: place) }
    }
    #expect(await start(try place(fake, key: "wrong")) == .refused("InvalidAccessKeyId"))
    #expect(await start(try place(fake, secret: "wrong")) == .refused("SignatureDoesNotMatch"))
    #expect(await start(try place(fake, region: "us-east-1")) == .wrongRegion)
    #expect(await start(try place(fake, bucket: "no-bucket")) == .noBucket)
    let port = fake.port
    await fake.stop()
    let gone = PicturesInS3(
      try S3Address("s3://abc?endpoint=http://127.0.0.1:\(port)", environment: [:]),
      try fake.credentials())
    guard case .unreachable? = await start(gone) else { return #expect(Bool(false)) }
  }

  @Test func failuresAreNotPictures() async throws {
    let fake = try await FakeS3()
    let (place, bytes) = (try place(fake), PictureStorageTests.picture(bytes: 1_000))
    let impatient = try self.place(fake, limits: Self.impatience)
    try await place.put(try draft(bytes), as: Self.name)
    let cases: [(FakeS3.Trouble, S3Error)] = [
      (.refusal(503, "SlowDown"), .busy), (.refusal(500, "InternalError"), .busy),
      (.slow(Self.delay), .timedOut),
      (.cut, .incomplete), (.flood, .tooLarge),
      (.refusal(403, "AccessDenied"), .refused("AccessDenied")),
      (.refusal(418, "<b>\u{1B}[31m"), .unexpected("status 418")),
      (.refusal(301, "x"), .wrongRegion),
    ]
    for (fault, expected) in cases {
      let asked = expected == .timedOut ? impatient : place
      let file = try #require(try await asked.picture(Self.name))
      fake.trouble("GET", fault)
      #expect(await trouble { try await file.next() } == expected, "\(fault)")
    }
    // Changed behind the server's back: never a mixture.
    let file = try #require(try await place.picture(Self.name))
    try await place.put(try draft(PictureStorageTests.picture(1)), as: Self.name)
    #expect(await trouble { try await file.next() } == .unexpected("PreconditionFailed"))
    for (fault, expected) in [
      (FakeS3.Trouble.slow(Self.delay), S3Error.timedOut), (.refusal(503, "x"), .busy),
    ] {
      let asked = expected == .timedOut ? impatient : place
      fake.trouble("HEAD", fault)
      #expect(await trouble { try await asked.picture(Self.name) } == expected)
      fake.trouble("PUT", fault)
      #expect(await trouble { try await asked.put(try draft(bytes), as: "b.png") } == expected)
    }
    // And all is well afterwards.
    #expect(try await place.picture(Self.name)?.length == 1_000)
  }

  /// A server that hangs keeps neither the disk nor other requests waiting.
  @Test func slownessIsBounded() async throws {
    let fake = try await FakeS3()
    let (impatient, patient) = (try place(fake, limits: Self.impatience), try place(fake))
    try await patient.put(try draft(PictureStorageTests.picture(bytes: 1_000)), as: Self.name)
    fake.trouble("HEAD", .slow(Self.delay))
    #expect(await trouble { try await impatient.picture(Self.name) } == .timedOut)
    let (held, release) = AsyncStream<Void>.makeStream()
    let answers = Task { for await _ in held {} }
    fake.trouble("HEAD", .after(answers), times: 16)
    await withTaskGroup(of: Bool.self) { group in
      for _ in 1...16 {
        group.addTask { await trouble { try await patient.picture(Self.name) } == nil }
      }
      // As many as there are connections, after the first request.
      let areAsked = try? await eventually {
        fake.requests.count { $0.hasPrefix("HEAD") } == 9
      }
      #expect(areAsked == true)
      // The disk is free while all of them hang.
      for queue in BlockingPool.shared.queues { await BlockingThread.run(on: queue) {} }
      release.finish()
      for await isAnswered in group { #expect(isAnswered) }
    }
    #expect(fake.requests.count { $0.hasPrefix("HEAD") } == 17)
  }

  /// Clients get a sentence and may try again; everything else goes on.
  @Test(.enabled(if: PostgresServer.programs != nil, "PostgreSQL is not installed"))
  func withoutItsPicturesAServerWorks() async throws {
    let fake = try await FakeS3()
    let address = try S3Address(fake.address(), environment: [:])
    let kind = PictureKind(testDescription: "S3") { _ in .s3(address, try fake.credentials()) }
    try await kind.withHouse { house, ben in
      let post = try await ben.create(PictureStorageTests.picture(1)).post
      let url = try #require(post.imageURL)
      for status in [500, 403] {
        fake.trouble("HEAD", .refusal(status, "x"))
        let answer = try await ben.get(url)
        #expect(answer.status == 503 && answer.headers["retry-after"] == "2")
        #expect(
          answer.text.contains("The picture storage is not responding")
            && !answer.text.contains("fire-flies"))
      }
      fake.trouble("PUT", .refusal(503, "SlowDown"))
      #expect(try await ben.create(PictureStorageTests.picture(2)).status == 503)
      #expect(fake.names.count == 1)
      #expect(try await ben.get(url).status == 200)
      await fake.stop()
      #expect(try await ben.get(url).status == 503)
      #expect(try await ben.create(PictureStorageTests.picture(3)).status == 503)
      #expect(try await ben.create("without a picture").status == 200)
      #expect(try await ben.get("/api/posts/\(post.id)").status == 200)
      // What could not be removed is, later.
      #expect(try await ben.delete(post.id).status == 200)
      house.clock.advance(601)
      #expect(try await ben.create("whatever changes").status == 200)
      #expect(try await ben.get(url).status == 503)
    }
  }

  @Test func addressesAreRead() throws {
    func address(_ text: String) throws -> S3Address { try S3Address(text, environment: [:]) }
    let full = try address(
      "s3://b.c-1?endpoint=https://s3.example.org:9000/&region=eu-1&prefix=x/y/")
    #expect(full.url(of: "n.png") == "https://s3.example.org:9000/b.c-1/x/y/n.png")
    #expect(full.name == "S3 bucket b.c-1/x/y/ at s3.example.org")
    #expect(try address("s3://abc").url(of: "n") == "https://s3.us-east-1.amazonaws.com/abc/n")
    #expect(try S3Address("s3://abc", environment: ["AWS_REGION": "eu-2"]).region == "eu-2")
    for text in [
      "s3://", "s3:abc", "s3://ab", "s3://ABC", "s3://abc/d", "s3://abc?endpoint=ftp://x",
      "s3://abc?endpoint=http://x/y", "s3://abc?endpoint=http://x?y", "s3://abc?prefix=../x",
      "s3://abc?prefix=/x", "s3://abc?prefix=x//y", "s3://abc?prefix=%0d%0ax",
      "s3://abc?region=a/b",
      "s3://abc?unknown=1", "s3://abc#x", "s3://abc:80", "s3://a%2Fbc",
      "s3://hidden:secret@abc", "s3://abc?endpoint=http://hidden:secret@x",
      "s3://abc?access_key=hidden",
    ] {
      do {
        _ = try address(text)
        Issue.record("\(text)")
      } catch {
        #expect(!"\(error)".contains("hidden") && !"\(error)".contains("secret"), "\(error)")
      }
    }
    #expect(S3Credentials(environment: ["AWS_ACCESS_KEY_ID": "a"]) == nil)
    let line = ["AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b\r\nX: y"]
    #expect(S3Credentials(environment: line) == nil)
    var text = ""
    dump(
      S3Credentials(environment: ["AWS_ACCESS_KEY_ID": "aaa", "AWS_SECRET_ACCESS_KEY": "bbb"]),
      to: &text)
    #expect(!text.contains("aaa") && !text.contains("bbb"))
  }
}

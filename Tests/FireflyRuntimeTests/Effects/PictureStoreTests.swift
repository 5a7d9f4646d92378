import FireflyAPI
import FireflyCore
import FireflyPictures
import FireflyScreen
import Foundation
import Synchronization
import Testing

@testable import FireflyApp
@testable import FireflyRuntime

/// Pictures from the real server, over a socket: to the disk, to memory, to cells.
@MainActor
@Suite(.serialized) struct PictureStoreTests {
  private let size = Size(width: 60, height: 20)

  private func store(_ server: TestServer, client: (any PostsClient)? = nil) -> PictureStore {
    PictureStore(
      client: client ?? server.client, server: SiteID(kept: server.address.description),
      cache: server.folder.appendingPathComponent("cache"), abilities: ScreenAbilities(),
      log: silent)
  }

  private func placement(isSettled: Bool, halfY: Int = 2) -> PicturePlacement {
    PicturePlacement(
      x: 2, columns: 40, halfY: halfY, halfRows: 24, clipX: 0, clipY: 0, card: .white,
      isSettled: isSettled)
  }

  private func drawn(
    _ address: String, from store: PictureStore, isSettled: Bool = true, halfY: Int = 2
  ) -> Frame? {
    var frame = Frame(size: size)
    let place = placement(isSettled: isSettled, halfY: halfY)
    return store.memory.draw(address, place, into: &frame) ? frame : nil
  }

  @Test(arguments: [
    ("/uploads/meadow.jpg", 1200.0 / 675), ("/uploads/noor.png", 1.0),
    ("/uploads/hedge.webp", 1.5),
  ])
  func theTrueAspectRatio(_ address: String, _ ratio: Double) async throws {
    try await running { server in
      let store = store(server)
      #expect(drawn(address, from: store) == nil)
      let loaded = try #require(await store.load(address))
      #expect(abs(loaded - ratio) < 0.01)
      #expect(drawn(address, from: store) != nil)
    }
  }

  @Test func failedRequestsSucceedWhenRepeated() async throws {
    try await running { server in
      let store = store(server)
      let file = server.folder.appendingPathComponent("uploads/meadow.jpg")
      let whole = try Data(contentsOf: file)
      // Gone, then damaged, then there.
      try FileManager.default.removeItem(at: file)
      #expect(await store.load("/uploads/meadow.jpg") == nil)
      #expect(drawn("/uploads/meadow.jpg", from: store) == nil)
      try whole.prefix(20).write(to: file)
      #expect(await store.load("/uploads/meadow.jpg") == nil)
      try whole.write(to: file)
      #expect(await store.load("/uploads/meadow.jpg") != nil)
      #expect(drawn("/uploads/meadow.jpg", from: store) != nil)
    }
  }

  @Test func copiesOnTheDiskAreAskedFor() async throws {
    let answers = Mutex<[(tag: String?, bytes: Int?)]>([])
    try await running { server in
      var client = AlteredClient(server.client)
      client.instead.picture = { [whole = server.client] address, tag async throws(APIError) in
        let answer = try await whole.picture(address, tag)
        answers.withLock { $0.append((tag, answer?.bytes.count)) }
        return answer
      }
      let first = await store(server, client: client).load("/uploads/meadow.jpg")
      let disk = PictureDiskCache(
        directory: server.folder.appendingPathComponent("cache/pictures"))
      try await waitUntil("the copy") {
        await disk.entry(
          server: server.address.description, address: "/uploads/meadow.jpg") != nil
      }
      let second = await store(server, client: client).load("/uploads/meadow.jpg")
      #expect(first != nil && first == second)
      let log = answers.withLock { $0 }
      #expect(log.count == 2)
      #expect(log.first?.tag == nil && (log.first?.bytes ?? 0) > 1_000)
      #expect(log.last?.tag != nil && log.last?.bytes == nil)
      // With the server gone, a copy is better than nothing.
      await server.stop()
      #expect(await store(server, client: client).load("/uploads/meadow.jpg") == first)
      #expect(await store(server).load("/uploads/noor.png") == nil)
    }
  }

  @Test func invalidPicturesFail() async throws {
    try await running { server in
      let store = store(server)
      let uploads = server.folder.appendingPathComponent("uploads")
      for (name, bytes) in [
        ("text.jpg", Data("no picture at all".utf8)), ("empty.png", Data()),
        ("cut.png", try Data(contentsOf: uploads.appendingPathComponent("noor.png")).prefix(100)),
      ] {
        try bytes.write(to: uploads.appendingPathComponent(name))
        #expect(await store.load("/uploads/\(name)") == nil, "\(name)")
      }
      for address in ["/uploads/none.jpg", "", "/", "file:///etc/passwd", "/uploads/../x.png"] {
        #expect(await store.load(address) == nil, "\(address)")
        #expect(drawn(address, from: store) == nil)
      }
    }
  }

  @Test func mislabelledPicturesAreShown() async throws {
    try await running { server in
      let uploads = server.folder.appendingPathComponent("uploads")
      try FileManager.default.copyItem(
        at: uploads.appendingPathComponent("noor.png"),
        to: uploads.appendingPathComponent("really-png.jpg"))
      #expect(await store(server).load("/uploads/really-png.jpg") == 1)
    }
  }

  @Test(arguments: [2, 3])
  func theSettledLookTakesThePlaceOfTheMovingOne(halfY: Int) async throws {
    let address = "/uploads/meadow.jpg"
    try await running { server in
      let store = store(server)
      var changes = 0
      store.onChange = { changes += 1 }
      _ = await store.load(address)
      let moving = drawn(address, from: store, isSettled: false, halfY: halfY)
      store.renderPending()
      // What moves is never made finer.
      try await Task.sleep(for: .milliseconds(50))
      #expect(changes == 0)
      let first = drawn(address, from: store, halfY: halfY)
      #expect(first == moving)
      store.renderPending()
      try await waitUntil("the settled look") { changes == 1 }
      let settled = drawn(address, from: store, halfY: halfY)
      #expect(settled != nil && settled != first)
      store.renderPending()
      try await Task.sleep(for: .milliseconds(50))
      #expect(changes == 1)
      #expect(drawn(address, from: store, halfY: halfY) == settled)
    }
  }

  private func running(
    _ body: @escaping @MainActor @Sendable (TestServer) async throws -> Void
  ) async throws {
    try await TestServer.run(body)
  }

  /// Counts requests.
  private final class Counter: Sendable {
    private let number = Mutex(0)
    var count: Int { number.withLock { $0 } }
    func add() { number.withLock { $0 += 1 } }
  }

  /// A store that has loaded so many copies of a picture, and the names of these.
  private func storeOfCopies(
    _ count: Int, on server: TestServer, counting asked: Counter
  ) async throws -> (PictureStore, names: [String]) {
    var client = AlteredClient(server.client)
    client.instead.picture = { [whole = server.client] address, tag async throws(APIError) in
      asked.add()
      return try await whole.picture(address, tag)
    }
    let uploads = server.folder.appendingPathComponent("uploads")
    let names = (0..<count).map { "copy-\($0).jpg" }
    for name in names {
      try FileManager.default.copyItem(
        at: uploads.appendingPathComponent("meadow.jpg"),
        to: uploads.appendingPathComponent(name))
    }
    let store = store(server, client: client)
    for name in names { _ = await store.load("/uploads/\(name)") }
    return (store, names)
  }

  @Test func reloadedPictureWaitsForItsTurn() async throws {
    let asked = Counter()
    try await running { server in
      let (store, _) = try await storeOfCopies(12, on: server, counting: asked)
      for number in 0..<3 { #expect(await store.queue.waitForTurn("other \(number)")) }
      // The first had to make room.
      #expect(drawn("/uploads/copy-0.jpg", from: store) == nil)
      let count = asked.count
      store.renderPending()
      try await Task.sleep(for: .milliseconds(100))
      #expect(asked.count == count)
      await store.queue.endTurn("other 0")
      try await waitUntil("the picture") { drawn("/uploads/copy-0.jpg", from: store) != nil }
      #expect(asked.count == count + 1)
      // It has left its turn.
      #expect(await store.queue.waitForTurn("other 3"))
    }
  }

  /// More pictures in sight than memory has room for: they may not chase each other out for ever.
  @Test func picturesBeyondTheRoomAreNotAskedForAgainAndAgain() async throws {
    let asked = Counter()
    try await running { server in
      let (store, names) = try await storeOfCopies(24, on: server, counting: asked)
      let drawAll = {
        for name in names { _ = drawn("/uploads/\(name)", from: store) }
        store.renderPending()
      }
      store.onChange = drawAll
      drawAll()
      // Each is got once more at most, while all of them stay in sight.
      var count = 0
      try await waitUntil("the end of asking") {
        defer { count = asked.count }
        try? await Task.sleep(for: .milliseconds(400))
        return count == asked.count
      }
      #expect(count <= 2 * names.count)
      // What went out of sight is got again when it comes back.
      _ = store.memory.drainRequested()
      store.renderPending()
      drawAll()
      try await waitUntil("one more question") { asked.count > count }
      store.onChange = {}
    }
  }
}

import FireflyAPI
import FireflyApp
import FireflyScreen
import Foundation
import Testing

@testable import FireflyRuntime

/// Keys that come before what they are meant for.
@Suite(.serialized) struct TypedAheadTests {
  /// A client that takes its time to tell a post with all above it.
  private func slowPath(_ time: Duration) -> @Sendable (TestServer) -> any PostsClient {
    { server in
      var client = AlteredClient(server.client)
      client.instead.post = { id, ancestors async throws(APIError) in
        if ancestors {
          guard (try? await Task.sleep(for: time)) != nil else { throw .cancelled }
        }
        return try await server.client.post(id, ancestors)
      }
      return client
    }
  }

  /// A client to which no list is ever told.
  private func silentLists(_ server: TestServer) -> any PostsClient {
    let silence = Silence()
    var client = AlteredClient(server.client)
    client.instead.list = { _, _ async throws(APIError) in try await silence.answer() }
    return client
  }

  /// A client that tells a post with all above it when a gate is opened.
  private func path(behind gate: Gate) -> @Sendable (TestServer) -> any PostsClient {
    { server in
      var client = AlteredClient(server.client)
      client.instead.post = { id, ancestors async throws(APIError) in
        let post = try await server.client.post(id, ancestors)
        if ancestors { await gate.pass() }
        return post
      }
      return client
    }
  }

  @Test func aKeyWaitsForThePathOfTheStart() async throws {
    let gate = Gate()
    try await Stage.run(client: path(behind: gate)) { stage, server in
      let top = try server.addChildren(12)
      stage.start(at: top)
      try await stage.shows("1 of ")
      stage.press(.down)
      #expect(!stage.screen.text.contains("2 of "))
      gate.open()
      try await stage.shows("2 of 12")
    }
  }

  @Test func soDoesTheWayBack() async throws {
    let gate = Gate()
    try await Stage.run(client: path(behind: gate)) { stage, server in
      let top = try await server.create("top")
      let middle = try await server.create("middle", below: top.id)
      _ = try await server.create("low", below: middle.id)
      stage.start(at: middle.id)
      try await stage.shows("1 of ")
      stage.press(.left)
      gate.open()
      try await stage.shows("❮ top")
      try await stage.rests()
      #expect(stage.screen.text.contains("middle"))
      #expect(!stage.screen.text.contains("low"))
    }
  }

  /// Words that were typed in the belief that the key before them begins to write.
  @Test func keysAfterARefusedOneAreDropped() async throws {
    try await Stage.run(motion: .none) { stage, server in
      try await stage.start(among: 3, on: server)
      stage.press(.function(3))
      try await stage.rests()
      let words = "1nChanged by me".map { Key.character($0) }
      stage.runtime.inputArrived(
        ([.character("n")] + words + [.escape, .character("1"), .enter, .control("s")]).map {
          ScreenEvent.key($0)
        } + [.paste("more")])
      #expect(stage.screen.text.contains("Nothing can be posted here"))
      stage.press(.escape)
      try await stage.rests()
      #expect(!stage.screen.text.contains("Nothing can be posted here"))
      #expect(!stage.screen.text.contains("Ctrl-S save"))
    }
  }

  @Test func anInterruptWaitsBehindNothing() async throws {
    try await Stage.run(client: slowPath(.seconds(60))) { stage, server in
      let top = try server.addChildren(12)
      stage.start(at: top)
      try await stage.shows("1 of ")
      stage.press(.down)
      #expect(stage.endCount == 0)
      stage.press(.control("c"))
      #expect(stage.endCount == 1)
    }
  }

  @Test func aPathThatNeverComesIsNotWaitedForLong() async throws {
    try await Stage.run(client: slowPath(.seconds(60)), motion: .none) { stage, server in
      let top = try server.addChildren(12)
      let start = ContinuousClock.now
      stage.start(at: top)
      try await stage.shows("1 of ")
      stage.press(.down)
      // On a busy machine the list may come after all patience.
      let isEarly = start.duration(to: .now) < .seconds(AppState.maximumKeyDelay)
      #expect(stage.screen.text.contains("1 of ") || !isEarly)
      try await stage.shows("2 of ")
    }
  }

  @Test func norIsAListWhereNothingMoves() async throws {
    try await Stage.run(client: silentLists, motion: .none) { stage, _ in
      stage.start()
      // Everything else that is under way has come when the keys are pressed.
      try await stage.rests(but: "a list")
      stage.press(.down, .character("q"))
      #expect(stage.endCount == 0)
      try await waitUntil("the end") { stage.endCount > 0 }
    }
  }

  @Test func theHelpWaitsBehindNothing() async throws {
    try await Stage.run(client: silentLists) { stage, _ in
      stage.start()
      stage.press(.down, .down)
      stage.press(.character("?"))
      #expect(stage.screen.text.contains("next post"))
      // Keys for the help are for the help; those that wait for the list go on waiting.
      stage.press(.escape)
      #expect(!stage.screen.text.contains("next post"))
    }
  }

  /// What is typed without an end behind a list that doesn't come is lost at some point; and one can
  /// always leave.
  @Test func typedAheadInputIsBounded() async throws {
    try await Stage.run(client: silentLists) { stage, _ in
      stage.start()
      for _ in 0..<50 { stage.runtime.inputArrived(Array(repeating: .key(.down), count: 2_000)) }
      stage.press(.control("c"))
      #expect(stage.endCount == 1)
    }
    var queue = TypedAhead()
    for _ in 0..<100_000 { queue.append(.key(.down)) }
    var count = 0
    while !queue.isEmpty {
      queue.removeFirst()
      count += 1
    }
    #expect(count == TypedAhead.maximumCount)
  }

  /// Each of the keys that open a list has a key behind it that waits for posts.
  @Test(arguments: [Settings.Motion.full, .none])
  func keysWaitForSlowListsTwoSecondsInAll(motion: Settings.Motion) async throws {
    try await Stage.run(client: silentLists, motion: motion) { stage, _ in
      stage.start()
      let pressed = ContinuousClock.now
      stage.press(.down, .tab, .down, .tab, .down, .character("q"))
      #expect(stage.endCount == 0)
      try await waitUntil("the end") { stage.endCount > 0 }
      // Two seconds for each of the three would be six.
      #expect((1.5..<6).contains(pressed.duration(to: .now) / .seconds(1)))
    }
  }
}

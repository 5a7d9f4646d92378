import FireflyApp
import FireflyCore
import FireflyScreen
import FireflyTransfer
import Foundation
import Testing

@testable import FireflyAutomation
@testable import FireflyRuntime
@testable import FireflyStore

/// `Documentation/firefly.svg` and `firefly-light.svg`, which the README shows, are pictures of this
/// program.
@MainActor struct ReadmeTests {
  nonisolated private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The time at which the pictures are drawn, in seconds since 1970: some hours after the guide's.
  fileprivate nonisolated static let time = 1_793_400_000.0

  /// What is pressed, what stands below the screen then, and for how many hundredths of a second.
  private static let steps: [(key: Key?, shows: String, caption: String, time: Int)] = [
    (nil, "welcome", "a tree of posts", 150),
    (.enter, "Good evening", "Enter  opens a post in its place", 220),
    (.enter, "start here", "Enter  closes it", 70),
    (.right, "1 of", "→  goes to its replies", 160),
    (.character("v"), "1 of", "v  shows all of them as a thread", 200),
    (.character("}"), "2 of", "}  goes to the next branch", 50),
    (.character("}"), "3 of", "}  goes to the next branch", 80),
    (.enter, "▸", "Enter  folds it", 200),
  ]

  /// Compares the letters of a picture, and when they are seen, with what the program draws now.
  ///
  /// With `FIREFLY_RECORD`, which `make picture` sets, it writes the file instead, and fails.
  @Test(arguments: ["firefly.svg", "firefly-light.svg"])
  func thePictureIsUpToDate(_ name: String) async throws {
    let drawn = try await Self.draw(on: name == "firefly.svg" ? .black : .white)
    #expect(drawn.utf8.count < 400_000)
    let file = Self.root.appendingPathComponent("Documentation/\(name)")
    if ProcessInfo.processInfo.environment["FIREFLY_RECORD"] != nil {
      try drawn.write(to: file, atomically: true, encoding: .utf8)
      Issue.record("recorded \(name)")
      return
    }
    let expected = try String(contentsOf: file, encoding: .utf8)
    #expect(
      Self.letters(of: drawn) == Self.letters(of: expected),
      "The picture is out of date: run `make picture`, and look at it.")
  }

  private static func draw(on backdrop: Color) async throws -> String {
    let server = try await TestServer.start(fill: fill)
    do {
      let picture = try await film(server, on: backdrop)
      await server.stop()
      return picture.svg
    } catch {
      await server.stop()
      throw error
    }
  }

  /// The field guide, with the dates of its file.
  nonisolated private static func fill(_ store: SQLiteStore) async throws {
    let folder = root.appendingPathComponent("Sources/FireflyStore/FieldGuide")
    let guide = try #require(try FieldGuide(folder: folder))
    for picture in guide.pictures { try await store.addPictureFile(picture) }
    _ = try await store.importPosts(guide.document) { TestServer.ada }
  }

  private static func film(_ server: TestServer, on backdrop: Color) async throws -> MovingPicture {
    let stage = Stage(server)
    defer { stage.runtime.end() }
    stage.start()
    stage.runtime.inputArrived([.background(backdrop)])
    try await stage.rests()
    var picture = MovingPicture(on: backdrop)
    for step in steps {
      if let key = step.key {
        stage.press(key)
        for frame in try await stage.motion(every: 0.1) {
          picture.show(frame, for: 10, caption: step.caption)
        }
      }
      try await stage.shows(step.shows)
      try await stage.rests()
      picture.show(stage.frame(), for: step.time, caption: step.caption)
    }
    return picture
  }

  /// The elements that are letters, and the times at which they are seen, a line each.
  private static func letters(of svg: String) -> [Substring] {
    svg.split(separator: "\n").filter { $0.hasPrefix("<text") || $0.hasPrefix("@keyframes t") }
  }
}

extension Stage {
  /// What is on the screen, at the time of the pictures.
  fileprivate func frame() -> Frame { frame(of: runtime.state, at: runtime.shownAt) }

  private func frame(of state: AppState, at now: Double) -> Frame {
    var state = state
    state.epoch = ReadmeTests.time - now
    return render(state, at: now, pictures: runtime.pictures.memory)
  }

  /// The frames of what moves now, at times so many seconds apart, with their pictures.
  fileprivate func motion(every seconds: Double) async throws -> [Frame] {
    let state = runtime.state
    // A motion starts up to a frame before it is first drawn; its end is certain. At half of it
    // some rows lie between two cells.
    let start = state.motionEnd - Animated.duration + 0.011
    guard state.isMoving(at: runtime.shownAt) else { return [] }
    func frames() -> [Frame] {
      stride(from: start, to: state.motionEnd, by: seconds).map { frame(of: state, at: $0) }
    }
    // Pictures of sizes that were not drawn before are made first.
    _ = frames()
    runtime.pictures.renderPending()
    try await rests()
    return frames()
  }
}

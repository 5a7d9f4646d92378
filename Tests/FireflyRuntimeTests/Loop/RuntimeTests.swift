import FireflyAPI
import FireflyApp
import FireflyCore
import FireflyScreen
import Foundation
import Synchronization
import Testing

@testable import FireflyRuntime

/// The loop before a screen in memory, with the real server behind it.
@Suite(.serialized) struct RuntimeTests {
  @Test func theFirstFrameWaitsForNoAnswer() async throws {
    try await Stage.run { stage, _ in
      stage.start()
      #expect(stage.screen.shows == 1)
      #expect(stage.screen.text.contains("Loading posts..."))
      try await waitUntil("posts") { stage.screen.text.contains("1 of ") }
    }
  }

  @Test func aPictureThatNeverComesHoldsNothingUp() async throws {
    let asked = Mutex<[String]>([])
    try await Stage.run(client: { server in
      var client = AlteredClient(server.client)
      client.instead.picture = { address, _ async throws(APIError) in
        asked.withLock { $0.append(address) }
        return try await Silence().answer()
      }
      return client
    }) { stage, server in
      let lines = (1...4).map {
        #"{"id":\#($0),"title":"the post \#($0)","image_url":"/uploads/\#($0).jpg"}"#
      }
      _ = try server.add(lines.joined(separator: "\n"))
      stage.start()
      // The newest stands first in the list.
      try await waitUntil("the request") { asked.withLock { $0.contains("/uploads/4.jpg") } }
      try await stage.shows("the post 1")
    }
  }

  @Test func twoThousandKeysAreOneFrame() async throws {
    try await Stage.run { stage, server in
      try await stage.start(among: 2_500, on: server)
      let count = stage.screen.shows
      stage.runtime.inputArrived(Array(repeating: .key(.down), count: 2_000))
      try await stage.shows("2001 of 2500")
      // One frame, or one for each twentieth of a second where the machine is slow.
      #expect(stage.screen.shows - count < 40)
      let shown = stage.screen.shows
      stage.runtime.inputArrived([])
      #expect(stage.screen.shows == shown)
    }
  }

  @Test func aKeyDuringMotionIsObeyedAtOnce() async throws {
    try await Stage.run { stage, server in
      try await stage.start(among: 12, on: server)
      let compact = try #require(stage.screen.frames.last)
      let count = stage.screen.shows
      stage.press(.enter)
      try await waitUntil("a frame of the motion") { stage.screen.shows >= count + 2 }
      let before = stage.screen.shows
      stage.press(.down)
      #expect(stage.screen.shows == before + 1)
      #expect(stage.screen.text.contains("2 of 12"))
      stage.press(.up, .enter)
      #expect(stage.screen.shows == before + 2)
      try await stage.rests()
      #expect(stage.screen.text == compact.text)
    }
  }

  @Test func motionIsShownInFramesAndEnds() async throws {
    try await Stage.run { stage, server in
      try await stage.start(among: 12, on: server)
      let count = stage.screen.shows
      stage.press(.enter)
      try await stage.rests()
      // A motion has frames between its ends; a busy machine shows fewer of them.
      let frames = stage.screen.frames.dropFirst(count - 1)
      #expect(zip(frames, frames.dropFirst()).count { $0 != $1 } > 1)
      let shown = stage.screen.shows
      try await Task.sleep(for: .milliseconds(300))
      #expect(stage.screen.shows == shown)
    }
  }

  @Test func withoutMotionEveryChangeIsOneFrame() async throws {
    try await Stage.run(motion: .none) { stage, server in
      try await stage.start(among: 12, on: server)
      let count = stage.screen.shows
      stage.press(.enter)
      try await stage.rests()
      // On a busy machine the text arrives after the open card.
      #expect((1...2).contains(stage.screen.shows - count))
    }
  }

  @Test func requestsOfALeftLevelAreCancelled() async throws {
    let silence = Silence()
    let deep = Mutex(0)
    try await Stage.run(client: { server in
      var client = AlteredClient(server.client)
      client.instead.list = { list, arriving async throws(APIError) in
        guard list == .children(of: deep.withLock { $0 }) else {
          return try await server.client.list(list, arriving)
        }
        return try await silence.answer()
      }
      return client
    }) { stage, server in
      let top = try await server.create("top")
      let middle = try await server.create("middle", below: top.id)
      _ = try await server.create("low", below: middle.id)
      deep.withLock { $0 = middle.id }
      stage.start(at: top.id)
      try await stage.shows("1 of 1")
      try await stage.rests()
      let before = stage.screen.text
      stage.press(.right)
      try await waitUntil("the request") { silence.asked == 1 }
      stage.press(.left)
      try await waitUntil("the end of the request") { silence.cancelled == 1 }
      try await stage.rests()
      #expect(stage.screen.text == before)
    }
  }

  @Test func quittingEndsOnceAndShowsNothingMore() async throws {
    try await Stage.run { stage, server in
      try await stage.start(among: 3, on: server)
      let count = stage.screen.shows
      stage.press(.enter, .character("q"))
      #expect(stage.endCount == 1)
      stage.press(.down)
      stage.runtime.send(.noted("late", isError: false))
      try await Task.sleep(for: .milliseconds(100))
      #expect(stage.screen.shows == count)
      #expect(stage.endCount == 1)
    }
  }

  @Test func redrawingForgetsWhatIsShown() async throws {
    try await Stage.run { stage, server in
      try await stage.start(among: 3, on: server)
      let count = stage.screen.shows
      stage.press(.control("l"))
      #expect(stage.screen.invalidations == 1)
      #expect(stage.screen.shows == count + 1)
    }
  }

  @Test func anotherSizeIsAnotherFrame() async throws {
    try await Stage.run { stage, server in
      try await stage.start(among: 3, on: server)
      for (width, height) in [(120, 40), (1, 1), (0, 0), (300, 90)] {
        stage.screen.size = Size(width: width, height: height)
        stage.runtime.sizeChanged()
        #expect(stage.screen.frames.last?.size == stage.screen.size)
      }
      #expect(stage.screen.text.contains("1 of 3"))
    }
  }

  /// Frames that take half of a motion's time each: it must not take longer for that, and soon there
  /// is none.
  @Test func aSlowLineEndsMotion() async throws {
    try await Stage.run { stage, server in
      try await stage.start(among: 12, on: server)
      stage.screen.delay = 150_000
      let count = stage.screen.shows
      stage.press(.enter)
      try await stage.rests()
      #expect(stage.screen.shows - count <= 4)
      let expanded = stage.screen.text
      stage.press(.enter)
      stage.press(.enter)
      #expect(stage.screen.text == expanded)
      try await stage.rests()
      #expect(stage.screen.text == expanded)
    }
  }

  @Test func copyingWritesToTheClipboard() async throws {
    try await Stage.run { stage, server in
      try await stage.start(among: 3, on: server)
      stage.press(.character("y"))
      #expect(stage.screen.written.count == 1)
      let sequence = String(decoding: stage.screen.written.first ?? [], as: UTF8.self)
      #expect(sequence.hasPrefix("\u{1B}]52;c;"))
      #expect(stage.screen.text.contains("Copied “child"))
    }
  }

  /// The message comes, and goes by itself.
  @Test func notesGoAway() async throws {
    try await Stage.run { stage, server in
      try await stage.start(among: 3, on: server)
      stage.runtime.send(.noted("a short note", isError: false))
      #expect(stage.screen.text.contains("a short note"))
      try await waitUntil("the end of the note") { !stage.screen.text.contains("a short note") }
    }
  }

  @Test func stoppedServerIsReportedAndRetried() async throws {
    try await Stage.run(motion: .none) { stage, server in
      let top = try await server.create("top")
      let middle = try await server.create("middle", below: top.id)
      _ = try await server.create("low", below: middle.id)
      stage.start(at: top.id)
      try await stage.shows("1 of 1")
      await server.stop()
      stage.press(.right)
      try await stage.shows("Can't reach")
      #expect(stage.screen.text.contains("Retry"))
      try await server.restart()
      stage.press(.character("r"))
      try await stage.shows("low")
      // A note of another request that was under way goes by itself.
      try await waitUntil("no complaint") { !stage.screen.text.contains("Can't reach") }
    }
  }

  @Test func keysAfterQuittingDoNothing() async throws {
    try await Stage.run { stage, server in
      try await stage.start(among: 3, on: server)
      stage.press(.character("q"), .character("y"))
      #expect(stage.endCount == 1)
      #expect(stage.screen.written.isEmpty)
    }
  }

  /// Pages of memory in use.
  private static func residentBytes() -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let fields = text.split(separator: " ").compactMap { Int($0) }
    return (fields.count > 1 ? fields[1] : 0) * Int(getpagesize())
  }

  /// Keys that come at once begin one search, not one each.
  @Test func manyKeysInFindTakeLittleMemory() async throws {
    try await Stage.run(motion: .none) { stage, server in
      try await stage.start(among: 50, on: server)
      stage.press(.character("/"))
      let before = Self.residentBytes()
      // More than these are not kept at once.
      let keys = (0..<9_000).map { ScreenEvent.key($0 % 2 == 0 ? .character("x") : .backspace) }
      stage.runtime.inputArrived(keys + [.key(.character("7"))])
      try await waitUntil("the match") { stage.screen.text.contains("/7  1 of 5") }
      #expect(Self.residentBytes() - before < 60 << 20)
    }
  }
}

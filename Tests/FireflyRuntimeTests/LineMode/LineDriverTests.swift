import FireflyAPI
import FireflyApp
import FireflyCore
import Synchronization
import Testing

@testable import FireflyRuntime

/// Line mode on the loop, with the real server behind it.
@Suite(.serialized) @MainActor struct LineDriverTests {
  /// What was said.
  private final class Said {
    var lines: [String] = []
  }

  private func driver(_ stage: Stage, _ said: Said) -> LineDriver {
    LineDriver(stage.runtime, isInteractive: true) { lines, done in
      said.lines += lines
      // Written a moment later, as to a terminal.
      Task { @MainActor in done() }
    }
  }

  @Test func arrivalsAreCounted() async throws {
    try await Stage.run(motion: .none) { stage, server in
      let said = Said()
      let parent = try server.addChildren(3)
      stage.start(at: parent)
      let driver = driver(stage, said)
      try await waitUntil("the list") { said.lines.contains { $0.hasPrefix("1 of 3.") } }
      for title in ["one", "two"] { _ = try await server.create(title, below: parent) }
      driver.lineArrived("r")
      try await waitUntil("the count") { said.lines.contains("2 new posts.") }
      driver.lineArrived("r")
      try await waitUntil("none") { said.lines.contains("Loaded again; nothing is new.") }
    }
  }

  /// A list that does not come is named after two seconds, and left at once.
  @Test func whatLoadsIsNamedAndLeftAtOnce() async throws {
    let silence = Silence()
    try await Stage.run(
      client: { server in
        var client = AlteredClient(server.client)
        client.instead.branch = { _, _, _ async throws(APIError) in try await silence.answer() }
        return client
      }, motion: .none
    ) { stage, server in
      let said = Said()
      stage.start(at: try server.addChildren(3))
      let driver = driver(stage, said)
      try await waitUntil("the list") { said.lines.contains { $0.hasPrefix("1 of 3.") } }
      driver.lineArrived("t")
      try await waitUntil("the remark") { said.lines.contains("Loading …") }
      #expect(silence.asked == 1)
      driver.lineArrived("esc")
      try await waitUntil("the end of the request") { silence.cancelled == 1 }
      driver.lineArrived("where")
      try await waitUntil("the place") { said.lines.last?.hasPrefix("1 of 3.") == true }
      driver.lineArrived("t")
      try await waitUntil("the request") { silence.asked == 2 }
      // It quits, whatever loads.
      driver.lineArrived("q")
      try await waitUntil("the end") { stage.endCount == 1 }
    }
  }

  /// Words behind the key that finds are found, and are no command.
  @Test func findTakesItsWordsOnTheSameLine() async throws {
    try await Stage.run(motion: .none) { stage, server in
      let said = Said()
      stage.start(at: try server.addChildren(3))
      let driver = driver(stage, said)
      try await waitUntil("the list") { said.lines.contains { $0.hasPrefix("1 of 3.") } }
      driver.lineArrived("/zzz")
      try await waitUntil("no match") { said.lines.contains { $0.contains("“zzz”") } }
      #expect(!said.lines.contains { $0.hasPrefix("No command") })
      driver.lineArrived("esc")
      driver.lineArrived("zzz")
      try await waitUntil("a refusal") { said.lines.contains { $0.hasPrefix("No command “zzz”") } }
    }
  }

  /// A server that does not answer keeps nobody who has saved a text: it is a draft.
  @Test func whoSavesCanQuit() async throws {
    let silence = Silence()
    try await Stage.run(
      client: { server in
        var client = AlteredClient(server.client)
        client.instead.create = { _, _ async throws(APIError) in try await silence.answer() }
        return client
      }, motion: .none
    ) { stage, server in
      let said = Said()
      stage.start(at: try server.addChildren(3))
      let driver = driver(stage, said)
      try await waitUntil("the list") { said.lines.contains { $0.hasPrefix("1 of 3.") } }
      for line in ["f1", "n", "A title", "", "words", ".", "s"] { driver.lineArrived(line) }
      try await waitUntil("the request") { silence.asked == 1 }
      driver.lineArrived("q")
      try await waitUntil("a warning") {
        said.lines.contains { $0.hasPrefix("“A title” is still being saved. q quits now") }
      }
      #expect(stage.endCount == 0)
      // The warning must have been heard.
      try await waitUntil("the written warning") { driver.writes == 0 }
      driver.lineArrived("q")
      try await waitUntil("the end") { stage.endCount == 1 }
    }
  }

  @Test func whatWasPastedIsKnown() {
    var reader = PasteReader()
    #expect(reader.read("typed") == TypedLine(text: "typed"))
    #expect(
      reader.read("a \u{1B}[200~b\u{1B}[201~ c")
        == TypedLine(text: "a b c", isPasted: true))
    #expect(
      reader.read("\u{1B}[200~one") == TypedLine(text: "one", isPasted: true, goesOn: true))
    #expect(reader.read(".") == TypedLine(text: ".", isPasted: true, goesOn: true))
    // The line after the end of the paste is typed.
    #expect(reader.read("\u{1B}[201~.") == TypedLine(text: "."))
    #expect(reader.read("\u{1B}[B") == TypedLine(text: "\u{1B}[B"))
  }
}

import Eventually
import Foundation
import OwnThreads
import PlainServer
import TerminalHarness
import Testing

/// The commands that write, on a server without our extensions.
@Suite(.ownThreads) struct PlainServerTests {
  private let program: Program
  private let server: PlainServer

  init() async throws {
    program = try Program()
    server = try await PlainServer()
    let email = "ada@example.org"
    _ = try program.run("login", email, "--server", server.address)
    let code = try #require(server.code(of: email))
    let result = try program.run("login", email, "--code", code, "--server", server.address)
    #expect(result.status == 0, "\(result.error)")
  }

  private func run(_ arguments: String..., input: String = "") throws -> Program.Result {
    try program.run(arguments + ["--server", server.address], input: input)
  }

  /// Writes a post and gives back its number.
  private func post(_ title: String, below parent: Int? = nil) throws -> Int {
    let below = parent.map { ["--parent", "\($0)"] } ?? []
    let result = try program.run(
      ["post", "--title", title, "--summary", "s", "--server", server.address] + below,
      input: "words of \(title)")
    #expect(result.status == 0, "\(result.error)")
    return try #require(Int(result.output.trimmingCharacters(in: .newlines)))
  }

  /// It takes one picture, which is said before anything is sent; the text is kept.
  @Test func takesOnePicture() throws {
    let picture = Program.package.appendingPathComponent(
      "Sources/FireflyStore/FieldGuide/pictures/moon-pond.webp"
    ).path
    let before = server.requests.count { $0.hasPrefix("POST") }
    let result = try run(
      "post", "--title", "t", "--summary", "s", "--image", picture, "--image", picture,
      input: "words")
    #expect(result.status == 1)
    #expect(result.error.contains(" takes one picture for a post. Nothing was sent."))
    #expect(server.requests.count { $0.hasPrefix("POST") } == before && server.titles == [])
    #expect(try run("drafts").lines.count == 1)
    let one = try run(
      "post", "--title", "t", "--summary", "s", "--image", picture, input: "words")
    #expect(one.status == 0 && server.titles == ["t"], "\(one.error)")
  }

  /// The words that were sent for empty fields are among them.
  @Test func jsonHasTheWordsOfTheServer() throws {
    let parent = try post("parent")
    let posted = try run("post", "--parent", "\(parent)", "--json", input: "Only words.")
    let changed = try run("edit", "\(parent + 1)", "--body", "-", "--json", input: "Other words.")
    let listed = try run("posts", "--parent", "\(parent)", "--json")
    for (result, title) in [
      (posted, "Only words."), (changed, "Other words."), (listed, "Other words."),
    ] {
      #expect(result.output.contains(#""title" : "\#(title)""#), "\(result.output)\(result.error)")
      #expect(result.output.contains(#""summary" : "No summary""#), "\(result.output)")
    }
  }

  @Test func everyVerbDoesWhatThatServerCan() throws {
    let others = server.add("of somebody else", by: "ben@example.org")
    let parent = try post("parent")
    let child = try post("child", below: parent)
    #expect(server.titles == ["of somebody else", "parent", "child"])
    #expect(try run("edit", "\(child)", "--title", "renamed").status == 0)
    #expect(try run("edit", "\(child)", "--body", "-", input: "new words").status == 0)
    #expect(server.post(child)?["title"] == "renamed")
    #expect(server.post(child)?["body"] == "new words")
    #expect(server.post(child)?["summary"] == "s")
    // What is empty is sent as the phone app does.
    #expect(try run("post", "--title", "only").status == 0)
    #expect(server.post(child + 1)?["summary"] == "No summary")
    #expect(server.post(child + 1)?["body"] == "No content")
    for (arguments, words) in [
      (["edit", "\(others)", "--title", "t"], "Only the author can change it"),
      (["delete", "\(others)", "--yes"], "Only the author"),
    ] {
      let result = try program.run(arguments + ["--server", server.address], input: "body")
      #expect(result.status == 1)
      #expect(result.error.replacing("\n", with: " ").contains(words), "\(result.error)")
    }
    #expect(try run("delete", "\(child)", "--yes").output == "Deleted post \(child).\n")
    #expect(server.titles == ["of somebody else", "parent", "only"])
    #expect(try run("drafts").output == "")
  }

  /// That server moves posts in its own way, and would make rings.
  @Test func postsAreMoved() throws {
    let (one, other) = (try post("one"), try post("other"))
    let child = try post("child", below: one)
    let result = try run("move", "\(child)", "--to", "\(other)")
    #expect(result.output == "Moved post \(child) under post \(other).\n", "\(result.error)")
    #expect(server.parent(of: child) == other)
    #expect(try run("move", "\(child)", "--to", "root").status == 0)
    #expect(server.parent(of: child) == nil)
    #expect(try run("move", "\(child)", "--to", "\(one)").status == 0)
    let grandchild = try post("grandchild", below: child)
    let ring = try run("move", "\(one)", "--to", "\(grandchild)")
    #expect(ring.status == 1 && ring.error.contains("under its own replies"), "\(ring.error)")
    #expect(server.parent(of: one) == nil)
  }

  @Test func aServerThatMovesNothingSaysSo() async throws {
    let server = try await PlainServer(reparents: false)
    let email = "ada@example.org"
    _ = try program.run("login", email, "--server", server.address)
    let code = try #require(server.code(of: email))
    _ = try program.run("login", email, "--code", code, "--server", server.address)
    let id = server.add("a post")
    let result = try program.run("move", "\(id)", "--to", "root", "--server", server.address)
    #expect(result.status == 1 && result.error.contains("can't move posts"), "\(result.error)")
  }

  /// An empty field is skipped there, and answered with 200.
  @Test func aFieldThatCantBeClearedIsSaid() throws {
    let profile = server.add("Ada", below: -1, template: "profile")
    let result = try run("edit", "\(profile)", "--title", "Ada L.", "--summary", "")
    #expect(result.status == 1)
    let sentence = result.error.replacing("\n", with: " ")
    #expect(sentence.contains("kept the old summary"), "\(result.error)")
    #expect(server.post(profile)?["title"] == "Ada L.")
    #expect(server.post(profile)?["summary"] == "About Ada.")
    #expect(try run("drafts").lines.count == 1)
    #expect(try run("edit", "\(profile)", "--summary", "rows").status == 0)
    #expect(server.post(profile)?["summary"] == "rows")
  }

  /// Wherever an answer is lost, and however often: the same command, said again until it succeeds, has
  /// written once.
  @Test(arguments: [[0], [1], [60], [0, 0], [60, 0], [0, 60, 1]])
  func anAnswerIsLostAfterItWasDone(bytes: [Int]) throws {
    let title = "lost \(bytes)"
    func untilDone(_ arguments: [String]) throws {
      for _ in 0...bytes.count {
        let result = try program.run(
          arguments + ["--server", server.address], input: "some words")
        if result.status == 0 { return }
        #expect(!result.error.isEmpty)
      }
      Issue.record("\(arguments) failed \(bytes.count + 1) times")
    }
    bytes.forEach { server.loseAnswers(after: $0) }
    try untilDone(["post", "--title", title, "--summary", "s"])
    #expect(server.titles == [title])
    bytes.forEach { server.loseAnswers(after: $0) }
    try untilDone(["edit", "1", "--title", "changed", "--body", "-"])
    #expect(server.titles == ["changed"])
    #expect(try run("drafts").output == "")
  }

  /// Interrupted, then offline, then again: the post that was made is found.
  @Test func aPostIsInterruptedThenOffline() async throws {
    // What is read of a server is cleaned: a bell comes back as nothing.
    try program.write("a tab:\t, a bell:\u{7}.\r\n", to: "body.md")
    let words = [
      "post", "--title", "once", "--summary", "s", "--body", "body.md", "--server", server.address,
    ]
    server.delay("/api/posts/create", by: 20)
    let terminal = try program.terminal(words)
    try #require(
      try await eventually {
        server.requests.contains("POST /api/posts/create") && !server.titles.isEmpty
      })
    kill(terminal.processID, SIGINT)
    #expect(try terminal.waitForExit() == .signal(SIGINT))
    server.delay("/api/posts/create", by: 0)
    await server.stop()
    let offline = try program.run(words)
    #expect(offline.status == 1)
    let sentence = offline.error.replacing("\n", with: " ")
    #expect(sentence.contains("Saving could not be confirmed."), "\(offline.error)")
    try await server.resume()
    let last = try program.run(words)
    #expect(last.status == 0, "\(last.error)")
    #expect(server.titles == ["once"])
    #expect(try run("drafts").output == "")
  }

  @Test func aDeletionThatCantBeLookedForIsSaid() throws {
    let id = try post("perhaps")
    server.delay("/api/posts/\(id)", by: 0.5)
    server.loseAnswers(after: 0)
    let terminal = try program.terminal(
      ["delete", "\(id)", "--yes", "--server", server.address])
    try terminal.wait(until: "the deletion") { _ in
      server.requests.contains("DELETE /api/posts/\(id)")
    }
    server.fail("/api/posts/\(id)")
    #expect(try terminal.waitForExit() == .code(1))
    let text = terminal.screenText
    #expect(text.contains("Deleting post \(id) could not be confirmed."), "\(text)")
  }

  @Test(arguments: [0, 20]) func aDeletionIsLost(bytes: Int) throws {
    let id = try post("gone")
    server.loseAnswers(after: bytes)
    #expect(try run("delete", "\(id)", "--yes").status == 0)
    #expect(server.titles.isEmpty)
  }

  /// What a search has asked of the server, and left there.
  private func searches() -> (asked: [String], left: [String]) {
    let asked = server.requests.filter { $0.hasPrefix("POST /api/posts") || $0.hasPrefix("DELETE") }
    return (asked, server.titles)
  }

  /// A server that can't be asked for words has them as a query for as long as that takes.
  @Test func aSearchGoesThroughAQueryThatIsRemoved() throws {
    server.add("learning to sail")
    server.add("a needle")
    server.add("sail away")
    let titles = server.titles
    let result = try run("search", "sail")
    #expect(result.status == 0, "\(result.error)")
    let found = result.lines.map { $0.split(separator: "\t").dropFirst().first.map(String.init) }
    #expect(found == ["sail away", "learning to sail"])
    #expect(
      searches().asked == [
        "POST /api/posts/create", "POST /api/posts/update", "DELETE /api/posts/4",
      ])
    #expect(searches().left == titles)
    #expect(try run("search", "nowhere").output == "")
    #expect(searches().left == titles)
  }

  /// A new post is looked for in all searches there, and so is a new search.
  @Test func aSearchLightsNoDots() throws {
    server.add("learning to sail")
    let query = server.add("sail", by: "ben@example.org", template: "query")
    server.view(query, by: "ben@example.org")
    #expect(server.dot(on: query, for: "ben@example.org") == false)
    #expect(try run("search", "sail").lines.count == 2)
    #expect(server.dot(on: query, for: "ben@example.org") == false)
    server.add("sail away")
    #expect(server.dot(on: query, for: "ben@example.org") == true)
  }

  @Test func aSavedSearchOfTheUserIsUsedInstead() throws {
    server.add("boats")
    server.add("boats", by: "ben@example.org", template: "query")
    #expect(try run("search", "about", "boats.").lines.count == 2)
    #expect(searches().asked.count == 3)
    server.add("boats", template: "query")
    let titles = server.titles
    let result = try run("search", "about", "boats.")
    #expect(result.status == 0, "\(result.error)")
    #expect(result.lines.count == 2)
    #expect(searches().asked.count == 3)
    #expect(server.titles == titles)
  }

  @Test func aQueryThatCouldNotBeRemovedIsRemovedNextTime() throws {
    server.add("learning to sail")
    server.fail("/api/posts/2")
    let result = try run("search", "sail")
    #expect(result.status == 0)
    #expect(result.lines.count == 1)
    #expect(result.error.contains("Could not delete the temporary search"), "\(result.error)")
    #expect(searches().left == ["learning to sail", "sail"])
    server.fail("/api/posts/2", false)
    let next = try run("search", "needle")
    #expect(next.status == 0 && next.error == "firefly: Nothing found.\n", "\(next.error)")
    #expect(searches().left == ["learning to sail"])
  }

  /// Its number was never known: it is found by its words.
  @Test func aQueryWhoseAnswerWasLostIsRemovedNextTime() throws {
    server.add("learning to sail")
    server.loseAnswers(after: 0)
    server.fail("/api/posts/recent-tagged")
    let result = try run("search", "sail")
    #expect(result.status == 1)
    #expect(result.error.contains("Could not delete the temporary search"), "\(result.error)")
    server.fail("/api/posts/recent-tagged", false)
    #expect(searches().left == ["learning to sail", "…"])
    #expect(try run("search", "needle").status == 0)
    #expect(searches().left == ["learning to sail"])
  }

  /// What has the number by now is left alone.
  @Test func onlyItsOwnQueryIsRemoved() throws {
    server.add("learning to sail")
    server.fail("/api/posts/2")
    _ = try run("search", "sail")
    server.fail("/api/posts/2", false)
    #expect(try run("edit", "2", "--title", "kept").status == 0)
    #expect(try run("search", "needle").status == 0)
    #expect(searches().left == ["learning to sail", "kept"])
  }

  @Test func theQueryIsRemovedWhereAskingFails() throws {
    server.add("learning to sail")
    server.fail("/api/search")
    let result = try run("search", "sail")
    #expect(result.status == 1)
    #expect(result.output == "" && !result.error.isEmpty)
    #expect(searches().left == ["learning to sail"])
    server.fail("/api/search", false)
    // A hit that can't be had is told of; the others are there.
    server.add("sail away")
    server.fail("/api/posts/1")
    let some = try run("search", "sail")
    #expect(some.status == 1)
    #expect(some.lines.count == 1)
    #expect(some.error.contains("1 of the results could not be loaded"))
    #expect(searches().left == ["learning to sail", "sail away"])
  }

  /// What can't be had takes no place of what was asked for.
  @Test func limitsCountWhatIsShown() throws {
    for number in 1...4 { server.add("sail \(number)") }
    server.fail("/api/posts/4")
    let result = try run("search", "sail", "--limit", "2")
    #expect(result.status == 0, "\(result.error)")
    let found = result.lines.map { $0.split(separator: "\t").dropFirst().first.map(String.init) }
    #expect(found == ["sail 3", "sail 2"])
    #expect(try run("search", "sail", "--limit", "4").status == 1)
  }

  /// A phrase is one there, too.
  @Test(arguments: [["learning to sail", "boat"], ["\"learning to sail\" boat"]])
  func phrasesKeepTheirQuotes(words: [String]) throws {
    server.delay("/api/search", by: 20)
    let terminal = try program.terminal(["search"] + words + ["--server", server.address])
    try terminal.wait(until: "the search") { _ in server.requests.contains("GET /api/search") }
    #expect(server.titles == ["\"learning to sail\" boat"])
    kill(terminal.processID, SIGINT)
    _ = try terminal.waitForExit()
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func theQueryIsRemovedWhenOneIsInterrupted(
    signal: Int32
  ) throws {
    server.add("learning to sail")
    server.delay("/api/search", by: 20)
    let terminal = try program.terminal(["search", "sail", "--server", server.address])
    try terminal.wait(until: "the search") { _ in server.requests.contains("GET /api/search") }
    kill(terminal.processID, signal)
    #expect(try terminal.waitForExit() == .signal(signal))
    #expect(searches().left == ["learning to sail"])
  }

  @Test func searchResultOpensItsPost() throws {
    server.add("learning to sail")
    #expect(try run("logout").status == 0)
    let before = server.requests.count
    let result = try run("search", "sail")
    #expect(result.status == 1)
    #expect(result.output == "")
    #expect(result.error.contains("firefly login"), "\(result.error)")
    #expect(!server.requests.dropFirst(before).contains { $0.hasPrefix("POST") })
  }
}

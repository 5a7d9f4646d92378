import FireflyAPI
import FireflyApp
import FireflyCore
import FireflyHTTP
import FireflyScreen
import Foundation
import Testing

@testable import FireflyAutomation
@testable import FireflyRuntime

/// The program is driven from outside, before the real server.
@Suite(.serialized) struct AutomationTests {
  @MainActor private func state(_ stage: Stage, _ query: String = "?settled") async throws
    -> [String: Any]
  {
    try await stage.json("GET", "/state" + query)
  }

  @MainActor private func selected(_ stage: Stage) async throws -> String? {
    let list = try await state(stage)["list"] as? [String: Any]
    return (list?["selected"] as? [String: Any])?["title"] as? String
  }

  @Test func anAnswerShowsWhatTheTapHasDone() async throws {
    try await Stage.run { stage, server in
      try await stage.start(among: 12, on: server)
      let cards = stage.screen.frames.last?.pressables.map(\.id).filter { $0.hasPrefix("card-") }
      let card = try #require(cards?.dropFirst().first)
      let before = stage.screen.shows
      #expect(await stage.ask("POST", "/test/tap?id=\(card)").status == 200)
      #expect(stage.screen.text.contains("2 of 12"))
      #expect(stage.screen.shows > before)
      // What moves goes on moving; who wants to see the end says so.
      #expect(await stage.ask("GET", "/state?settled").status == 200)
      let shown = stage.screen.shows
      #expect(!stage.runtime.state.isMoving(at: stage.runtime.clock.now))
      let report = try await state(stage)
      let list = report["list"] as? [String: Any]
      #expect((list?["selected"] as? [String: Any])?["is_expanded"] as? Bool == true)
      #expect(report["unrest"] as? [String] == [])
      // Telling draws nothing.
      #expect(stage.screen.shows == shown)
    }
  }

  @Test func theNamesOfTheSeedsReachWhatIsNotInView() async throws {
    try await Stage.run(motion: .none) { stage, server in
      let titles = ["a/b c", "50 % off?", "ende & mehr", "ünï", "twice", "twice"]
      let filler = (1...40).map { #"{"id":\#($0 + 100),"title":"filler \#($0)","parent_id":1}"# }
      let odd = titles.enumerated().map {
        #"{"id":\#($0 + 10),"title":"\#($1)","parent_id":1}"#
      }
      let below = #"{"id":90,"title":"the grandchild","parent_id":14}"#
      let lines = [#"{"id":1,"title":"the parent"}"#] + filler + odd + [below]
      let top = try server.add(lines.joined(separator: "\n"))[0]
      stage.start(at: top)
      try await stage.shows("1 of 46")
      for title in titles {
        let id = PercentEncoding.encode("scroll-to-" + title)
        #expect(await stage.ask("GET", "/trigger/\(id)").status == 200)
        #expect(try await selected(stage) == title)
        #expect(stage.screen.text.contains(title))
      }
      #expect(await stage.ask("GET", "/trigger/scroll-to-a/b%20c").status == 200)
      #expect(await stage.ask("POST", "/trigger/scroll-to-nothing").status == 404)
      let children = try await server.client.children(top, 1)
      let parents = children.posts.filter { $0.hasChildren }
      let parent = try #require(parents.first)
      #expect(await stage.ask("GET", "/trigger/scroll-to-filler%2040").status == 200)
      let follow = "/test/tap?id=navigate-to-children-\(parent.id)&settled"
      #expect(await stage.ask("POST", follow).status == 200)
      #expect(stage.screen.text.contains("the grandchild"))
      let path = try await state(stage)["path"] as? [[String: Any]]
      #expect(path?.last?["post"] as? Int == parent.id)
      #expect(await stage.ask("POST", "/test/tap?id=back&settled").status == 200)
      #expect(try await selected(stage) == parent.title)
    }
  }

  @Test func aPostIsWrittenAndSaved() async throws {
    try await Stage.run(motion: .none) { stage, server in
      try await stage.start(among: 3, on: server)
      #expect(await stage.ask("POST", "/test/tap?id=add&settled").status == 200)
      // A reply is its text alone until one asks for the title.
      #expect(await stage.ask("POST", "/test/tap?id=editor-previous-field&settled").status == 200)
      let words = ["title": "written from outside", "summary": "a & b = c", "body": "One.\n\nTwo."]
      for (field, text) in words.sorted(by: { $0.key > $1.key }) {
        for text in ["something else", "", text] {
          let form = "id=editor-\(field)&text=\(PercentEncoding.encode(text))"
          #expect(await stage.ask("POST", "/test/set-text", form: form).status == 200)
          let writing = try await state(stage, "")["writing"] as? [String: Any]
          #expect(writing?[field] as? String == text)
        }
      }
      // While one writes, what lies around waits, as it does for the mouse.
      #expect(await stage.ask("POST", "/trigger/scroll-to-child%201").status == 409)
      #expect(await stage.ask("POST", "/test/tap?id=toolbar-users").status == 409)
      #expect(await stage.ask("POST", "/test/tap?id=editor-save&settled").status == 200)
      let found = try await server.client.recentPosts("post", .everyone, nil, 5).posts
      let post = try #require(found.first { $0.title == words["title"] })
      #expect(post.summary == words["summary"] && post.body == words["body"])
    }
  }

  @Test func theLookIsTunedWhileItIsSeen() async throws {
    try await Stage.run(motion: .none) { stage, server in
      try await stage.start(among: 3, on: server)
      for tunable in Tunable.all {
        let row =
          try await stage.json("GET", "/tune/\(tunable.name)")["tunables"] as? [[String: Any]]
        #expect(row?.first?["value"] as? String == tunable.standard)
      }
      #expect(await stage.ask("PUT", "/tune/backdrop-colour/102030").status == 200)
      #expect(stage.screen.frames.last?[0, 0].style.background == Color(hex: 0x102030))
      let refused = try await stage.json("PUT", "/tune/card-rows/200")
      #expect(
        refused["message"] as? String
          == "“200” is not valid for card-rows; use a whole number from 1 to 20.")
      #expect(await stage.ask("PUT", "/tune/backdrop-colour/theme").status == 200)
      #expect(stage.screen.frames.last?[0, 0].style.background == Color(white: 128))
    }
  }

  @Test func coveredElementsCanNotBePressed() async throws {
    try await Stage.run(motion: .none) { stage, server in
      try await stage.start(among: 3, on: server)
      let mine = try #require(stage.runtime.shown?.pressables.first { $0.id.hasPrefix("card-") })
      stage.press(.character("d"))
      try await stage.shows("Delete")
      let elements = try await stage.ask("GET", "/elements").allBytes()
      let list = try JSONSerialization.jsonObject(with: Data(elements)) as? [[String: Any]]
      let card = try #require(list?.first { $0["id"] as? String == mine.id })
      #expect(card["is_covered"] as? Bool == true)
      #expect(await stage.ask("POST", "/test/tap?id=\(mine.id)").status == 409)
      #expect(await stage.ask("POST", "/trigger/scroll-to-child%202").status == 409)
      #expect(await stage.ask("POST", "/test/tap?id=dialog-0").status == 200)
      #expect(await stage.ask("POST", "/test/tap?id=\(mine.id)").status == 200)
    }
  }

  /// What no element has this name is done as by the key of that action: what asks first asks here, too.
  @Test func actionsArePressedByTheirNames() async throws {
    try await Stage.run(motion: .none) { stage, server in
      try await stage.start(among: 3, on: server)
      let first = try #require(try await selected(stage))
      #expect(await stage.ask("GET", "/trigger/down?settled").status == 200)
      #expect(try await selected(stage) != first)
      #expect(await stage.ask("POST", "/trigger/density?settled").status == 200)
      #expect(try await state(stage)["density"] as? String == "compact")
      #expect(await stage.ask("GET", "/trigger/delete").status == 200)
      #expect(stage.screen.text.contains("Delete") && stage.screen.text.contains("Cancel"))
      #expect(await stage.ask("GET", "/trigger/density").status == 409)
      #expect(await stage.ask("GET", "/trigger/no-such-thing").status == 404)
      #expect(await stage.ask("POST", "/test/tap?id=dialog-0").status == 200)
      // While a text is edited, what does not react is covered, and refuses.
      #expect(await stage.ask("GET", "/trigger/new?settled").status == 200)
      let elements = try await stage.ask("GET", "/elements").allBytes()
      let list = try JSONSerialization.jsonObject(with: Data(elements)) as? [[String: Any]]
      for element in list ?? [] {
        let id = try #require(element["id"] as? String)
        guard element["is_covered"] as? Bool == true else { continue }
        #expect(await stage.ask("POST", "/test/tap?id=\(id)").status == 409, "\(id)")
      }
      #expect(list?.contains { $0["is_covered"] as? Bool == true } == true)
    }
  }

  @Test func restIsWaitedForButNotForEver() async throws {
    let silence = Silence()
    try await Stage.run(
      client: { server in
        var client = AlteredClient(server.client)
        client.instead.list = { list, arriving async throws(APIError) in
          guard list == .users else { return try await server.client.list(list, arriving) }
          return try await silence.answer()
        }
        return client
      }, motion: .none
    ) { stage, server in
      stage.start()
      try await stage.shows("1 of ")
      let quick = await stage.ask("POST", "/test/tap?id=toolbar-users")
      #expect(quick.status == 200)
      let late = await stage.ask("GET", "/state?settled=0.2")
      #expect(late.status == 504)
      let words = String(decoding: try await late.allBytes(), as: UTF8.self)
      #expect(words.contains("a list"))
      // Who gives up takes nothing with it.
      let asking = Task { await stage.ask("GET", "/state?settled=60") }
      await Task.yield()
      asking.cancel()
      #expect(await asking.value.status == 504)
      #expect(await stage.ask("POST", "/test/tap?id=toolbar-makepost").status == 200)
    }
  }

  @Test func pendingSaveIsReportedAtTheEnd() async throws {
    try await Stage.run(
      client: { server in
        var client = AlteredClient(server.client)
        client.instead.list = { list, arriving async throws(APIError) in
          guard list == .users else { return try await server.client.list(list, arriving) }
          return try await Silence().answer()
        }
        return client
      }, motion: .none
    ) { stage, _ in
      stage.start()
      try await stage.shows("1 of ")
      let automation = Automation()
      automation.attach(to: stage.runtime)
      let asking = Task { await automation.respond(to: HTTPRequest("GET", "/state?settled=60")) }
      while !automation.hasPendingRequests { await Task.yield() }
      automation.detach()
      #expect(await asking.value.status == 503)
      #expect(await automation.respond(to: HTTPRequest("GET", "/screen")).status == 503)
    }
  }

  @Test func nothingIsDrivenAfterTheEnd() async throws {
    try await Stage.run(motion: .none) { stage, server in
      try await stage.start(among: 3, on: server)
      stage.press(.character("q"))
      #expect(await stage.ask("POST", "/test/tap?id=toolbar-users").status == 503)
      #expect(await stage.ask("GET", "/state").status == 200)
    }
  }

  @Test func aCardOutOfViewComesToTheMiddleAndIsPressed() async throws {
    try await Stage.run { stage, server in
      let top = try server.addChildren(60)
      stage.start(at: top)
      try await stage.shows("1 of 60")
      let posts = try await server.client.children(top, 1).posts
      #expect(await stage.ask("POST", "/test/tap?id=card-\(posts[40].id)&settled").status == 200)
      let list = try await state(stage)["list"] as? [String: Any]
      let card = list?["selected"] as? [String: Any]
      #expect(card?["id"] as? Int == posts[40].id)
      #expect(card?["is_expanded"] as? Bool == true)
      // By its title, it comes to the middle, and glides.
      let shows = stage.screen.shows
      let name = PercentEncoding.encode("scroll-to-" + posts[20].title)
      #expect(await stage.ask("GET", "/trigger/\(name)?settled").status == 200)
      #expect(stage.screen.shows - shows > 1)
      let rows = stage.screen.text.split(separator: "\n", omittingEmptySubsequences: false)
      let row = try #require(rows.firstIndex { $0.contains(posts[20].title) })
      #expect((7...12).contains(row))
    }
  }
}

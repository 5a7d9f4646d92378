import FireflyCore
import FireflyModel
import FireflyScreen
import Testing

@testable import FireflyApp

/// Posts of muted people, and with muted words, are folded to one line.
@Suite struct MuteTests {
  private static let ben = Post(
    id: 2, title: "my boat", summary: "It has a Spoiler.", body: "Who dies? The cook.",
    authorName: "Ben Okafor", authorEmail: "ben@example.org")

  private func walk(_ muted: Muted = Muted(), people: Set<String> = []) -> Walk {
    var walk = Walk([.numbered(1), Self.ben, .numbered(3)])
    walk.state.settings.muted = muted
    walk.state.mute = MuteState(people: people)
    return walk
  }

  @Test(
    arguments: [
      (Muted(people: ["ben okafor"]), "muted: Ben Okafor"),
      (Muted(people: ["BEN@example.org"]), "muted: Ben Okafor"),
      (Muted(words: ["spoiler"]), "muted: spoiler"),
      (Muted(words: ["the cook"]), "muted: the cook"),
    ])
  func aMutedPostIsOneLineUntilItIsOpened(muted: Muted, line: String) {
    var walk = walk(muted)
    #expect(walk.text.contains(line) && !walk.text.contains("my boat"))
    #expect(walk.ids == [1, 2, 3])
    walk.press(.down, .enter)
    #expect(walk.text.contains("my boat") && walk.text.contains("Who dies? The cook."))
    walk.press(.enter)
    #expect(walk.text.contains(line) && !walk.text.contains("my boat"))
  }

  @Test(arguments: [
    Muted(), Muted(people: ["ben"]), Muted(words: ["spoil", "oat", "  ", "poiler"]),
  ])
  func othersAreNot(muted: Muted) {
    #expect(walk(muted).text.contains("my boat"))
  }

  /// With its branch, once: Enter opens it, and it stays open.
  @Test func aReplyInAThreadIsFolded() {
    var walk = Conversation.walk(height: 40)
    #expect(walk.text.contains("What does it cost to run?"))
    walk.state.mute = MuteState(people: ["eva@example.org"])
    walk.press(.end)
    #expect(walk.text.contains("muted: Eva") && !walk.text.contains("What does it cost to run?"))
    #expect(walk.ids.count == 9)
    while walk.selected != 16, walk.selected != 10 { walk.press(.up) }
    walk.press(.enter)
    #expect(walk.text.contains("What does it cost to run?") && !walk.text.contains("muted: Eva"))
    walk.press(.up, .down)
    #expect(walk.text.contains("What does it cost to run?"))
  }

  /// Replies that are there are folded at once, whoever was muted before.
  @Test func eachPersonIsFoldedAtOnce() {
    var walk = Conversation.walk(height: 40)
    var people: [String] = []
    for (person, folded) in [("cleo@example.org", [12]), ("eva@example.org", [12, 16])] {
      people.append(person)
      walk.perform(.mute(.response(.person(person, isMuted: true), .success(.people(people)))))
      #expect(walk.state.list.folded == folded, "\(walk.text)")
    }
  }

  /// What a filter of the account matches is one line with its name, in lists and in threads.
  @Test func aFilteredPostIsOneLineUntilItIsOpened() {
    var post = Self.ben
    post.facts.service = ServiceFacts(readers: .everyone)
    post.facts.service?.filter = "spoilers"
    var walk = Walk([.numbered(1), post, .numbered(3)])
    #expect(walk.text.contains("filtered: spoilers") && !walk.text.contains("my boat"))
    walk.press(.down, .enter)
    #expect(walk.text.contains("my boat") && walk.text.contains("Who dies? The cook."))
    walk.press(.enter)
    #expect(walk.text.contains("filtered: spoilers") && !walk.text.contains("my boat"))
  }

  @Test func onesOwnPostsAreShown() {
    let walk = walk(Muted(words: ["summary"], people: ["ada@example.org"]))
    #expect(walk.text.contains("post 1"))
  }

  @Test(arguments: Density.allCases) func mutedPostIsFoldedInEveryDensity(density: Density) {
    var walk = walk(people: ["ben@example.org"])
    walk.state.lists.chosenDensity = density
    #expect(walk.text.contains("muted: Ben Okafor") && !walk.text.contains("Spoiler"))
  }

  @Test func theMenuMutesAndShowsAgain() throws {
    var walk = walk()
    walk.mouse(.menuPress, x: 10, y: 8)
    #expect(walk.text.contains("Mute Ben Okafor"))
    let item = try #require(
      (walk.state.focus.top as? Menu)?.items.firstIndex {
        $0.title == "Mute Ben Okafor"
      })
    let effects = walk.perform(.menu(.pressed(item)))
    let change = MuteChange.person("ben@example.org", isMuted: true)
    #expect(effects == [.mute(.store(change, links: [:]))])
    walk.perform(.mute(.response(change, .success(.people(["ben@example.org"])))))
    #expect(walk.text.contains("muted: Ben Okafor") && walk.text.contains("is muted"))
    walk.mouse(.menuPress, x: 10, y: 8)
    #expect(walk.text.contains("Show Ben Okafor again"))
    // Not for one's own posts.
    walk.press(.escape)
    walk.mouse(.menuPress, x: 10, y: 2)
    #expect(!walk.text.contains("Mute Ben Okafor"))
  }
}

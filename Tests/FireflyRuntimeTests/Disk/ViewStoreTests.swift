import FireflyApp
import FireflyCore
import FireflyModel
import Foundation
import Synchronization
import Testing

@testable import FireflyClient

/// What is kept of a server's explorers.
@Suite struct ViewStoreTests {
  private let state = FileManager.default.temporaryDirectory
    .appendingPathComponent("firefly-views-\(UUID().uuidString)")
  private let start = Date(timeIntervalSince1970: 1_800_000_000)

  private func store(
    _ server: SiteID = "one", _ ownPosts: ViewStore.OwnPosts = .ifAny, at seconds: Double = 0
  ) -> ViewStore {
    ViewStore(state: state, server: server, ownPosts: ownPosts) { [start] in start + seconds }
  }

  @Test func choicesAreKeptByServerAndExplorer() throws {
    let first = store()
    #expect(Explorer.allCases.allSatisfy { first.audience(of: $0) == nil })
    first.choose(.mine, in: .posts)
    first.choose(.everyone, in: .searches)
    #expect(first.audience(of: .posts) == .mine)
    first.flush()
    let second = store()
    #expect(second.audience(of: .posts) == .mine)
    #expect(second.audience(of: .searches) == .everyone)
    #expect(store("two").audience(of: .posts) == nil)
    let files = try FileManager.default.subpathsOfDirectory(atPath: state.path)
    let permissions = try FileManager.default.attributesOfItem(
      atPath: state.appendingPathComponent(files.last ?? "").path)[.posixPermissions]
    #expect(permissions as? Int == 0o600)
  }

  @Test func whetherRepliesAreAThreadIsKeptByServer() {
    let first = store()
    #expect(first.replies == nil)
    first.choose(RepliesView.thread)
    first.choose(.lines)
    first.flush()
    #expect(store().replies == .thread)
    #expect(store().density == .lines)
    #expect(store("two").replies == nil)
  }

  @Test func theDensityIsKeptByServer() {
    let first = store()
    #expect(first.density == nil)
    first.choose(.lines)
    first.choose(.mine, in: .posts)
    #expect(first.density == .lines)
    first.flush()
    #expect(store().density == .lines)
    #expect(store().audience(of: .posts) == .mine)
    #expect(store("two").density == nil)
  }

  /// More lists may follow, and files of earlier versions had a truth value.
  @Test func choicesAreKeptByName() throws {
    let first = store()
    first.choose(.mine, in: .posts)
    first.choose(.everyone, in: .searches)
    first.flush()
    let folder = state.appendingPathComponent("views")
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder.path).first)
    let file = folder.appendingPathComponent(name)
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text.contains(#""audience":"mine""#) && text.contains(#""audience":"everyone""#))
    for (kept, audience) in [
      (#""onlyMine":true"#, Audience.mine), (#""onlyMine":false"#, .everyone),
      (#""audience":"mine""#, .mine), (#""audience":"of-next-year""#, nil), ("", nil),
    ] {
      try #"{"server":"one","explorers":{"post":{\#(kept)}}}"#.write(
        to: file, atomically: false, encoding: .utf8)
      #expect(store().audience(of: .posts) == audience, "\(kept)")
      // Where lists are the place's own, the same word means the second one.
      let there = audience == .mine ? .second : audience
      #expect(store("one", .never).audience(of: .posts) == there, "\(kept)")
    }
    let again = store("one", .never)
    again.choose(.second, in: .posts)
    again.flush()
    #expect(try String(contentsOf: file, encoding: .utf8).contains(#""audience":"mine""#))
    #expect(ListContent.root(.posts, .second).name == "posts of mine")
  }

  @Test func authorsAreKnownByTheirEmail() {
    let first = store()
    first.postWritten(.posts, by: "Ada@example.org")
    first.flush()
    #expect(store().hasWritten(.posts, "ada@EXAMPLE.org"))
    #expect(!store().hasWritten(.searches, "ada@example.org"))
    #expect(!store().hasWritten(.posts, "ben@example.org"))
  }

  /// Where nothing is known, everything has been seen up to now.
  @Test func timesNeverGoBack() {
    let first = store()
    #expect(first.viewed(.posts) == start)
    first.flush()
    #expect(store(at: 50).viewed(.posts) == start)
    let second = store(at: 60)
    second.explorerViewed(.posts, newest: nil)
    #expect(second.viewed(.posts) == start + 60)
    // A clock that goes back, or a server whose clock goes before.
    second.flush()
    let third = store(at: 10)
    third.explorerViewed(.posts, newest: nil)
    #expect(third.viewed(.posts) == start + 60)
    third.explorerViewed(.posts, newest: start + 100)
    #expect(third.viewed(.posts) == start + 101)
    // But not a server that lies.
    third.explorerViewed(.posts, newest: .distantFuture)
    #expect(third.viewed(.posts) <= start + 10 + 86_400)
  }

  /// A time that only a clock of this machine can have written counts as now, so that news are told again.
  @Test func aLookOfAClockThatWasAheadIsNow() {
    let year = 365 * 86_400.0
    let ahead = store(at: 5 * year)
    ahead.explorerViewed(.posts, newest: nil)
    ahead.flush()
    let today = store(at: 10)
    #expect(today.viewed(.posts) == start + 10)
    today.explorerViewed(.posts, newest: nil)
    today.flush()
    #expect(store(at: 500).viewed(.posts) == start + 10)
  }

  /// Two programs on one server: what one has chosen, the other doesn't undo.
  @Test func programsLeaveEachOthersChangesAlone() {
    let (first, second) = (store(), store())
    first.choose(.mine, in: .posts)
    first.flush()
    second.choose(.mine, in: .searches)
    second.flush()
    #expect(store().audience(of: .posts) == .mine)
    #expect(store().audience(of: .searches) == .mine)
  }

  @Test(arguments: ["", "{", "[]", "{\"server\":\"two\",\"explorers\":{}}", "null", "\u{0}\u{1}"])
  func aDamagedFileCountsForNothing(text: String) throws {
    let first = store()
    first.choose(.mine, in: .posts)
    first.flush()
    let folder = state.appendingPathComponent("views")
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder.path).first)
    try text.write(
      to: folder.appendingPathComponent(name), atomically: false, encoding: .utf8)
    let second = store()
    #expect(second.audience(of: .posts) == nil)
    second.choose(.everyone, in: .posts)
    second.flush()
    #expect(store().audience(of: .posts) == .everyone)
  }

  /// Where others write, one begins with one's own posts if there are any; what one writes here changes no list.
  @Test func newViewStoreHasDefaults() {
    func first(_ email: PersonID?, _ ownPosts: ViewStore.OwnPosts) -> FirstAudience {
      store("one", ownPosts).firstAudience(of: .posts, for: email)
    }
    let ada: PersonID = "ada@example.org"
    #expect(first(nil, .ifAny) == .everyone)
    #expect(first(ada, .onceChosen) == .everyone)
    #expect(first(ada, .ifAny) == .mineIfAny)
    #expect(first(ada, .never) == .everyone)
    let writing = store()
    writing.postWritten(.posts, by: ada)
    writing.flush()
    // Also with a file of an earlier version, which had nothing but the author.
    for place in [ViewStore.OwnPosts.onceChosen, .ifAny, .never] {
      #expect(first(ada, place) == .everyone)
    }
    #expect(first("ben@example.org", .ifAny) == .mineIfAny)
    #expect(store("one", .onceChosen).firstAudience(of: .searches, for: ada) == .everyone)
    #expect(store().firstAudience(of: .users, for: ada) == .everyone)
    for (audience, begins) in [(Audience.mine, FirstAudience.mine), (.everyone, .everyone)] {
      let there = audience == .mine ? FirstAudience(.second) : begins
      let choosing = store()
      choosing.choose(audience, in: .posts)
      choosing.flush()
      #expect(first(ada, .onceChosen) == begins)
      #expect(first(ada, .ifAny) == begins)
      #expect(first(ada, .never) == there)
      #expect(first(nil, .ifAny) == .everyone)
    }
  }

  /// A draft is news once, also for the next program; one that was changed since is news again.
  @Test func aDraftIsNewsOnce() {
    let ada: PersonID = "ada@example.org"
    let first = store()
    #expect(first.isNews(draftOf: 5, by: ada) && !first.isNews(draftOf: 5, by: ada))
    first.flush()
    let second = store()
    #expect(!second.isNews(draftOf: 5, by: ada) && second.isNews(draftOf: 5, by: "bob@example.org"))
    #expect(second.isNews(draftOf: 7, by: ada))
    // The newest one is gone: the others are known, and a later one is news.
    #expect(!second.isNews(draftOf: 3, by: ada) && second.isNews(draftOf: 4, by: ada))
  }
}

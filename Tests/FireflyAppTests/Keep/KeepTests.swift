import FireflyCore
import FireflyModel
import Testing

@testable import FireflyApp

/// Keeping the thread of the selected post.
@Suite struct KeepTests {
  private func walk(isSource: Bool) -> Walk {
    var walk = Walk(motion: .none, email: nil)
    if isSource {
      walk.state.site = Site(
        .reading, name: "Hacker News", lists: ["front page", "newest"], as: walk.state.account)
    }
    walk.send(.started(at: nil))
    walk.answer(Walk.posts, Post.numbered(1...3))
    return walk
  }

  @Test func theSecondPressOpensWhatTheFirstOneHasKept() {
    var walk = walk(isSource: true)
    let id = walk.state.selectedPost?.id ?? 0
    #expect(walk.press(.character("K")).contains(.keep(.keep(id))))
    let thread = KeptThread(root: 40, title: "which knot", count: 12, added: 5)
    walk.perform(.keep(.response(id, .success(thread))))
    #expect(walk.text.contains("“which knot” is post 40 on your own server: 12 posts, 5 new."))
    let note = "“which knot” is post 40 on your own server: 12 posts, 5 new. u leads back."
    #expect(
      walk.press(.character("K")) == [.places(.go("", at: Arrival(post: 40, note: note)))])
  }

  /// A copy made by one key is taken back by another; then the first key makes it again.
  @Test func whatWasKeptIsTakenBack() {
    var walk = walk(isSource: true)
    let id = walk.state.selectedPost?.id ?? 0
    walk.press(.character("K"))
    var thread = KeptThread(root: 40, title: "which knot", count: 2, added: 2)
    thread.new = [40, 41]
    walk.perform(.keep(.response(id, .success(thread))))
    #expect(walk.state.note?.text.hasSuffix("K opens it. u takes it back.") == true)
    #expect(walk.press(.character("u")) == [.places(.takeBack([40, 41]))])
    walk.perform(.places(.takenBack([40, 41], .failure(LoadFailure(.refused, "No.")))))
    #expect(walk.text.contains("Not taken back. No."))
    #expect(walk.press(.character("u")) == [.places(.takeBack([40, 41]))])
    walk.perform(.places(.takenBack([40, 41], .success(TakenBack(gone: [40, 41], kept: [])))))
    #expect(walk.text.contains("2 posts were taken back."))
    #expect(walk.press(.character("K")).contains(.keep(.keep(id))))
  }

  @Test func whatIsMissingIsSaid() {
    var walk = walk(isSource: true)
    let id = walk.state.selectedPost?.id ?? 0
    walk.press(.character("K"))
    let thread = KeptThread(
      root: 40, title: "knot", count: 2, added: 2,
      missing: "Left out: 3 pictures that could not be loaded.")
    walk.perform(.keep(.response(id, .success(thread))))
    #expect(walk.text.contains("2 posts. Left out: 3 pictures"))
  }

  @Test func oneThreadIsKeptAtATime() {
    var walk = walk(isSource: true)
    walk.press(.character("K"))
    walk.press(.down)
    #expect(!walk.press(.character("K")).contains { if case .keep = $0 { true } else { false } })
    #expect(walk.text.contains("Another thread is being kept."))
    walk.perform(.keep(.response(1, .failure("No."))))
    #expect(walk.press(.character("K")).contains { if case .keep = $0 { true } else { false } })
  }

  @Test func onlyThreadsOfSourcesAreKept() {
    for (site, words) in [
      (nil, "It is on your own server already."),
      (
        Site(.server, name: "posts.example", as: .signedOut),
        "Only threads of sources and feeds can be copied. s saves a post for later."
      ),
    ] {
      var walk = walk(isSource: false)
      if let site { walk.state.site = site }
      let effects = walk.press(.character("K"))
      #expect(!effects.contains { if case .keep = $0 { true } else { false } })
      #expect(walk.text.contains(words), "\(walk.text)")
    }
  }

  @Test func aFailureSaysWhy() {
    var walk = walk(isSource: true)
    walk.press(.character("K"))
    walk.perform(.keep(.response(1, .failure("The disk is full."))))
    #expect(walk.text.contains("Not kept. The disk is full."))
  }
}

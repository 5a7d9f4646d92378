import FireflyCore
import FireflyScreen
import Testing

@testable import FireflyApp

/// What a thread loads: from a server that sends whole branches, and from one that sends levels.
@Suite struct ThreadLoadingTests {
  /// The replies to one post, as a server without nesting sends them.
  private func replies(to id: Int) -> [Post] {
    Conversation.replies.filter { $0.parentID == id }
  }

  private func answer(_ walk: inout Walk, to id: Int) -> [Effect] {
    walk.perform(
      .list(
        .repliesResponse(
          level: walk.level, to: id, .success(PostPage(posts: replies(to: id))))))
  }

  @Test func aWholeBranchNeedsNoFurtherRequests() {
    var walk = Walk([Conversation.parent])
    walk.state.lists.chosenView = .thread
    let requests = walk.press(.right)
    #expect(requests.contains(.list(.loadBranch(of: 10, level: 1))))
    let further = walk.answer(1, Conversation.replies)
    #expect(!further.contains { if case .list = $0 { true } else { false } })
  }

  @Test func onOtherServersRepliesNearTheWindowAreLoadedFourAtATime() {
    var walk = Conversation.entered()
    let tops = (0..<6).map { number in
      var post = Conversation.post(20 + number, below: 10, "Top \(number).", by: "Ben")
      post.childCount = 1
      return post
    }
    let first = walk.answer(1, tops)
    #expect(first == (20...23).map { .list(.loadReplies(to: $0, level: 1)) })
    let child = Conversation.post(40, below: 20, "A child.", by: "Cleo")
    let next = walk.perform(
      .list(.repliesResponse(level: 1, to: 20, .success(PostPage(posts: [child])))))
    #expect(next == [.list(.loadReplies(to: 24, level: 1))])
    #expect(walk.ids.prefix(4) == [10, 20, 40, 21])
  }

  @Test func theSelectedReplyStaysWhereItIsWhileOthersArriveAboveIt() {
    var walk = Conversation.entered(height: 16)
    _ = walk.answer(1, replies(to: 10))
    walk.press(.down, .down)
    #expect(walk.selected == 16)
    let before = walk.frame.elements.first { $0.id == "card-16" }?.rect.y
    for id in [11, 12, 13] { _ = answer(&walk, to: id) }
    #expect(walk.ids == [10, 11, 12, 13, 14, 15, 16, 17])
    #expect(walk.selected == 16)
    let after = walk.frame.elements.first { $0.id == "card-16" }?.rect.y
    #expect(before == after)
  }

  @Test func farFromTheWindowNothingIsRequestedOrFormatted() {
    var walk = Conversation.entered()
    let posts = (0..<500).map { number in
      var post = Conversation.post(1_000 + number, below: 10, "Top \(number).", by: "Ben")
      post.childCount = 1
      return post
    }
    walk.answer(1, posts)
    #expect(walk.state.list.bodies.count < 60)
    walk.press(.end)
    #expect(walk.selected == 1_499)
    #expect(walk.text.contains("Top 499."))
    #expect(walk.state.list.bodies.count < 120)
  }

  @Test func aFailedRequestIsSaidAtItsPostAndNotRepeated() {
    var walk = Conversation.entered(height: 40)
    walk.answer(1, replies(to: 10))
    let again = walk.perform(
      .list(.repliesResponse(level: 1, to: 11, .failure("Can't reach it."))))
    #expect(!again.contains(.list(.loadReplies(to: 11, level: 1))))
    #expect(walk.text.contains("2 replies not loaded"))
    // Reloading asks again.
    #expect(walk.press(.character("r")).contains(.list(.loadBranch(of: 10, level: 1))))
    let reloaded = walk.answer(1, replies(to: 10))
    #expect(reloaded.contains(.list(.loadReplies(to: 11, level: 1))))
  }

  @Test func reloadingALevelKeepsTheBranchesThatAreLoaded() {
    var walk = Conversation.entered(height: 40)
    walk.answer(1, replies(to: 10))
    for id in [11, 12, 13, 17] { _ = answer(&walk, to: id) }
    walk.perform(.resized(Size(width: 80, height: 12)))
    let all = walk.ids
    let new = Conversation.post(30, below: 10, "Just arrived.", by: "Gus")
    walk.press(.down, .down, .down)
    let selected = walk.selected
    walk.answer(1, [new] + replies(to: 10))
    #expect(walk.ids == [10, 30] + all.dropFirst())
    #expect(walk.selected == selected)
    #expect(walk.row(0).contains("1 new"))
  }

  @Test func theParentIsPutFirstWhenItArrives() {
    var walk = Walk([Conversation.parent])
    walk.state.lists.chosenView = .thread
    walk.send(.started(at: 10))
    walk.perform(.list(.pathEndFailed(10, "No.")))
    walk.answer(walk.level, Conversation.replies)
    #expect(walk.ids.first == 11)
    walk.perform(.list(.parentResponse(level: walk.level, .success(Conversation.parent))))
    #expect(walk.ids.first == 10)
    #expect(walk.selected == 10)
    #expect(walk.text.contains("A lighthouse, and what it costs."))
  }

  @Test func anotherWidthFormatsTheTextsAgain() {
    var walk = Conversation.walk(height: 40)
    walk.press(.down)
    walk.perform(.resized(Size(width: 44, height: 40)))
    #expect(walk.selected == 11)
    #expect(walk.text.contains("How bright is it? I see it from the"))
    #expect(walk.text.contains("other side of the bay."))
  }

  @Test func fromAThreadThatCannotBeLoadedLeftLeadsBack() {
    var walk = Conversation.entered()
    #expect(!walk.state.defers(.thread(.parentPressed), at: walk.now))
    walk.perform(.list(.postsResponse(level: 1, .failure("Can't reach it."))))
    walk.press(.left)
    #expect(walk.state.current.navigator.depth == 0)
  }
}

import FireflyCore
import FireflyScreen
import Testing

@testable import FireflyApp

/// Where a card says which post it is below.
@Suite("Where a reply belongs")
struct ParentLabelTests {
  private func reply(_ id: Int, to parent: Int) -> Post {
    var post = Post.numbered(id, email: "b@b.org")
    post.parentID = parent
    return post
  }

  /// A reply among other posts names the post above if that is loaded, and asks for nothing.
  @Test
  func aReplyAmongOtherPostsNamesThePostAboveIfThatIsLoaded() {
    var walk = Walk([reply(2, to: 1), .numbered(1), reply(3, to: 99)])
    #expect(walk.row(4).hasSuffix("2025 · in post 1"))
    #expect(!walk.row(9).contains(" in "))
    #expect(!walk.row(14).contains(" in "))
    #expect(walk.send(.timePassed).isEmpty)
    walk.press(.enter)
    #expect(walk.text.contains("2025 · in post 1"))
    // Known from another list.
    walk.press(.function(2))
    walk.answer(Walk.searches, [reply(4, to: 1)])
    #expect(walk.row(4).hasSuffix("2025 · in post 1"))
  }

  @Test
  func sentWithThePostTheOneAboveIsNamedToo() {
    var post = reply(2, to: 1)
    post.ancestors = [.numbered(1)]
    #expect(Walk([post]).row(4).hasSuffix("2025 · in post 1"))
  }

  @Test
  func ifOnlyTheTopOfItsTreeIsKnownThatIsNamed() {
    var post = reply(2, to: 99)
    post.ancestors = [.numbered(1)]
    #expect(Walk([post]).row(4).hasSuffix("2025 · in post 1"))
  }

  /// The first words of a reply to a reply say less than the title of the thread.
  @Test func aReplyWithoutATitleIsNamedByItsThread() {
    var post = reply(3, to: 2)
    var above = reply(2, to: 1)
    (above.title, above.body) = ("", "On Sun, 22 Nov 2026 at 02:23, Ada wrote: so.")
    post.ancestors = [above, .numbered(1)]
    #expect(Walk([post]).row(4).hasSuffix("2025 · in post 1"))
    post.ancestors = [above]
    #expect(Walk([post]).row(4).contains("in On Sun"))
    // Its own words name it, not those that it quotes.
    above.body = "On Sun, 22 Nov 2026 at 02:23, Ada\nwrote:\n\n> so.\n> and so\n\nNot so."
    post.ancestors = [above]
    #expect(Walk([post]).row(4).hasSuffix("in Not so."))
    above.body = "On Sunday:\n\n> so."
    post.ancestors = [above]
    #expect(Walk([post]).row(4).contains("in On Sunday"))
  }

  @Test
  func inTheListBelowThatPostAndWhereThereIsNoRoomItIsntNamed() {
    var walk = Walk([.numbered(1, children: 1)])
    walk.press(.right)
    walk.answer(1, [reply(2, to: 1)])
    #expect(walk.state.list.parent?.id == 1)
    #expect(!walk.text.contains(" in post 1"))
    var parent = Post.numbered(1)
    parent.title = String(repeating: "a long title ", count: 20)
    for width in 20...80 {
      let row = Walk([reply(2, to: 1), parent], width: width).row(4)
      #expect(row.contains(" in ") == row.contains(" in a long titl"), "\(width): \(row)")
      #expect(row.count <= width)
    }
  }

  @Test
  func theKeyThatEditsCoversNothingOfIt() {
    var post = reply(2, to: 1)
    post.authorEmail = "ada@example.org"
    var parent = Post.numbered(1)
    parent.title = String(repeating: "word ", count: 30)
    var walk = Walk([post, parent])
    walk.press(.enter)
    let row = walk.text.split(separator: "\n").first { $0.contains("e edit") }
    #expect(row?.contains(/in word.*…  +e edit/) == true, "\(row ?? "")")
  }
}

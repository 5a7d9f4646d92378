import FireflyCore
import FireflyModel
import FireflyScreen
import Testing

@testable import FireflyApp

/// Favourites, bookmarks and boosts of services with accounts.
@Suite("Marks")
struct MarksTests {
  private static let names = ["favourite", "boost", "bookmark"]

  private func walk(_ readers: Readers = .everyone, canWrite: Bool = true) -> Walk {
    var walk = Walk(height: 60, email: nil)
    walk.state.account = .signedIn(User(id: "7", handle: "@ada@social.example", name: "Ada"))
    walk.state.site = Site(
      .service, name: "social.example", lists: ["home"], as: walk.state.account, mayWrite: canWrite)
    walk.send(.started(at: nil))
    var post = Post.numbered(1, body: "Words.", email: "cy")
    (post.authorName, post.facts.service) = ("Cy Marsh", ServiceFacts(readers: readers))
    walk.answer(Walk.posts, [post])
    return walk
  }

  @Test
  func aFavouriteIsSetAndTakenBack() {
    var walk = walk()
    #expect(walk.press(.character("f")) == [.mark(.set(1, .favourite, true))])
    var marked = Post.numbered(1)
    marked.facts.service = ServiceFacts(readers: .everyone)
    marked.facts.service?.marks = [.favourite]
    walk.perform(.mark(.response(1, .favourite, true, .success(marked))))
    #expect(walk.text.contains("your favourite"))
    #expect(walk.press(.character("f")) == [.mark(.set(1, .favourite, false))])
  }

  /// A boost shows a post to others: it asks each time, with the safe button chosen.
  @Test
  func aBoostAsksEachTime() {
    var walk = walk()
    for _ in 0..<2 {
      #expect(walk.press(.character("B")).isEmpty)
      #expect(walk.state.focus.dialog?.question == "Boost to your followers?")
      #expect(!walk.press(.enter).contains(.mark(.set(1, .boost, true))))
    }
    walk.press(.character("B"))
    #expect(walk.choose("Boost") == [.mark(.set(1, .boost, true))])
  }

  @Test(arguments: [Readers.followers, .mentioned, .local])
  func whatFewReadIsNotBoosted(readers: Readers) {
    var walk = walk(readers)
    #expect(!walk.press(.character("B")).contains { if case .mark = $0 { true } else { false } })
    let words = walk.state.focus.dialog?.question ?? walk.state.note?.text ?? ""
    #expect(words.contains("can't be boosted"))
  }

  @Test
  func aRefusalIsSaid() {
    var walk = walk()
    walk.press(.character("f"))
    walk.perform(.mark(.response(1, .favourite, true, .failure(LoadFailure(.refused, "Not now.")))))
    #expect(walk.state.note?.text == "Not now.")
  }

  /// Where a server hasn't them, they are in no help and no palette.
  @Test(arguments: [true, false])
  func theyAreOfferedOnServicesOnly(isService: Bool) {
    var walk = isService ? walk() : Walk(Post.numbered(1...3), height: 60)
    for binding in Keymap().sections.flatMap(\.bindings) where Self.names.contains(binding.name) {
      #expect((binding.help(at: walk.state.site) != nil) == isService)
    }
    walk.press(.character(":"))
    #expect(Self.names.allSatisfy(walk.paletteNames.contains) == isService)
    #expect(Self.names.contains(where: walk.paletteNames.contains) == isService)
  }
}

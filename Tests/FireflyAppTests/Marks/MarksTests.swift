import FireflyCore
import FireflyModel
import FireflyScreen
import Testing

@testable import FireflyApp

/// Favourites, bookmarks and boosts of services with accounts.
@Suite("Marks")
struct MarksTests {
  private static let names = ["favourite", "boost", "bookmark"]

  private func walk(
    _ readers: Readers = .everyone, canWrite: Bool = true, width: Int = 80, height: Int = 60
  ) -> Walk {
    var walk = Walk(width: width, height: height, email: nil)
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

  private static func poll(_ walk: inout Walk, _ change: (inout Poll) -> Void = { _ in }) {
    var poll = Poll([Poll.Option("Tea", votes: 2), Poll.Option("Rum")])
    change(&poll)
    var post = Post.numbered(1, body: "Words.", email: "cy")
    post.facts.service = ServiceFacts(readers: .everyone)
    post.facts.service?.poll = poll
    walk.answer(Walk.posts, [post])
  }

  /// On an open poll the bar names the key that votes, which does nothing elsewhere.
  @Test func theBarNamesTheVote() {
    var walk = walk()
    #expect(!walk.row(0).contains("V vote"))
    Self.poll(&walk)
    #expect(walk.row(0).contains("V vote"), "\(walk.row(0))")
    Self.poll(&walk) { $0.hasVoted = true }
    #expect(!walk.row(0).contains("V vote"))
  }

  /// Of many options those around the chosen one are shown, and where it stands; the last one can be reached.
  @Test(arguments: [12, 24])
  func manyOptionsScroll(height: Int) throws {
    var walk = walk(height: height)
    Self.poll(&walk) { poll in
      poll.options = (1...20).map { Poll.Option("A rather long option, number \($0)") }
    }
    walk.press(.character("V"))
    #expect(walk.text.contains("number 1 ") && walk.text.contains("[ Cancel ]"), "\(walk.text)")
    for _ in 0..<20 { walk.press(.up) }
    #expect(walk.text.contains("number 1 ") && walk.text.contains("1 of 20"), "\(walk.text)")
    for place in 1...19 {
      walk.press(.down)
      let row = walk.state.focus.dialog?.buttons[place].title ?? ""
      #expect(walk.text.contains("[ \(row) ]"), "\(walk.text)")
      #expect(walk.text.contains("Vote for which?"))
    }
    #expect(walk.text.contains("20 of 20"))
  }

  /// The menu pins a post of the user's own, and takes it back; it offers nothing for others.
  @Test func onesOwnPostIsPinned() {
    var walk = walk()
    func menu(_ post: Post) -> [String] {
      walk.answer(Walk.posts, [post])
      walk.perform(.menu(.opened(1, link: nil, at: Point(x: 3, y: 3))))
      return walk.state.focus[Menu.self]?.items.map(\.title) ?? []
    }
    var post = Post.numbered(1, body: "Words.", email: "cy")
    post.facts.service = ServiceFacts(readers: .everyone)
    #expect(!menu(post).contains { $0.contains("profile") && $0.contains("Pin") })
    walk.press(.escape)
    walk.perform(.mark(.pressed(.pin)))
    #expect(walk.text.contains("Only your own posts can be pinned."))
    walk.press(.escape)
    post.facts.authorID = "7"
    #expect(menu(post).contains("Pin to your profile"))
    walk.press(.escape)
    #expect(walk.perform(.mark(.pressed(.pin))) == [.mark(.set(1, .pin, true))])
    post.facts.service?.marks = [.pin]
    #expect(menu(post).contains("No longer pin to your profile"))
    // By the keys it is found among the commands.
    walk.press(.escape)
    walk.press(.character(":"))
    walk.type("pin")
    #expect(walk.text.contains("no longer pin to your profile"), "\(walk.text)")
    #expect(post.remarks == ["pinned"])
  }

  /// On a narrow screen long options keep their votes within the frame, and the final button is in sight.
  @Test func aVoteFitsANarrowScreen() throws {
    var walk = walk(width: 40, height: 12)
    Self.poll(&walk) { poll in
      poll.takesSeveral = true
      poll.options = ["north", "south", "east", "west", "up", "down"].map {
        Poll.Option("\($0) by the long pier and back again", votes: 0)
      }
    }
    walk.press(.character("V"), .up, .character(" "))
    let lines = walk.text.split(separator: "\n").map(String.init)
    let options = lines.filter { $0.contains("[x]") || $0.contains("[ ] ") }
    #expect(options.count >= 3, "\(walk.text)")
    for line in options {
      #expect(line.contains(": 0 votes"), "\(walk.text)")
      #expect(line.last == lines.first { $0.contains("Vote for") }?.last, "\(walk.text)")
    }
    #expect(lines.contains { $0.contains("Cancel") && $0.contains("Vote") }, "\(walk.text)")
  }

  /// Space chooses; nothing is sent before the button, which is not there before a choice.
  @Test
  func aVoteIsChosenThenSent() throws {
    var walk = walk()
    Self.poll(&walk)
    #expect(walk.press(.character("V")).isEmpty)
    #expect(walk.text.contains("( ) Tea: 2 votes, 100 %") && walk.text.contains("A vote is final."))
    #expect(!walk.text.contains("[ Vote ]"))
    // Cancel is chosen first.
    #expect(walk.press(.left, .character(" ")).isEmpty)
    #expect(walk.text.contains("(x) Rum") && walk.text.contains("( ) Tea"))
    // Once more takes it back.
    #expect(walk.press(.character(" ")).isEmpty)
    #expect(walk.text.contains("( ) Rum"))
    walk.press(.character(" "))
    let poll = try #require(walk.state.list.posts[0].service?.poll)
    #expect(walk.choose("Vote") == [.mark(.vote(1, [1], in: poll))])
    var voted = Post.numbered(1, body: "Counted.")
    voted.facts.service = ServiceFacts(readers: .everyone)
    walk.perform(.mark(.voted(.success(voted))))
    #expect(walk.text.contains("Your vote counts.") && walk.state.list.posts[0].body == "Counted.")
  }

  @Test
  func anUnconfirmedVoteSaysSo() {
    var walk = walk()
    Self.poll(&walk)
    let failure = LoadFailure(.unreadable, "It could not be read.", mayHaveArrived: true)
    walk.perform(.mark(.voted(.failure(failure))))
    #expect(
      walk.state.note?.text
        == "The vote could not be confirmed. It could not be read. r reloads.")
  }

  @Test
  func severalCanBeChosen() throws {
    var walk = walk()
    Self.poll(&walk) { $0.takesSeveral = true }
    walk.press(.character("V"), .up, .up, .character(" "), .down, .character(" "))
    #expect(walk.text.contains("[x] Tea") && walk.text.contains("[x] Rum"))
    let poll = try #require(walk.state.list.posts[0].service?.poll)
    #expect(walk.choose("Vote") == [.mark(.vote(1, [0, 1], in: poll))])
  }

  @Test
  func whereNobodyCanVoteItIsSaid() {
    for (change, words) in [
      ({ (poll: inout Poll) in poll.isOver = true }, "The poll has ended."),
      ({ poll in poll.hasVoted = true }, "You have voted; a vote is final."),
      ({ poll in poll.options = [] }, "This post has no poll."),
    ] {
      var walk = walk()
      Self.poll(&walk, change)
      #expect(walk.press(.character("V")).isEmpty)
      #expect(walk.state.focus.dialog == nil && walk.state.note?.text == words)
    }
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

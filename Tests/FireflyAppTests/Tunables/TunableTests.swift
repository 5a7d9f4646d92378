import FireflyCore
import FireflyModel
import FireflyScreen
import Testing

@testable import FireflyApp

@Suite("Constants of the look")
struct TunableTests {
  /// The ends of what each takes, values beyond them, and nonsense.
  private static func samples(
    _ kind: Tunable.Kind
  ) -> (good: [String], bad: [String]) {
    let nonsense = [
      "", " ", "x", "nan", "inf", "-", "1e400", "0x1p-2", "1/2", "½", "#", "#12345", "#12345g",
      "+12345", "#+12345", "Theme", "1 ", "ROUND", "\u{0}", "99999999999999999999",
    ]
    switch kind {
    case .number(let range):
      return (
        ["\(range.lowerBound)", "\(range.upperBound)"],
        nonsense + ["\(range.lowerBound - 0.01)", "\(range.upperBound + 0.01)", "-1000", "1000"]
      )
    case .count(let range):
      return (
        ["\(range.lowerBound)", "\(range.upperBound)"],
        nonsense + ["\(range.lowerBound - 1)", "\(range.upperBound + 1)", "\(range.lowerBound).5"]
      )
    case .color: return (["#010203", "fffefd", "theme"], nonsense + ["red", "12", "#1234567"])
    case .choice(let words): return (words, nonsense + ["1", words.joined()])
    }
  }

  @Test(arguments: Tunable.all.map(\.name))
  func eachTakesWhatLiesInItsRangeAndNothingElse(name: String) throws {
    let tunable = try #require(Tunable.named(name))
    let (good, bad) = Self.samples(tunable.kind)
    for text in good {
      var tunables = Tunables()
      #expect(tunable.set(text, in: &tunables), "\(text)")
      // What it then is can be said, and leads to the same.
      let value = tunable.value(in: tunables)
      var again = Tunables()
      #expect(tunable.set(value, in: &again) && again == tunables, "\(text) → \(value)")
      // No other has changed.
      for other in Tunable.all where other.name != name {
        #expect(other.value(in: tunables) == other.standard, "\(other.name)")
      }
      for text in bad {
        let before = tunables
        #expect(!tunable.set(text, in: &tunables), "\(text)")
        #expect(tunables == before)
      }
    }
    var standard = Tunables()
    #expect(tunable.set(tunable.standard, in: &standard) && standard == Tunables())
    #expect(!tunable.help.isEmpty && !tunable.allowedValues.isEmpty)
  }

  @Test
  func noTwoHaveOneNameAndNamesAreWrittenAsSettingsAre() {
    #expect(Set(Tunable.all.map(\.name)).count == Tunable.all.count)
    for tunable in Tunable.all {
      #expect(tunable.name.allSatisfy { $0.isLowercase || $0 == "-" }, "\(tunable.name)")
    }
  }

  /// What a walk shows on its way through everything that there is to see.
  private static func frames(_ tunables: Tunables) -> [ContiguousArray<Cell>] {
    let body = "Words with `code` and a [link](https://example.org).\n\n> A quotation.\n\n- an item"
    let first = Sailing.post(
      4, "the first", "in short", body: body, image: "/4.jpg", children: 2, day: 14)
    var frames: [ContiguousArray<Cell>] = []
    func see(_ walk: Walk) { frames.append(walk.frame.cells) }
    func begin(_ email: String? = "ada@example.org") -> Walk {
      var walk = Walk(width: 130, height: 40, motion: .full, email: email)
      walk.send(.settings(.tuned(tunables)))
      see(walk)
      walk.send(.started(at: nil))
      walk.answer(Walk.posts, [first] + Sailing.list.dropFirst())
      walk.wait(0.02)
      see(walk)
      walk.wait(1)
      walk.perform(.picture(.response(address: "/4.jpg", aspectRatio: 0.5)))
      return walk
    }
    var walk = begin()
    walk.perform(.badges(.response([8: true])))
    walk.press(.enter)
    walk.wait(0.1)
    see(walk)
    walk.wait(6)
    see(walk)
    walk.press(.character("d"))
    see(walk)
    walk.press(.right, .escape)
    walk.perform(.noted("Something."))
    see(walk)
    walk.wait(1)
    see(walk)
    walk.perform(.noted("No.", isError: true))
    see(walk)
    walk.press(.character("/"))
    walk.type("first")
    see(walk)
    walk.press(.escape, .character("t"))
    let nodes = [OutlineBranch.Node(post: Sailing.knots, depth: 1)]
    walk.perform(.outline(.response(top: 4, .success(OutlineBranch(nodes, isCut: false)))))
    see(walk)
    walk.press(.escape, .character("?"))
    see(walk)
    walk.press(.escape, .right)
    walk.wait(0.1)
    see(walk)
    walk.wait(6)
    see(walk)
    walk.press(.left)
    walk.wait(6)
    walk.press(.character("n"))
    walk.wait(6)
    see(walk)
    var stranger = begin(nil)
    stranger.state.site = Site(.server, name: "posts.example.org", as: stranger.state.account)
    stranger.press(.character("i"))
    see(stranger)
    return frames + waits(tunables) + gestures(tunables)
  }

  /// When the clock has to call after a word has been written, for the dictionary.
  private static func nextCall(_ tunables: Tunables) -> AppState.Cadence {
    var walk = Walk([], email: "ada@example.org")
    walk.send(.settings(.tuned(tunables)))
    walk.press(.character("n"))
    walk.perform(
      .editor(.draftOpened(.newPost(below: nil), DraftOpening(idempotencyKey: "key"))))
    walk.type("wrod")
    return walk.state.cadence(at: walk.now)
  }

  /// What is shown while one waits.
  private static func waits(_ tunables: Tunables) -> [ContiguousArray<Cell>] {
    var walk = Walk(width: 80, height: 24)
    walk.send(.settings(.tuned(tunables)))
    walk.send(.started(at: nil))
    walk.answer(Walk.searches, Sailing.list)
    walk.wait(0.7)
    var frames = [walk.frame.cells]
    walk.answer(Walk.posts, Sailing.list)
    walk.wait(6)
    walk.press(.function(3))
    walk.wait(0.2)
    frames.append(walk.frame.cells)
    return frames
  }

  /// What the mouse and the keys of a tall card do, and the row of keys under the card one writes on.
  private static func gestures(_ tunables: Tunables) -> [ContiguousArray<Cell>] {
    var posts = Post.numbered(1...40)
    posts[0].body = Post.body(paragraphs: 30)
    posts[0].childCount = 2
    posts[0].authorEmail = "ada@example.org"
    var walk = Walk(posts, email: "ada@example.org")
    walk.send(.settings(.tuned(tunables)))
    walk.mouse(.wheelDown, x: 5, y: 5)
    var frames = [walk.frame.cells]
    walk.mouse(.wheelUp, x: 5, y: 5)
    walk.mouse(.press, x: 40, y: 3)
    walk.mouse(.drag, x: 35, y: 3)
    walk.mouse(.release, x: 35, y: 3)
    frames.append(walk.frame.cells)
    walk.press(.left, .enter, .down)
    walk.wait(6)
    frames.append(walk.frame.cells)
    walk.press(.character("e"))
    walk.perform(.editor(.draftOpened(.edit(posts[0].id), DraftOpening(idempotencyKey: "key"))))
    walk.wait(6)
    frames.append(walk.frame.cells)
    walk.click(x: 30, y: 23)
    walk.wait(0.1)
    frames.append(walk.frame.cells)
    return frames
  }

  @Test(arguments: Tunable.all.map(\.name))
  func eachChangesWhatIsSeen(name: String) throws {
    let tunable = try #require(Tunable.named(name))
    let changes = Self.samples(tunable.kind).good.lazy.contains { text in
      var tunables = Tunables()
      return tunable.set(text, in: &tunables)
        && (Self.frames(tunables) != Self.standard || Self.nextCall(tunables) != Self.standardCall)
    }
    #expect(changes)
  }

  /// What is seen with nothing tuned.
  private static let standard = frames(Tunables())
  private static let standardCall = nextCall(Tunables())

  @Test
  func whateverTheyAreNothingBreaksAtAnySize() {
    for pick in 0...1 {
      var tunables = Tunables()
      for tunable in Tunable.all {
        let good = Self.samples(tunable.kind).good
        #expect(tunable.set(good[pick], in: &tunables))
      }
      for (width, height) in [(1, 1), (3, 2), (20, 6), (40, 12), (80, 24), (300, 90)] {
        var walk = Sailing.walk(width: width, height: height, motion: .full)
        walk.send(.settings(.tuned(tunables)))
        for key: Key in [.down, .enter, .pageDown, .right, .left, .end, .enter, .character("n")] {
          walk.press(key)
          walk.wait(0.05)
          _ = walk.frame
          walk.wait(6)
          expectElements(of: walk.frame)
        }
      }
    }
  }

  /// What is changed while one reads moves the cards at once, and the body is laid out anew.
  @Test
  func tunedConstantMovesTheCardsAtOnce() {
    var walk = Sailing.walk(width: 100, height: 40)
    walk.press(.down, .enter)
    var tunables = Tunables()
    #expect(Tunable.named("text-indent")?.set("8", in: &tunables) == true)
    let effects = walk.send(.settings(.tuned(tunables)))
    let columns = walk.context.layout.textColumns
    #expect(
      effects == [
        .list(.formatBody(Sailing.knots.body, post: 3, level: walk.level, columns: columns))
      ])
    #expect(Tunable.named("card-rows")?.set("7", in: &tunables) == true)
    walk.perform(.settings(.tuned(tunables)))
    #expect(walk.restingLayout().compactHeight == 140)
    // What the configuration says counts from then on.
    walk.perform(.settings(.changed(Settings())))
    #expect(walk.restingLayout().compactHeight == 100)
  }
}

import FireflyCore
import FireflyModel
import FireflyScreen
import Foundation
import Testing

@testable import FireflyApp

/// A branch or thread can be silenced or followed.
@Suite struct SilenceTests {
  private static let now = 1_763_208_000.0

  /// A walk in the thread of `Conversation`, of which 11 and later are new.
  private func thread(source: Bool = false) -> Walk {
    var walk = Walk(height: 40, motion: .none)
    walk.state.settings.readMarks = true
    var marks = ReadMarks(since: 0)
    marks.apply(.firstContact(highest: 10))
    walk.state.setReadMarks(marks)
    walk.send(.started(at: nil))
    walk.answer(Walk.posts, [Conversation.parent, .numbered(5)])
    walk.state.lists.chosenView = .thread
    walk.press(.right)
    walk.answer(walk.level, Conversation.replies)
    return walk
  }

  /// Does what the runtime does with the effects of muting.
  private func store(_ walk: inout Walk, _ effects: [Effect]) {
    for effect in effects {
      switch effect {
      case .mute(.store(let change, let links)):
        let list: MuteList
        switch change {
        case .branch(let marked):
          var branches = walk.state.mute.branches
          branches.apply(marked)
          branches.keep(links)
          list = .branches(branches)
        case .words(let word, let isMuted):
          list = .words(walk.state.mute.words.filter { $0 != word } + (isMuted ? [word] : []))
        case .person(let person, let isMuted): list = .people(isMuted ? [person] : [])
        }
        store(&walk, walk.perform(.mute(.response(change, .success(list)))))
      case .readMarks(.load):
        store(
          &walk,
          walk.perform(.readMarks(.loaded(walk.state.readMarks.marks ?? ReadMarks(since: 0)))))
      default: break
      }
    }
  }

  private func press(_ walk: inout Walk, _ keys: Key...) {
    for key in keys { store(&walk, walk.press(key)) }
  }

  private func unread(_ walk: Walk) -> [Int] { walk.state.readMarks.index.posts.sorted() }

  @Test func aBranchIsSilencedByTwoKeys() {
    var walk = thread()
    let before = unread(walk)
    #expect(before == [11, 12, 14, 15, 16, 17])
    walk.perform(.list(.postSelected(12)))
    press(&walk, .character("M"), .enter)
    #expect(walk.text.contains("▸ silenced: Bright enough to read by"), "\(walk.text)")
    #expect(!walk.text.contains("It blinks all night"))
    #expect(unread(walk) == [11, 15, 16, 17])
    #expect(walk.state.note?.text.contains("nothing in it is new") == true)
    // u takes it back.
    press(&walk, .character("u"))
    #expect(walk.state.mute.branches.silenced == [])
    #expect(walk.text.contains("It blinks all night"), "\(walk.text)")
    #expect(unread(walk) == before)
  }

  /// Of an entry, its author is muted, in all feeds, and not the others of its feed.
  @Test func theAuthorOfAnEntryIsMutedAndNotItsFeed() {
    let names = [(5, "Elm", 9), (6, "Alder", 9), (7, "Elm", 8)]
    let entries = names.map { id, name, feed in
      var entry = Post.numbered(id, email: "feed\(feed)")
      (entry.authorName, entry.facts.feedID) = (name, feed)
      return entry
    }
    var walk = Walk(entries)
    walk.press(.character("M"))
    #expect(walk.text.contains("Mute Elm"), "\(walk.text)")
    let effects = walk.perform(.mute(.authorPressed))
    #expect("\(effects)".contains(#"person("elm", isMuted: true)"#), "\(effects)")
    walk.state.begin(people: ["elm"])
    #expect(walk.text.split(separator: "muted: Elm").count == 3, "\(walk.text)")
    #expect(!walk.text.contains("muted: Alder"))
  }

  /// An entry of a feed without comments has no thread to silence.
  @Test func anEntryWithoutCommentsHasNoThread() {
    for count in [0, 2] {
      var entry = Post.numbered(5, children: count)
      entry.facts.feedID = 9
      var walk = Walk([entry])
      walk.press(.character("M"))
      #expect(walk.text.contains("Mute words…"), "\(walk.text)")
      #expect(walk.text.contains("Silence this thread") == (count > 0), "\(walk.text)")
    }
  }

  /// The branch of an entry is its thread, and not all of its feed.
  @Test func anEntryIsTheTopOfItsThread() {
    var entry = FeedsTabTests.entry(5, of: 72)
    entry.childCount = 2
    var walk = FeedsTabTests().walk([entry])
    walk.press(.character("M"))
    #expect(walk.text.contains("Silence this thread") && !walk.text.contains("branch"))
    walk.press(.enter)
    #expect(walk.reading.threadTop(of: entry) == 5)
  }

  @Test func theListNamesWhatCanBeMuted() {
    var walk = thread()
    walk.perform(.list(.postSelected(12)))
    walk.press(.character("M"))
    for words in [
      "Silence this branch", "Silence this thread", "Mute ", "Mute words…",
      "Follow this branch", "Follow this thread",
    ] {
      #expect(walk.text.contains(words), "\(words): \(walk.text)")
    }
    walk.press(.escape)
    walk.press(.home, .character("M"))
    #expect(!walk.text.contains("this branch"))
    press(&walk, .enter)
    #expect(walk.state.mute.branches.silenced == [10])
    #expect(unread(walk) == [])
    walk.press(.left)
    #expect(walk.text.contains("silenced: A lighthouse"), "\(walk.text)")
    walk.press(.character("M"))
    #expect(walk.text.contains("No longer silence this thread"))
    press(&walk, .enter)
    #expect(!walk.text.contains("silenced: A lighthouse"))
  }

  /// A post with a title, below another one.
  private static func reply(_ id: Int, below parent: Int, children: Int? = nil) -> Post {
    var post = Post.numbered(
      id, body: "Words of \(id).", children: children, email: "ben@example.org")
    post.parentID = parent
    return post
  }

  /// Everyone's posts, with those of a branch of which `known` is silenced.
  private func list(readMarks: Bool, silenced: Int, width: Int = 80) -> Walk {
    var walk = Walk(width: width, height: 40)
    if readMarks {
      var marks = ReadMarks(since: 0)
      marks.apply(.firstContact(highest: 10))
      walk.state.setReadMarks(marks)
    }
    var branches = MarkedBranches()
    branches.apply(.init(top: silenced, kind: .silenced, isOn: true))
    walk.state.begin(branches: branches)
    walk.send(.started(at: nil))
    let replies = [
      Self.reply(25, below: 24), Self.reply(24, below: 22, children: 1), Self.reply(23, below: 21),
      Self.reply(22, below: 20, children: 1), Self.reply(21, below: 20, children: 1),
    ]
    walk.answer(Walk.posts, replies + [.numbered(20, children: 2)])
    return walk
  }

  /// Those of a branch that is not silenced, and the top, stand as they are.
  @Test(arguments: [true, false])
  func inAListEachPostOfASilencedBranchIsOneLine(readMarks: Bool) {
    var walk = list(readMarks: readMarks, silenced: 22)
    for id in [22, 24, 25] {
      #expect(walk.text.contains("silenced: post \(id)"), "\(walk.text)")
      #expect(!walk.text.contains("summary \(id)"))
    }
    for id in [20, 21, 23] { #expect(walk.text.contains("summary \(id)"), "\(walk.text)") }
    if readMarks { #expect(unread(walk) == [21, 23]) }
    let remarks = walk.ids.map { walk.reading.post($0)?.remark }
    #expect(
      remarks == [
        "silenced: post 25", "silenced: post 24", nil, "silenced: post 22", nil, nil,
      ])
    // Enter opens one.
    walk.press(.enter)
    #expect(walk.text.contains("Words of 25."))
    // Below a post of the branch, which the user opens, the rest stands as it is.
    walk.press(.enter, .down, .right)
    walk.answer(walk.level, [Self.reply(25, below: 24)])
    walk.perform(
      .list(
        .parentResponse(level: walk.level, .success(Self.reply(24, below: 22, children: 1)))))
    #expect(walk.text.contains("summary 25"), "\(walk.text)")
  }

  @Test func theOutlineAndTheColumnBesideTheListHideIt() {
    var walk = list(readMarks: true, silenced: 22, width: 140)
    #expect(walk.state.list.selectedPost(at: walk.position)?.id == 25)
    walk.state.columns.firstReplies = .init(post: 25, replies: [Self.reply(26, below: 25)])
    #expect(!walk.text.contains("post 26"), "\(walk.text)")
    walk.press(.end, .character("t"))
    let branch = [(22, 20), (24, 22), (21, 20)].map {
      OutlineBranch.Node(post: Self.reply($0, below: $1), depth: $1 == 20 ? 1 : 2)
    }
    walk.perform(.outline(.response(top: 20, .success(.init(branch)))))
    #expect(walk.text.contains("silenced: post 22") && walk.text.contains("silenced: post 24"))
    #expect(!walk.text.contains("silenced: post 21"))
  }

  @Test func whatComesInASilencedBranchIsNotNewAfterARestartEither() throws {
    var walk = thread()
    walk.perform(.list(.postSelected(11)))
    press(&walk, .character("M"), .enter)
    let kept = try JSONDecoder().decode(
      MarkedBranches.self, from: JSONEncoder().encode(walk.state.mute.branches))
    // The list has only the first post; the server tells numbers and what they answer.
    var later = Walk()
    var marks = ReadMarks(since: 0)
    marks.apply(.firstContact(highest: 30))
    later.state.setReadMarks(marks)
    later.state.begin(branches: kept)
    later.send(.started(at: nil))
    later.answer(Walk.posts, [Conversation.parent])
    let effects = later.perform(
      .readMarks(
        .newPostsFound([UnreadPost(id: 31, parent: 14), UnreadPost(id: 32, parent: 16)])))
    #expect(unread(later) == [32])
    #expect(effects.contains(.mute(.storeLinks([31: 14]))), "\(effects)")
    // An event, too: no badge, and nothing told.
    let event = ServerEvent.post(
      .init(id: 33, parent: 31, template: .post, isOwn: false, answersYou: true))
    later.state.settings.notify = true
    later.state.badges.news = []
    let told = later.perform(.badges(.eventsArrived([event], last: 1)))
    #expect(!told.contains { if case .terminal(.notify) = $0 { true } else { false } })
    #expect(later.reading.unreadAnswers == 0)
  }

  @Test func repliesInAFollowedBranchAreAmongThoseToMe() {
    var walk = thread()
    walk.perform(.list(.postSelected(16)))
    press(&walk, .character("M"), .down, .down, .down, .down, .enter)
    #expect(walk.state.mute.branches.followed == [16], "\(walk.text)")
    #expect(walk.text.contains("“What does it cost to run?” is followed"))
    walk.perform(.readMarks(.newPostsFound([UnreadPost(id: 40, parent: 16)])))
    #expect(walk.reading.unreadAnswers >= 1)
    #expect(walk.state.followedReplies == [40])
    walk.press(.character("A"))
    var reply = Conversation.post(40, below: 16, "Next to nothing.", by: "Gil")
    reply.childCount = 0
    walk.answer(walk.level, [reply])
    #expect(walk.text.contains("Next to nothing."))
    press(&walk, .left, .character("u"))
    #expect(walk.state.mute.branches.followed == [])
  }

  @Test func onASourceNothingIsFollowed() {
    var walk = thread()
    walk.state.site = Site(
      .reading, name: "Hacker News", lists: ["front page"], as: walk.state.account)
    walk.press(.character("M"))
    #expect(!walk.text.contains("Follow"))
    walk.press(.escape)
    walk.perform(.mute(.branchPressed(.followed, isThread: true)))
    #expect(walk.text.contains("Only threads of Firefly's servers"), "\(walk.text)")
    #expect(walk.state.mute.branches.followed == [])
  }

  @Test func wordsAreTypedOrPicked() {
    var walk = thread()
    walk.perform(.list(.postSelected(16)))
    press(&walk, .character("M"))
    let items = (walk.state.focus.top as? Menu)?.items.map(\.title) ?? []
    for _ in 0..<(items.firstIndex(of: "Mute words…") ?? 0) { walk.press(.down) }
    walk.press(.enter)
    #expect(walk.text.contains("words to mute"))
    let words = walk.state.focus[ActionPalette.self]?.list.items.map(\.name)
    // Neither what is in every text, nor parts of addresses.
    #expect(words == ["cost"], "\(walk.text)")
    walk.type("to run")
    press(&walk, .enter)
    #expect(walk.state.mute.words == ["to run"])
    #expect(walk.text.contains("muted: to run"), "\(walk.text)")
    press(&walk, .character("u"))
    #expect(walk.state.mute.words == [])
  }

  /// Words that are in every text are not offered, nor those of addresses.
  @Test func onlyWordsThatSaySomethingAreOffered() {
    var walk = Walk([
      .numbered(
        5, body: "When [ferries](https://a.example/path) sail, see <http://b.example:8080/x>.")
    ])
    walk.perform(.mute(.wordsPressed))
    let words = walk.state.focus[ActionPalette.self]?.list.items.map(\.name)
    #expect(words == ["post", "summary", "ferries", "sail"], "\(words ?? [])")
  }

  /// A feed is muted at an entry, and can be left; a folder is neither muted nor followed.
  @Test func ofAFeedItSaysWhatCanBeDone() {
    var walk = FeedsTabTests().walk()
    walk.press(.function(3), .character("M"))
    #expect(walk.text.contains("A folder can't be muted. M on an entry mutes its feed."))
    walk.press(.down, .character("M"))
    #expect(walk.text.contains("M on an entry mutes this feed. d unfollows it."), "\(walk.text)")
  }

  @Test func aPersonIsMutedAndShownAgain() {
    var walk = thread()
    walk.perform(.list(.postSelected(16)))
    press(&walk, .character("M"), .down, .down, .enter)
    #expect(walk.state.mute.people == ["eva@example.org"])
    press(&walk, .character("u"))
    #expect(walk.state.mute.people == [])
  }

  @Test func theOldestGo() {
    var branches = MarkedBranches()
    for top in 1...600 { branches.apply(.init(top: top, kind: .silenced, isOn: true)) }
    #expect(branches.silenced == Array(101...600))
    branches.apply(.init(top: 300, kind: .followed, isOn: true))
    #expect(!branches.silenced.contains(300) && branches.followed == [300])
    branches.keep(Dictionary(uniqueKeysWithValues: (1...25_000).map { ($0 + 1_000, $0) }))
    #expect(branches.parents.count == MarkedBranches.maximumReplies)
  }

  @Test func whileAPostIsMovedTheKeyMeansTheTopLevel() {
    var walk = Walk([.numbered(1), .numbered(2)])
    walk.press(.character("m"))
    walk.perform(.moving(.abilitiesResponse(ServerAbilities(moves: true))))
    walk.press(.character("M"))
    #expect(!(walk.state.focus.top is Menu))
  }

  @Test func everyItemOfTheListHasABinding() {
    var walk = thread()
    walk.perform(.list(.postSelected(12)))
    walk.press(.character("M"))
    for item in (walk.state.focus.top as? Menu)?.items ?? [] {
      #expect(Keymap().binding(of: item.action, in: .mute) != nil, "\(item.title)")
    }
    walk.press(.escape)
    walk.press(.character(":"))
    walk.type("silence-branch")
    #expect(walk.text.contains("silence-branch"))
  }
}

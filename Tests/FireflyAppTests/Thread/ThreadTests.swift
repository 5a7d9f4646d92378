import FireflyCore
import FireflyScreen
import SeededRandom
import Testing

@testable import FireflyApp

/// A level as a thread: what it shows, and how the selection moves.
@Suite struct ThreadTests {
  @Test func theKeyTurnsTheLevelIntoAThreadAndBackAtTheSamePost() {
    var walk = Walk([Conversation.parent])
    walk.press(.right)
    walk.answer(1, Conversation.replies.filter { $0.parentID == 10 })
    walk.press(.down)
    #expect(walk.selected == 16)
    let effects = walk.press(.character("v"))
    #expect(effects == [.list(.loadBranch(of: 10, level: 1)), .thread(.storeView(.thread))])
    walk.answer(1, Conversation.replies)
    #expect(walk.ids == [10, 11, 12, 13, 14, 15, 16, 17, 18])
    #expect(walk.selected == 16)
    // Again: cards, at the same post among its siblings.
    walk.press(.character("v"))
    #expect(walk.ids == [11, 16, 17])
    #expect(walk.selected == 16)
    #expect(walk.level == 1)
  }

  @Test func backAtADeepReplyThePathLeadsToIt() {
    var walk = Conversation.walk()
    walk.press(.down, .down, .down)
    #expect(walk.selected == 13)
    walk.press(.character("v"))
    #expect(walk.ids == [13])
    #expect(walk.selected == 13)
    #expect(
      walk.state.current.navigator.path.map(\.destination) == [
        .children(of: 10), .children(of: 11), .children(of: 12),
      ])
    // And the choice holds for the next level.
    walk.press(.right)
    #expect(!walk.state.list.isThread)
  }

  @Test func whereThereIsNoThreadTheKeySaysSo() {
    var walk = Walk([.numbered(1, template: .profile), .numbered(2, template: .query)])
    for keys in [
      [Key.character("v")], [.down, .right, .character("v")], [.function(3), .character("v")],
    ] {
      for key in keys { walk.press(key) }
      #expect(walk.state.note?.text.contains("no thread here") == true)
      #expect(!walk.state.list.isThread)
      walk.state.note = nil
    }
    // A user's posts are no thread either: the key looks for the replies of one.
    var profile = Walk([.numbered(1, children: 2, template: .profile)])
    profile.press(.right)
    profile.answer(1, [.numbered(2)])
    profile.press(.character("v"))
    #expect(profile.state.note?.text == "No replies. + writes one.")
    #expect(!profile.state.list.isThread)
  }

  @Test func theParentComesFirstWholeThenEachReplyWhole() {
    let walk = Conversation.walk(height: 40)
    #expect(walk.selected == 10)
    let text = walk.text
    #expect(text.contains("A lighthouse, and what it costs."))
    for reply in Conversation.replies {
      #expect(text.contains(reply.body), "\(reply.id)")
    }
    #expect(text.contains("Ben · 3 h · 4 replies"))
    #expect(text.contains("Ada author · 3 h · 1 reply"))
    #expect(text.contains("Dora · 3 h"))
  }

  @Test func eachLevelIsIndentedByTwoColumnsWithItsAncestorsLines() throws {
    let walk = Conversation.walk(height: 40)
    let frame = walk.frame
    func column(of id: Int) throws -> Int {
      let row = try #require(frame.elements.first { $0.id == "card-\(id)" }).rect.y
      let name = try #require(walk.state.list.posts.first { $0.id == id }?.byline)
      let line = walk.row(row)
      return try #require(line.range(of: name)).lowerBound.utf16Offset(in: line)
    }
    let first = try column(of: 11)
    #expect(try column(of: 12) == first + 2)
    #expect(try column(of: 13) == first + 4)
    #expect(try column(of: 14) == first + 6)
    #expect(try column(of: 15) == first + 2)
    #expect(try column(of: 16) == first)
    let row = try #require(frame.elements.first { $0.id == "card-14" }).rect.y
    #expect(Array(walk.row(row))[first..<(first + 6)] == Array("│ │ │ ")[...])
  }

  @Test func fromTheEighthLevelOnTheIndentStaysAndTheDepthIsSaid() throws {
    let posts = (1...12).map {
      Conversation.post(100 + $0, below: $0 == 1 ? 10 : 99 + $0, "Level \($0).", by: "Ben")
    }
    let walk = Conversation.walk(width: 80, height: 60, replies: posts)
    let columns = try (1...12).map { level in
      let row = try #require(
        walk.text.split(separator: "\n").first { $0.contains("Level \(level).") })
      return row.distance(from: row.startIndex, to: try #require(row.range(of: "Level")).lowerBound)
    }
    #expect((0..<7).allSatisfy { columns[$0 + 1] == columns[$0] + 2 })
    #expect(Set(columns[7...]).count == 1)
    #expect(walk.text.contains("9 deep"))
    #expect(walk.text.contains("12 deep"))
    #expect(!walk.text.contains("8 deep"))
  }

  @Test func theSelectionGoesFromReplyToReplyAndBack() {
    var walk = Conversation.walk()
    var seen = [walk.selected]
    for _ in 1...8 {
      walk.press(.down)
      seen.append(walk.selected)
    }
    #expect(seen == [10, 11, 12, 13, 14, 15, 16, 17, 18])
    walk.press(.down)
    #expect(walk.selected == 18)
    for id in seen.reversed().dropFirst() {
      walk.press(.up)
      #expect(walk.selected == id)
    }
    walk.press(.end)
    #expect(walk.selected == 18)
    walk.press(.home)
    #expect(walk.selected == 10)
  }

  @Test func aReplyTallerThanTheScreenScrollsFirst() {
    let tall = Conversation.post(11, below: 10, Post.body(paragraphs: 30), by: "Ben")
    var walk = Conversation.walk(replies: [tall, Conversation.replies[5]])
    walk.press(.down)
    #expect(walk.selected == 11)
    var presses = 0
    while walk.selected == 11, presses < 60 {
      walk.press(.down)
      presses += 1
    }
    #expect(presses > 5)
    #expect(walk.selected == 16)
  }

  @Test func rightIsTheFirstReplyLeftThePostAboveThenBack() {
    var walk = Conversation.walk()
    walk.press(.right)
    #expect(walk.selected == 11)
    walk.press(.right, .right)
    #expect(walk.selected == 13)
    walk.press(.left)
    #expect(walk.selected == 12)
    walk.press(.left)
    #expect(walk.selected == 11)
    walk.press(.left)
    #expect(walk.state.current.navigator.depth == 0)
    #expect(walk.selected == 10)
    // A reply without replies says so.
    walk = Conversation.walk()
    walk.press(.end, .right)
    #expect(walk.state.note?.text == "No replies. + writes one.")
    #expect(walk.selected == 18)
    // Esc goes back from any depth.
    walk.press(.escape)
    #expect(walk.state.current.navigator.depth == 0)
  }

  /// A top reply that is gone to is shown with what is below it, as far as that fits.
  @Test(arguments: [12, 16, 24, 45])
  func bracesShowTheBranch(height: Int) throws {
    let replies = (1...40).map { id in
      Conversation.post(
        10 + id, below: id % 8 == 1 ? 10 : 9 + id, "Reply \(id) of the thread.", by: "Ben")
    }
    var walk = Conversation.walk(height: height, replies: replies)
    let window = walk.state.layout.windowHeight
    for id in [11, 19, 27, 35, 43] {
      walk.press(.character("}"))
      #expect(walk.selected == id)
      let cards = walk.restingLayout()
      let index = try #require(walk.state.list.index(of: id))
      let end = cards.bottom(of: index + 7)
      let scroll = walk.position.scroll
      #expect(cards.top(of: index) >= scroll)
      #expect(end <= scroll + window || cards.top(of: index) == scroll, "\(walk.text)")
    }
    // The way back shows them as they come.
    walk.press(.character("{"), .character("{"))
    #expect(walk.selected == 27)
  }

  @Test func bracketsSkipWhatIsDeeperBracesGoAmongTopReplies() {
    var walk = Conversation.walk()
    walk.press(.right, .right)
    #expect(walk.selected == 12)
    walk.press(.character("]"))
    #expect(walk.selected == 15)
    walk.press(.character("]"))
    #expect(walk.selected == 16)
    walk.press(.character("["))
    #expect(walk.selected == 11)
    walk.press(.character("}"))
    #expect(walk.selected == 16)
    walk.press(.character("}"))
    #expect(walk.selected == 17)
    walk.press(.character("}"))
    #expect(walk.selected == 17)
    walk.press(.down, .character("{"))
    #expect(walk.selected == 17)
    walk.press(.character("{"))
    #expect(walk.selected == 16)
  }

  /// A picture of a reply is drawn where it stands: those in its text, and the one beside it.
  @Test func picturesOfRepliesAreDrawn() throws {
    let (lamp, own) = ("/uploads/lamp.png", "https://a.example/own.png")
    var replies = Conversation.replies
    replies[0].title = "From the ferry"
    replies[0].body = "Look:\n\n![a lamp](\(lamp))\n\nLit."
    replies[0].imageURL = own
    var walk = Conversation.walk(width: 80, height: 40, replies: replies)
    let text = try #require(walk.state.list.bodies[11])
    #expect(BodyPicture.isAddress(lamp))
    #expect(text.pictures.map(\.address) == [lamp, own])
    for picture in text.pictures {
      #expect(picture.rows.count > 2 && text.lines[picture.rows].allSatisfy(\.spans.isEmpty))
    }
    #expect(text.pictures.last?.rows.upperBound == text.lines.count)
    #expect(!walk.text.contains("▣ picture"), "\(walk.text)")
    #expect(Set([lamp, own]).isSubset(of: walk.state.lists.wantedPictures(walk.context)))
    // The one beside the text is drawn once, if the text has it.
    replies[0].imageURL = lamp
    walk = Conversation.walk(width: 80, height: 40, replies: replies)
    #expect(walk.state.list.bodies[11]?.pictures.map(\.address) == [lamp])
    // Elsewhere, words stand for them.
    walk.state.settings.pictures = .none
    walk.press(.left)
    walk.press(.right)
    walk.answer(walk.level, replies)
    #expect(walk.state.list.bodies[11]?.pictures.isEmpty == true)
    #expect(walk.text.contains("▣ picture") && walk.text.contains("▣ a lamp"), "\(walk.text)")
  }

  @Test func thePlaceCountsRepliesOnly() {
    var walk = Conversation.walk()
    #expect(walk.row(0).hasSuffix("n reply to “A lighthouse”"))
    walk.press(.down, .down)
    #expect(walk.row(0).contains("2 of 8"))
  }

  /// Posts with any parents, also missing ones, in any order.
  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func anyPostsHaveSoundRows(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let count = Int.random(in: 0...60, using: &random)
    let posts = (0..<count).map { index in
      Conversation.post(
        index + 1, below: Int.random(in: -1...(count + 2), using: &random), "Words.", by: "Ben")
    }
    var shape = ThreadShape(top: 1, columns: 60)
    shape.arrange(posts)
    #expect(shape.rows.map(\.id) == posts.map(\.id))
    for (index, row) in shape.rows.enumerated() {
      #expect(row.end > index && row.end <= count)
      #expect(row.level == 0 || row.id != 1)
      if let parent = row.parent {
        #expect(parent < index && shape.rows[parent].end >= row.end)
        #expect(shape.rows[parent].level < row.level)
      }
    }
    let folds = shape.rows.indices.filter { _ in Bool.random(using: &random) }
    let factors = Dictionary(
      uniqueKeysWithValues: folds.map { ($0, Double.random(in: 0...1, using: &random)) })
    let tops = shape.tops(folding: factors)
    let open = shape.tops(folding: [:])
    #expect(tops.count == count + 1)
    #expect(zip(tops, tops.dropFirst()).allSatisfy { $0 <= $1 })
    #expect((tops.last ?? 0) <= (open.last ?? 0) + 0.001)
  }

  /// At a list that is nobody's replies, the key leads to those of the selected post, as a thread.
  @Test func fromAListItLeadsIntoTheThread() {
    var walk = Walk([.numbered(1), .numbered(2, children: 3)])
    walk.state.settings.view = .cards
    walk.press(.character("v"))
    #expect(
      walk.state.current.navigator.depth == 0 && walk.text.contains("No replies. + writes one."))
    walk.press(.down, .character("v"))
    #expect(walk.state.current.navigator.depth == 1 && walk.state.list.isThread)
    // Pressed again, it leads back to the post.
    walk.press(.character("v"))
    #expect(walk.state.current.navigator.depth == 0 && walk.selected == 2)
    #expect(walk.state.lists.chosenView == nil)
    walk.press(.right)
    #expect(!walk.state.list.isThread)
  }
}

import FireflyCore
import FireflyModel
import FireflyScreen
import Testing

@testable import FireflyApp

/// Words of both directions in one sentence or paragraph.
@Suite("Directions")
struct DirectionTests {
  private static let name = "שלום"
  private static let drawn = String(name.reversed())

  @Test
  func theSecondRowOfASummaryHasTheDirectionOfTheFirst() {
    let words = (1...10).map { "word \($0)" }.joined(separator: " ")
    let walk = Walk([Post(id: 1, title: "t", summary: "\(words) \(Self.name), and on")])
    #expect(walk.row(3).hasSuffix("word 10"))
    #expect(walk.row(4).contains(" \(Self.drawn), and on"))
  }

  @Test
  func joinedLettersEndWhereTheyDoWhileOneWrites() {
    let summary = "السلام والأخرى"
    var walk = Walk([Self.own("الأخرى", summary)])
    walk.press(.enter)
    let read = [walk.row(2), walk.row(3)].map(Self.lastLetter)
    walk.press(.character("e"))
    walk.perform(.editor(.draftOpened(.edit(1), DraftOpening(idempotencyKey: "k"))))
    #expect([walk.row(2), walk.row(3)].map(Self.lastLetter) == read)
  }

  /// Questions and notes read from the left, and the names in them as they are read.
  @Test
  func questionsAndNotesReadFromTheLeft() {
    let title = "the name of this post is long, and its end is \(Self.name)"
    var walk = Walk([Self.own(title, "s")])
    walk.press(.character("d"))
    #expect(walk.text.contains("\(Self.drawn)”?"))
    #expect(!walk.text.contains(Self.name))
    walk.press(.right, .escape)
    let note = String(repeating: "a word ", count: 10) + "“\(Self.name)” goes on with it."
    walk.perform(.noted(note, isError: false))
    #expect(walk.text.contains("“\(Self.drawn)” goes on with it."))
  }

  private static func own(_ title: String, _ summary: String) -> Post {
    var post = Post.numbered(1)
    (post.title, post.summary) = (title, summary)
    return post
  }

  /// The column of the last Arabic letter.
  private static func lastLetter(_ row: String) -> Int? {
    row.unicodeScalars.enumerated().filter { $0.element.value >= 0xFE70 }.map(\.offset).last
  }
}

import SeededRandom
import Testing

@testable import FireflyCore

/// Two versions of a post in one, between marks.
@Suite struct ComparisonTests {
  private func both(_ theirs: String, _ mine: String) -> String {
    Comparison(theirs: Draft.Base(words: PostText(body: theirs)), mine: PostText(body: mine))
      .both.body
  }

  @Test func whatDiffersStandsTwice() {
    #expect(both("same", "same") == "same")
    let marks = ("<<<<<<< yours", "=======", ">>>>>>> on the server")
    #expect(both("a\nb\nc", "a\nx\nc") == "a\n\(marks.0)\nx\n\(marks.1)\nb\n\(marks.2)\nc")
    #expect(both("a\nc", "a\nx\nc") == "a\n\(marks.0)\nx\n\(marks.1)\n\(marks.2)\nc")
    #expect(both("a", "a\nx") == "a\n\(marks.0)\nx\n\(marks.1)\n\(marks.2)")
    #expect(both("x\nc", "c") == "\(marks.0)\n\(marks.1)\nx\n\(marks.2)\nc")
    #expect(both("a,", "a\nx,") == "\(marks.0)\na\nx,\n\(marks.1)\na,\n\(marks.2)")
    let comparison = Comparison(
      theirs: Draft.Base(words: PostText(title: "b", summary: "s")),
      mine: PostText(title: "a", summary: "s"))
    #expect(
      comparison.both
        == PostText(title: "\(marks.0) a \(marks.1) b \(marks.2)", summary: "s"))
    #expect(Comparison.hasMarks(comparison.both))
    // A heading's underline is no mark.
    #expect(!Comparison.hasMarks(PostText(title: "t", body: "Heading\n=======\n")))
  }

  /// What only one of the two has changed needs no marks.
  @Test func whatOneHasChangedIsTaken() {
    let base = PostText(title: "a", summary: "b", body: "c")
    let theirs = PostText(title: "theirs", summary: "b", body: "theirs")
    let mine = PostText(title: "a", summary: "mine", body: "mine")
    let both = Comparison(theirs: Draft.Base(words: theirs), mine: mine, base: base).both
    #expect(both.title == "theirs" && both.summary == "mine")
    #expect(both.body == "<<<<<<< yours\nmine\n=======\ntheirs\n>>>>>>> on the server")
  }

  /// Whoever keeps one side of every mark has that text, but for empty lines.
  @Test(arguments: 0..<30) func eachSideCanBeHad(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    let lines = ["one", "two words", "", "three", "vier", "五つ", "one more"]
    func text() -> String {
      (0..<Int.random(in: 0...12, using: &random))
        .map { _ in lines.randomElement(using: &random) ?? "" }.joined(separator: "\n")
    }
    let (theirs, mine) = (text(), text())
    var (first, second): ([String], [String]) = ([], [])
    var side = 0
    for line in both(theirs, mine).split(separator: "\n").map(String.init) {
      switch line {
      case "<<<<<<< yours": side = 1
      case "=======": side = 2
      case ">>>>>>> on the server": side = 0
      default:
        if side != 2 { first.append(line) }
        if side != 1 { second.append(line) }
      }
    }
    #expect(first == mine.split(separator: "\n").map(String.init))
    #expect(second == theirs.split(separator: "\n").map(String.init))
  }
}

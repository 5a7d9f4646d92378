import SeededRandom
import Testing

@testable import FireflyCore

/// Two versions of a post in one, between marks.
@Suite struct ComparisonTests {
  private func both(_ theirs: String, _ mine: String) -> String {
    Comparison(theirs: Draft.Base(words: PostText(body: theirs)), mine: PostText(body: mine))
      .both.body
  }

  @Test func differencesAreShownOnBothSides() {
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
  @Test func changesOfOneSideAreMerged() {
    let base = PostText(title: "a", summary: "b", body: "c")
    let theirs = PostText(title: "theirs", summary: "b", body: "theirs")
    let mine = PostText(title: "a", summary: "mine", body: "mine")
    let both = Comparison(theirs: Draft.Base(words: theirs), mine: mine, base: base).both
    #expect(both.title == "theirs" && both.summary == "mine")
    #expect(both.body == "<<<<<<< yours\nmine\n=======\ntheirs\n>>>>>>> on the server")
  }

  private func comparison(_ base: PostText, theirs: PostText, mine: PostText) -> Comparison {
    Comparison(theirs: Draft.Base(words: theirs), mine: mine, base: base)
  }

  /// Fields and lines that only one of the two has changed are merged, and it is said whose they are.
  @Test(arguments: [
    (
      "t", "s", "a\n\nb", "mine", "s", "a\n\nb", "t", "theirs", "a\n\nb",
      "mine", "theirs", "a\n\nb", "title is yours, summary is theirs"
    ),
    (
      "t", "s", "a\n\nb", "t", "s", "A\n\nb", "t", "s", "a\n\nB",
      "t", "s", "A\n\nB", "body has both changes"
    ),
    (
      "t", "s", "a", "t2", "s", "a", "t2", "s", "b",
      "t2", "s", "b", "body is theirs"
    ),
    (
      "t", "s", "a", "t", "s2", "a\n\nmine", "t", "s", "theirs\n\na",
      "t", "s2", "theirs\n\na\n\nmine", "summary is yours, body has both changes"
    ),
  ])
  func merges(
    _ t: String, _ s: String, _ b: String, _ myT: String, _ myS: String, _ myB: String,
    _ theirT: String, _ theirS: String, _ theirB: String, _ mergedT: String, _ mergedS: String,
    _ mergedB: String, _ origins: String
  ) throws {
    let comparison = comparison(
      PostText(title: t, summary: s, body: b),
      theirs: PostText(title: theirT, summary: theirS, body: theirB),
      mine: PostText(title: myT, summary: myS, body: myB))
    let merged = try #require(comparison.merged)
    #expect(merged == PostText(title: mergedT, summary: mergedS, body: mergedB))
    #expect(comparison.origins(of: merged) == origins)
    #expect(comparison.both == merged && !Comparison.hasMarks(merged))
  }

  /// Changes of lines that are not neighbours never collide, changes of the same line always do.
  @Test(arguments: 0..<60) func mergesLines(seed: Int) throws {
    var random = SplitMix(seed: UInt64(seed))
    let base = (0..<Int.random(in: 4...16, using: &random)).map { "line \($0)" }
    var (mine, theirs, all) = (base, base, base)
    var isMine = Bool.random(using: &random)
    for index in stride(from: 0, to: base.count, by: 2) where Bool.random(using: &random) {
      let words = Bool.random(using: &random) ? "changed \(index)" : "\(index)\nand more"
      if isMine { mine[index] = words } else { theirs[index] = words }
      all[index] = words
      isMine.toggle()
    }
    func text(_ lines: [String]) -> PostText { PostText(body: lines.joined(separator: "\n")) }
    let clean = comparison(text(base), theirs: text(theirs), mine: text(mine))
    #expect(clean.merged == text(all))
    let line = Int.random(in: 0..<base.count, using: &random)
    (mine[line], theirs[line]) = ("mine", "theirs")
    let colliding = comparison(text(base), theirs: text(theirs), mine: text(mine))
    #expect(colliding.merged == nil)
    // Only what collides is marked.
    #expect(Comparison.hasMarks(colliding.both))
    #expect(colliding.both.body.components(separatedBy: "<<<<<<< yours").count == 2)
  }

  @Test func collidingChangesAreNotMerged() {
    let base = PostText(title: "t", summary: "s", body: "b")
    func merged(_ theirs: PostText, _ mine: PostText) -> PostText? {
      comparison(base, theirs: theirs, mine: mine).merged
    }
    #expect(
      merged(
        PostText(title: "u", summary: "s", body: "b"), PostText(title: "v", summary: "s", body: "b")
      ) == nil)
    #expect(
      merged(
        PostText(title: "t", summary: "s", body: "b\nc"),
        PostText(title: "t", summary: "s", body: "b\nd")) == nil)
    // Without a common ancestor it is unknown who has changed what.
    #expect(Comparison(theirs: Draft.Base(words: base), mine: PostText(title: "v")).merged == nil)
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

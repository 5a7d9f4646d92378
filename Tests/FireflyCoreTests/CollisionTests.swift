import FireflyCore
import Testing

/// Parts in which two versions of a text differ, one by one.
@Suite struct CollisionTests {
  private let comparison = Comparison(
    theirs: Draft.Base(words: PostText(title: "T theirs", summary: "", body: "a\nB\nc\nD\ne")),
    mine: PostText(title: "T mine", summary: "", body: "a\nb\nc\nd\ne"),
    base: PostText(title: "T", summary: "", body: "a\n1\nc\n2\ne"))

  @Test func eachPartIsResolvedAlone() throws {
    var words = comparison.both
    let title = try #require(Collision(in: words))
    #expect((title.field, title.mine, title.theirs) == (.title, "T mine", "T theirs"))
    words.title = title.resolved(.theirs)
    #expect(words.title == "T theirs")
    let first = try #require(Collision(in: words))
    #expect((first.field, first.mine, first.theirs) == (.body, "b", "B"))
    words.body = first.resolved(.both)
    let second = try #require(Collision(in: words))
    words.body = second.resolved(.mine)
    #expect(words.body == "a\nb\nB\nc\nd\ne")
    #expect(Collision(in: words) == nil && !Comparison.hasMarks(words))
  }

  /// A version without the lines leaves no empty one.
  @Test func nothingLeavesNoLine() throws {
    let words = PostText(
      title: "t", body: "a\n<<<<<<< yours\n=======\nb\n>>>>>>> on the server\nc")
    let part = try #require(Collision(in: words))
    #expect(part.mine.isEmpty && part.theirs == "b")
    #expect(part.resolved(.mine) == "a\nc" && part.resolved(.theirs) == "a\nb\nc")
  }

  /// Marks within a line are text.
  @Test func marksWithinALineAreText() {
    let body = "x <<<<<<< yours\n=======\nb\n>>>>>>> on the server"
    #expect(Collision(in: PostText(title: "t", body: body)) == nil)
  }
}

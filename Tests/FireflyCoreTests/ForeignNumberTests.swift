import Foundation
import Testing

@testable import FireflyCore

@Suite("Numbers of others") struct ForeignNumberTests {
  private static let numbers = [
    "9223372036854775807", "-9223372036854775808", "-1", "4611686018427387904", "1e308", "\"\"",
    "NaN",
    "\"9\"", "1.5", "1099511627777",
  ]

  @Test(arguments: numbers) func outsideOfTheirRangeAreLeftOut(_ number: String) throws {
    for key in ["child_count", "descendants", "proximity"] {
      let json = "{\"id\":1,\"title\":\"a\",\"last_activity\":null,\"\(key)\":\(number)}"
      guard let post = try? JSONDecoder().decode(Post.self, from: Data(json.utf8)) else {
        // Only what is no JSON at all.
        #expect(number == "NaN")
        continue
      }
      #expect(
        post.childCount == nil && post.feed?.descendants == nil && post.feed?.proximity == nil)
    }
    #expect(
      ForeignNumber.bytes.read(number) == (number == "1099511627777" ? 1_099_511_627_777 : nil))
  }

  @Test func anImpossibleIDIsNotMovedIntoItsRange() throws {
    let list = try JSONDecoder().decode(
      LossyList<Post>.self,
      from: Data(
        """
        [{"id":9223372036854775807,"title":"a"},{"id":9223372036854775806,"title":"b"},{"id":-1,"title":"c"},
        {"id":9007199254740992,"title":"d","parent_id":9223372036854775807,"user_id":-9223372036854775808,
        "ancestor_chain":[9223372036854775807,3]}]
        """.utf8))
    #expect(list.elements.map(\.title) == ["d"] && list.skipped.count == 3)
    #expect(list.elements.first?.parentID == nil && list.elements.first?.userID == 0)
    #expect(list.elements.first?.feed?.ancestorChain == [3])
  }

  @Test func textsAreReadAsNumbers() {
    #expect(ForeignNumber.bytes.read(" 12 ") == 12 && ForeignNumber.bytes.read("0012") == 12)
    for text in ["", " ", "1,5", "12 MB", "0x10", String(repeating: "1", count: 200)] as [String?]
      + [nil]
    {
      #expect(ForeignNumber.count.read(text) == (text == "12 MB" ? 12 : nil))
    }
  }

  @Test func sizesAreWordsWithoutAnOverflow() {
    #expect(ByteCount.words(.max) == "8796093022208 MB")
    #expect(ByteCount.words(1 << 20) == "1 MB" && ByteCount.words((1 << 20) + 1) == "2 MB")
    #expect(ByteCount.words(1 << 10) == "1 KB" && ByteCount.words(1_025) == "2 KB")
    #expect(ByteCount.words(.min) == "\(Int.min) bytes")
  }
}

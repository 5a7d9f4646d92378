import FireflyCore
import FireflyScreen
import Testing

@testable import FireflyApp

/// The row of tabs at the bottom of the screen.
@Suite struct ToolbarTests {
  private func row(_ width: Int, unicode: Bool = true) -> String {
    let abilities = ScreenAbilities(unicode: unicode)
    return Walk([.numbered(1)], width: width, height: 24, abilities: abilities).row(23)
  }

  /// Emoji are boxes where no font has them, and as wide as the terminal likes.
  @Test(arguments: [20, 40, 80, 120, 200]) func labelsNeedNoEmojiFont(width: Int) {
    #expect(row(width).allSatisfy { $0.isASCII })
    #expect(row(width) == row(width, unicode: false))
  }

  @Test func theAirBetweenLabelsIsEven() throws {
    for width in 10...220 {
      let text = row(width)
      let names = ["F1 posts", "F2 searches", "F3 users"]
      let labels = text.contains(names[0]) ? names : ["1", "2", "3"]
      var gaps: [Int] = []
      var rest = text[...]
      for label in labels + (width >= 50 ? ["? help"] : width >= 24 ? ["?"] : []) {
        let place = try #require(rest.range(of: label), "\(label) at \(width)")
        gaps.append(rest[..<place.lowerBound].count)
        #expect(rest[..<place.lowerBound].allSatisfy { $0 == " " })
        rest = rest[place.upperBound...]
      }
      if width < 24 { gaps.append(width - labels.joined().count - gaps.reduce(0, +)) }
      #expect((gaps.max() ?? 0) - (gaps.min() ?? 0) <= 1, "\(gaps) at \(width)")
    }
  }

  /// Tabs don't overlap, and a badge has its own column.
  @Test func aBadgeStandsBesideItsName() {
    for width in 24...200 {
      var walk = Walk([.numbered(1)], width: width, height: 24)
      let bare = walk.row(23)
      walk.state.badges.news.insert(.users)
      let marked = walk.row(23)
      #expect(marked.contains("●") && marked.replacing("●", with: " ") == bare, "\(width)")
      let tabs = walk.frame.pressables.filter { $0.id.hasPrefix("toolbar-") }.map(\.rect)
      for (index, tab) in tabs.enumerated() {
        #expect(!tabs.dropFirst(index + 1).contains { !$0.intersection(tab).isEmpty })
      }
    }
  }
}

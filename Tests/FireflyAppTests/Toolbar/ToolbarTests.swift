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

  /// The signs of seed 004 are narrow characters of text fonts: emoji are boxes where no font has them,
  /// and as wide as the terminal likes.
  @Test(arguments: [40, 60, 80, 120, 200]) func tabsHaveTheirSigns(width: Int) {
    let text = row(width)
    #expect(text.contains("❝ posts") && text.contains("⌕ searches") && text.contains("☻ users"))
    for scalar in text.unicodeScalars {
      #expect(!scalar.properties.isEmojiPresentation && scalar.value < 0x1_0000)
    }
    #expect(Glyph.glyphs(of: text).allSatisfy { $0.width == 1 })
    let plain = row(width, unicode: false)
    #expect(plain.allSatisfy(\.isASCII) && plain.contains("F1 posts"))
  }

  @Test func theAirBetweenLabelsIsEven() throws {
    let wordings = [
      ["F1 ❝ posts", "F2 ⌕ searches", "F3 ☻ users"], ["1 ❝ posts", "2 ⌕ searches", "3 ☻ users"],
      ["❝ posts", "⌕ searches", "☻ users"], ["1 ❝", "2 ⌕", "3 ☻"], ["1", "2", "3"],
    ]
    var used: Set<[String]> = []
    for width in 10...220 {
      let text = row(width)
      let labels = try #require(wordings.first { $0.allSatisfy(text.contains) })
      used.insert(labels)
      var gaps: [Int] = []
      // Beside columns, the bar is as wide as a card in the middle.
      var rest = text.dropFirst(width < 132 ? 0 : (width - 100) / 2)
      for label in labels + (width >= 50 ? ["? help"] : width >= 24 ? ["?"] : []) {
        let place = try #require(rest.range(of: label), "\(label) at \(width)")
        gaps.append(rest[..<place.lowerBound].count)
        #expect(rest[..<place.lowerBound].allSatisfy { $0 == " " })
        rest = rest[place.upperBound...]
      }
      if width < 24 { gaps.append(width - labels.joined().count - gaps.reduce(0, +)) }
      #expect((gaps.max() ?? 0) - (gaps.min() ?? 0) <= 1, "\(gaps) at \(width)")
    }
    #expect(used.count == wordings.count)
  }

  /// Where there is room, a space stands on either side of a badge.
  @Test(arguments: [80, 120, 160]) func aBadgeIsOffTheEdge(width: Int) throws {
    var walk = Walk([.numbered(1)], width: width, height: 24)
    walk.state.badges.news.insert(.users)
    #expect(walk.row(23).contains("users ● "), "\(walk.row(23))")
    let tab = try #require(walk.frame.pressables.first { $0.id == "toolbar-users" }?.rect)
    let dot = try #require((tab.x..<tab.maxX).first { walk.frame[$0, 23].glyph.text == "●" })
    #expect(dot < tab.maxX - 1)
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

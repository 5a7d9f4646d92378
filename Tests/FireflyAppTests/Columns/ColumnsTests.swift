import FireflyCore
import FireflyScreen
import Testing

@testable import FireflyApp

/// How a screen is divided into columns.
@Suite struct ColumnsTests {
  @Test(arguments: Settings.Columns.allCases)
  func atEveryWidthTheyFillTheScreenWithoutOverlap(setting: Settings.Columns) {
    for width in 0...400 {
      for widestCard in [20, 60, 80, 100, 140] {
        let columns = Columns(width: width, widestCard: widestCard, setting)
        let all = [columns.left, columns.list, columns.right].compactMap(\.self)
        #expect(all.first?.lowerBound == 0 && all.last?.upperBound == width)
        for (one, next) in zip(all, all.dropFirst()) {
          #expect(one.upperBound == next.lowerBound)
        }
        guard all.count > 1 else { continue }
        #expect(columns.right != nil && Columns.listWidths.contains(columns.list.count))
        for side in [columns.left, columns.right].compactMap(\.self) {
          #expect(side.count >= Columns.narrowestSide)
        }
        let thread = columns.thread(widestCard: widestCard)
        #expect(thread.lowerBound >= columns.list.lowerBound && thread.upperBound <= width)
        #expect(thread.count >= columns.list.count)
      }
    }
  }

  @Test func theirNumberGoesByTheWidthAndTheSetting() {
    func count(_ width: Int, _ setting: Settings.Columns = .auto) -> Int {
      let columns = Columns(width: width, widestCard: 100, setting)
      return [columns.left, columns.list, columns.right].compactMap(\.self).count
    }
    #expect([80, 124, 125, 149, 150, 300].map { count($0) } == [1, 1, 2, 2, 3, 3])
    #expect([80, 150, 300].map { count($0, .one) } == [1, 1, 1])
    #expect([89, 90, 119, 120].map { count($0, .three) } == [1, 2, 2, 3])
  }

  @Test func theListHasUpTo100ColumnsAndTheSidesShareTheRest() {
    let wide = Columns(width: 200, widestCard: 100, .auto)
    #expect([wide.left, wide.list, wide.right] == [0..<50, 50..<150, 150..<200])
    let wider = Columns(width: 251, widestCard: 100, .auto)
    #expect([wider.left, wider.list, wider.right] == [0..<75, 75..<175, 175..<251])
    let two = Columns(width: 130, widestCard: 100, .auto)
    #expect([two.left, two.list, two.right] == [nil, 0..<78, 78..<130])
  }

  @Test func everyTextHasTheWidthOfItsList() {
    let size = Size(width: 160, height: 45)
    let layout = ScreenLayout(size: size)
    let thread = layout.with(isThread: true)
    #expect(thread.textColumns > layout.textColumns && thread.with(isThread: false) == layout)
    #expect(thread.list.maxX <= 160 && layout.side(0..<40).height == layout.list.height)
    #expect(ScreenLayout(size: Size(width: 80, height: 24)).with(isThread: true).isThread == false)
  }
}

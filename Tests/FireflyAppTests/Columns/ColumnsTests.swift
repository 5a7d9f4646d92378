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
        #expect(columns.right != nil && columns.list.count >= Columns.narrowestList)
        #expect(columns.list.count <= max(Columns.narrowestList, widestCard + 2))
        for side in [columns.left, columns.right].compactMap(\.self) {
          #expect(side.count >= Columns.narrowestSide)
        }
        let thread = columns.withThread(widestCard: widestCard).list
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
    #expect([80, 131, 132, 161, 162, 300].map { count($0) } == [1, 1, 2, 2, 3, 3])
    #expect([80, 150, 300].map { count($0, .one) } == [1, 1, 1])
    #expect([89, 90, 119, 120].map { count($0, .three) } == [1, 2, 2, 3])
  }

  @Test func theCardHasIts100ColumnsBeforeAnySide() {
    for width in 132...400 {
      #expect(Columns(width: width, widestCard: 100, .auto).list.count == 102)
    }
    for width in 102...400 {
      let layout = ScreenLayout(size: Size(width: width, height: 40))
      #expect(layout.cardColumns == 100)
    }
    let three = Columns(width: 162, widestCard: 100, .auto)
    #expect([three.left, three.list, three.right] == [0..<30, 30..<132, 132..<162])
    let two = Columns(width: 132, widestCard: 100, .auto)
    #expect([two.left, two.list, two.right] == [nil, 0..<102, 102..<132])
    // A wider card of the configuration comes first, too.
    #expect(Columns(width: 200, widestCard: 140, .auto).list.count == 142)
    #expect(Columns(width: 170, widestCard: 140, .auto).right == nil)
    // Three columns that are asked for leave the list 60.
    #expect(Columns(width: 120, widestCard: 100, .three).list == 30..<90)
    #expect(Columns(width: 162, widestCard: 100, .three) == three)
  }

  @Test func everyTextHasTheWidthOfItsList() {
    let size = Size(width: 130, height: 45)
    let layout = ScreenLayout(size: size, columns: .three)
    let thread = layout.with(isThread: true)
    #expect(thread.textColumns > layout.textColumns && thread.with(isThread: false) == layout)
    #expect(thread.list.maxX <= 130 && layout.side(0..<40).height == layout.list.height)
    #expect(ScreenLayout(size: Size(width: 80, height: 24)).with(isThread: true).isThread == false)
  }
}

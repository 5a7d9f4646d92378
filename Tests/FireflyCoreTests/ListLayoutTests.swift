import FireflyCore
import OddInputs
import SeededRandom
import Testing

@Suite("List layout")
struct ListLayoutTests {
  /// The same, told by adding up one card after another.
  private struct Naive {
    var heights: [Double]

    func top(of index: Int) -> Double { heights[..<index].reduce(0, +) }

    func index(at y: Double) -> Int? {
      heights.indices.first { y >= top(of: $0) && y < top(of: $0) + heights[$0] }
    }

    /// The cards of which anything is seen.
    func visible(from scroll: Double, height: Double) -> [Int] {
      heights.indices.filter {
        height > 0 && top(of: $0) < scroll + height && top(of: $0) + heights[$0] > scroll
      }
    }
  }

  @Test
  func layoutAgreesWithAddingUpTallerCards() {
    var random = SplitMix(seed: 7)
    for _ in 0..<300 {
      let count = Int.random(in: 0...40, using: &random)
      var naive = Naive(heights: Array(repeating: 100, count: count))
      var taller: [Int: Double] = [:]
      for _ in 0..<Int.random(in: 0...5, using: &random) where count > 0 {
        let index = Int.random(in: 0..<count, using: &random)
        taller[index] = Double.random(in: 100...3_000, using: &random).rounded()
        naive.heights[index] = taller[index] ?? 0
      }
      let layout = ListLayout(count: count, taller: taller)
      #expect(layout.height == naive.top(of: count))
      for index in 0..<count {
        #expect(layout.top(of: index) == naive.top(of: index))
        #expect(layout.height(of: index) == naive.heights[index])
      }
      for _ in 0..<20 {
        let y = Double.random(in: -200...(layout.height + 200), using: &random).rounded()
        let window = Double.random(in: 0...900, using: &random).rounded()
        #expect(layout.index(at: y) == naive.index(at: y))
        #expect(
          Array(layout.visible(from: y, height: window)) == naive.visible(from: y, height: window),
          "\(taller) of \(count) from \(y), \(window) high")
      }
    }
  }

  @Test
  func layoutAgreesWithAddingUpHiddenCards() {
    var random = SplitMix(seed: 9)
    for _ in 0..<300 {
      let count = Int.random(in: 1...40, using: &random)
      let usual = (0..<count).map { _ in
        Bool.random(using: &random) ? 0 : Double.random(in: 20...900, using: &random).rounded()
      }
      var naive = Naive(heights: usual)
      var taller: [Int: Double] = [:]
      if Bool.random(using: &random) {
        taller[0] = 500
        naive.heights[0] = 500
      }
      let tops = (0...count).map { usual[..<$0].reduce(0, +) }
      let layout = ListLayout(tops: tops, taller: taller)
      #expect(layout.count == count)
      #expect(layout.height == naive.top(of: count))
      for index in 0..<count {
        #expect(layout.top(of: index) == naive.top(of: index))
        #expect(layout.height(of: index) == naive.heights[index])
        #expect(
          layout.shown(from: index, 1) == (index..<count).first { naive.heights[$0] > 0 })
        #expect(
          layout.shown(from: index, -1) == (0...index).last { naive.heights[$0] > 0 })
      }
      for _ in 0..<20 {
        let y = Double.random(in: -200...(layout.height + 200), using: &random).rounded()
        let window = Double.random(in: 0...900, using: &random).rounded()
        #expect(layout.index(at: y) == naive.index(at: y))
        #expect(
          layout.visible(from: y, height: window).filter { naive.heights[$0] > 0 }
            == naive.visible(from: y, height: window).filter { naive.heights[$0] > 0 })
      }
    }
  }

  /// Scrolling to reveal shows the card whole, moves no more than needed, stays in bounds.
  @Test
  func scrollingToRevealShowsTheCardWholeMovesNoMoreThanNeeded() {
    var random = SplitMix(seed: 8)
    for _ in 0..<2_000 {
      let count = Int.random(in: 1...30, using: &random)
      let tall = Int.random(in: 0..<count, using: &random)
      let layout = ListLayout(
        count: count, taller: [tall: .random(in: 100...900, using: &random)])
      let window = Double.random(in: 100...700, using: &random)
      let from = layout.clampedScroll(
        .random(in: 0...layout.height, using: &random), window: window)
      let index = Int.random(in: 0..<count, using: &random)
      let top = layout.top(of: index)
      let bottom = top + layout.height(of: index)
      let scroll = layout.scrollToReveal(index, from: from, window: window)
      #expect(scroll == layout.clampedScroll(scroll, window: window))
      #expect(layout.scrollToReveal(index, from: scroll, window: window) == scroll)
      if bottom - top <= window {
        #expect(scroll <= top + 0.001 && scroll + window >= bottom - 0.001)
        if from <= top, from + window >= bottom { #expect(scroll == from) }
      } else {
        #expect(scroll == layout.clampedScroll(top, window: window))
      }
    }
  }

  @Test
  func aWindowLargerThanTheListStaysAtItsTop() {
    let layout = ListLayout(count: 3)
    #expect(layout.clampedScroll(50, window: 400) == 0)
    #expect(layout.scrollToTop(of: 2, window: 400) == 0)
    #expect(layout.visible(from: 0, height: 400) == 0..<3)
  }

  @Test
  func anEmptyListHasNoHeightAndShowsNothing() {
    let layout = ListLayout(count: 0)
    #expect(layout.height == 0)
    #expect(layout.index(at: 0) == nil)
    #expect(layout.visible(from: 0, height: 400).isEmpty)
    #expect(layout.clampedScroll(10, window: 400) == 0)
  }

  @Test
  func tenThousandCardsPlacesAreToldWithoutWalkingTheList() {
    let layout = ListLayout(count: 10_000, taller: [5_000: 700])
    #expect(layout.height == 1_000_600)
    #expect(layout.top(of: 9_999) == 1_000_500)
    var found = 0
    let spent = ProcessorTime.seconds {
      for step in 0..<20_000 { found += layout.index(at: Double(step) * 50) ?? 0 }
    }
    #expect(found > 0)
    // Walking ten thousand cards for each of them would take minutes in a debug build.
    #expect(spent < 20)
    #expect(layout.visible(from: 500_000, height: 400) == 5_000..<5_001)
    #expect(layout.visible(from: 500_500, height: 400) == 5_000..<5_003)
    #expect(layout.scrollToTop(of: 9_999, window: 400) == 1_000_200)
  }

  @Test
  func layoutsAreEqualWhenTheirCardsAre() {
    let layout = ListLayout(count: 5, taller: [1: 200, 3: 300])
    #expect(layout == ListLayout(count: 5, taller: [3: 300, 1: 200]))
    #expect(layout.hashValue == ListLayout(count: 5, taller: [3: 300, 1: 200]).hashValue)
    #expect(layout != ListLayout(count: 6, taller: [1: 200, 3: 300]))
    #expect(layout != ListLayout(count: 5, taller: [1: 200, 3: 301]))
    #expect(layout != ListLayout(count: 5, taller: [1: 200]))
  }
}

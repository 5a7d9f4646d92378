import FireflyCore
import FireflyScreen
import Testing

@testable import FireflyApp

@Suite("Words only")
struct WordsOnlyTests {
  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func nothingIsDrawnWhereAScreenReaderSpeaks(seed: UInt64) {
    var world = RandomWorld(seed: seed)
    var walk = Walk(motion: .none)
    walk.state.settings.screenReader = true
    walk.send(.started(at: nil))
    for step in 0..<400 {
      world.step(&walk, sizes: 10...100)
      let frame = render(walk.state, at: walk.now)
      for scalar in frame.text.unicodeScalars {
        let draws =
          (0x2500...0x25FF).contains(scalar.value) || (0x2800...0x28FF).contains(scalar.value)
        guard draws else { continue }
        Issue.record("seed \(seed), step \(step): \(scalar)\n\(frame.text)")
        return
      }
    }
  }

  @Test
  func theWordsAreThoseThatOthersSee() {
    var walk = Walk(Sailing.list)
    let letters = { (walk: Walk) in walk.frame.text.filter { $0.isLetter || $0.isNumber } }
    for number in 1...6 {
      walk.press(.enter, .enter)
      var spoken = walk
      spoken.state.settings.screenReader = true
      #expect(letters(walk).contains("\(number)of9"))
      #expect(letters(spoken) == letters(walk))
      walk.press(.down)
    }
  }
}

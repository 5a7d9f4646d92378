import FireflyCore
import FireflyPictures
import FireflyScreen
import Testing

@testable import FireflyRuntime

struct SentPicturesTests {
  private func form(_ number: Int) -> SharpRendering {
    let renderKey = PictureMemoryCache.RenderKey(
      address: "/\(number).png", columns: 8, halfRows: 8, crop: .whole, card: .white, above: nil,
      below: nil)
    return SharpRendering(
      renderKey: renderKey, cell: PixelSize(width: 10, height: 20), rows: 0..<4, matchesCells: true)
  }

  /// 201 pictures, one more than a terminal is left with, a frame each.
  private func crowd() -> SentPictures {
    var sent = SentPictures(seed: 7)
    for number in 0...200 {
      sent.beginFrame()
      _ = sent.insert(form(number), bytes: 1_000)
    }
    return sent
  }

  @Test func theLeastRecentlyUsedMakesRoom() {
    var sent = crowd()
    #expect(sent.use(form(0)) != nil)
    let second = sent.use(form(1))
    sent.beginFrame()
    _ = sent.use(form(1))
    #expect(sent.removeSurplus(keepsUnused: true).count == 1)
    #expect(sent.use(form(1)) == second && second != nil)
    #expect(sent.use(form(2)) == nil)
  }

  @Test func noneThatIsNotShownIsReliedUponWhereTheTerminalForgetsThem() {
    var sent = crowd()
    sent.beginFrame()
    let shown = sent.use(form(3))
    let removed = sent.removeSurplus(keepsUnused: false)
    #expect(removed.count == 200 && Set(removed).count == 200)
    #expect(sent.use(form(3)) == shown && shown != nil)
    #expect((0...200).filter { sent.use(form($0)) != nil } == [3])
    #expect(sent.removeSurplus(keepsUnused: false) == [])
  }
}

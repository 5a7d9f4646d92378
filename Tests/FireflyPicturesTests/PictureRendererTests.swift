import FireflyScreen
import SeededRandom
import Testing

@testable import FireflyPictures

@Suite struct PictureRendererTests {
  private let screen = Rect(x: 0, y: 0, width: 20, height: 10)
  private let red = Color(hex: 0xFF0000)
  private let green = Color(hex: 0x00FF00)
  private let blue = Color(hex: 0x0000FF)
  private let square = PicturePyramid(TestPictures.quarters(2, 2))
  /// Draws every pixel as it is: no rounded corners, no likeness taken for sameness.
  private let exact = PictureRenderer(
    abilities: ScreenAbilities(), cornerRadius: 0, motionTolerance: 0)

  private func colors(_ picture: CellPicture, _ x: Int, _ y: Int) -> [Color] {
    let cell = picture[x, y]
    switch cell.glyph.text {
    case "▀": return [cell.style.foreground, cell.style.background]
    case "▄": return [cell.style.background, cell.style.foreground]
    default: return [cell.style.background, cell.style.background]
    }
  }

  @Test func drawsEveryPixelInItsHalfOfACell() {
    let picture = exact.moving(
      square, crop: .whole, in: HalfRowRect(x: 3, y: 4, width: 2, height: 2), clip: screen,
      over: .black)
    #expect(picture.origin == Point(x: 3, y: 2))
    #expect(picture.size == Size(width: 2, height: 1))
    #expect(colors(picture, 0, 0) == [red, .white])
    #expect(colors(picture, 1, 0) == [green, blue])
    #expect(picture[0, 0].glyph.text == "▀")
  }

  @Test func fillsTheOtherHalfWhereItBeginsAndEndsWithinACell() {
    let picture = exact.moving(
      square, crop: .whole, in: HalfRowRect(x: 0, y: 1, width: 2, height: 2), clip: screen,
      over: .black, above: Color(hex: 0x111111), below: .terminal)
    #expect(picture.size == Size(width: 2, height: 2))
    #expect(colors(picture, 0, 0) == [Color(hex: 0x111111), red])
    #expect(colors(picture, 1, 1) == [blue, .terminal])
    // The picture's colour is the foreground, so that no thin lines of it stand beside it.
    #expect(picture[0, 0].glyph.text == "▄" && picture[0, 1].glyph.text == "▀")
    let top = exact.moving(
      square, crop: .whole, in: HalfRowRect(x: 0, y: 1, width: 2, height: 2), clip: screen,
      over: .black, above: .terminal)
    #expect(top[0, 0].glyph.text == "▄")
    #expect(colors(top, 0, 0) == [.terminal, red])
  }

  @Test func mixesWithTheCardAtFractions() {
    // A quarter of a column and of a half row to the right and down.
    let white = PicturePyramid(TestPictures.bitmap(1, 1) { _, _ in (255, 255, 255, 255) })
    let picture = exact.moving(
      white, crop: .whole, in: HalfRowRect(x: 0.25, y: 0.25, width: 2, height: 2), clip: screen,
      over: .black)
    #expect(picture.size == Size(width: 3, height: 2))
    #expect(colors(picture, 0, 0)[0] == Color(white: 143))  // 9/16
    #expect(colors(picture, 1, 0) == [Color(white: 191), .white])
    #expect(colors(picture, 2, 0)[1] == Color(white: 64))
    #expect(colors(picture, 2, 1)[0] == Color(white: 16))
    #expect(colors(picture, 2, 1)[1] == .black)
  }

  @Test func averagesWhatAPixelStandsFor() {
    let picture = exact.moving(
      square, crop: .whole, in: HalfRowRect(x: 0, y: 0, width: 1, height: 1), clip: screen,
      over: .black)
    #expect(colors(picture, 0, 0)[0] == Color(white: 128))
    let stripes = PicturePyramid(
      TestPictures.bitmap(64, 64) { x, _ in x % 2 == 0 ? (0, 0, 0, 255) : (200, 100, 50, 255) })
    let small = exact.moving(
      stripes, crop: .whole, in: HalfRowRect(x: 0, y: 0, width: 4, height: 4), clip: screen,
      over: .black)
    for cell in small.cells { #expect(cell.style.background == Color(hex: 0x643219)) }
  }

  @Test func showsTheCardThroughTransparency() {
    let glass = PicturePyramid(TestPictures.bitmap(2, 2) { _, _ in (255, 0, 0, 102) })
    let rect = HalfRowRect(x: 0, y: 0, width: 4, height: 4)
    let picture = exact.moving(glass, crop: .whole, in: rect, clip: screen, over: .white)
    #expect(picture.cells.allSatisfy { $0.style.background == Color(hex: 0xFF9999) })
  }

  @Test func drawsOnlyWhatIsWanted() {
    let whole = exact.moving(
      square, crop: .whole, in: HalfRowRect(x: -3, y: -5, width: 12, height: 12),
      clip: Rect(x: -5, y: -5, width: 50, height: 50), over: .black)
    let part = exact.moving(
      square, crop: .whole, in: HalfRowRect(x: -3, y: -5, width: 12, height: 12), clip: screen,
      over: .black)
    #expect(part.origin == Point(x: 0, y: 0))
    #expect(part.size == Size(width: 9, height: 4))
    for y in 0..<4 {
      for x in 0..<9 { #expect(part[x, y] == whole[x + 3, y + 3]) }
    }
    let away = exact.moving(
      square, crop: .whole, in: HalfRowRect(x: 90, y: 0, width: 4, height: 4), clip: screen,
      over: .black)
    #expect(away.cells.isEmpty)
  }

  @Test func takesLikenessForSamenessInMotion() {
    let slope = PicturePyramid(
      TestPictures.bitmap(20, 1) { x, _ in (UInt8(x), UInt8(x), UInt8(x), 255) })
    var renderer = exact
    renderer.motionTolerance = 6
    let picture = renderer.moving(
      slope, crop: .whole, in: HalfRowRect(x: 0, y: 0, width: 20, height: 2), clip: screen,
      over: .black)
    let levels = picture.cells.map { Int($0.style.background.red) }
    #expect(Set(levels).count == 3)
    for (x, level) in levels.enumerated() { #expect(abs(level - x) <= 6) }
  }

  @Test(arguments: [ScreenAbilities.ColorDepth.none, .sixteen, .indexed, .trueColor])
  func settlesInEveryDepth(colors: ScreenAbilities.ColorDepth) throws {
    try #require(PictureRenderer.problem == nil)
    let pyramid = PicturePyramid(TestPictures.quarters(64, 64))
    for unicode in [true, false] {
      let renderer = PictureRenderer(
        abilities: ScreenAbilities(colors: colors, unicode: unicode), cornerRadius: 0)
      let size = Size(width: 16, height: 8)
      let picture = renderer.settled(pyramid, crop: .whole, size: size, over: .black)
      #expect(picture.size == size)
      #expect(picture.cells.allSatisfy { $0.glyph.width == 1 })
      if !unicode { #expect(picture.cells.allSatisfy { $0.glyph.base < 0x7F }) }
      if colors == .none {
        #expect(picture.cells.allSatisfy { !$0.style.foreground.isRGB })
        #expect(Set(picture.cells.map(\.glyph)).count > 1)
      }
      if colors == .trueColor, unicode {
        #expect(picture[2, 1].style.background == red)
        #expect(picture[13, 6].style.background == blue)
      }
    }
  }

  @Test func settlesFromAndToTheMiddleOfRows() throws {
    try #require(PictureRenderer.problem == nil)
    let pyramid = PicturePyramid(TestPictures.quarters(64, 64))
    let renderer = PictureRenderer(abilities: ScreenAbilities(), cornerRadius: 0)
    let beside = Color(hex: 0x123456)
    for height in 2...6 {
      for (above, below) in [(nil, nil), (beside, nil), (nil, beside), (beside, beside)]
        as [(Color?, Color?)]
      {
        let picture = renderer.settled(
          pyramid, crop: .whole, size: Size(width: 8, height: height), over: .black, above: above,
          below: below)
        #expect(picture.size == Size(width: 8, height: height))
        func colors(_ y: Int) -> [Color] {
          (0..<8).flatMap { [picture[$0, y].style.foreground, picture[$0, y].style.background] }
        }
        let last = height - 1
        #expect(colors(0).contains(beside) == (above != nil))
        #expect(colors(last).contains(beside) == (below != nil))
        if above != nil { #expect(picture[1, 0].glyph.text == "▄") }
        if below != nil { #expect(picture[1, last].glyph.text == "▀") }
        #expect((1..<last).allSatisfy { !colors($0).contains(beside) })
        // Its upper left is red, its lower right blue, however much of the rows it fills.
        #expect(colors(0).contains(red) && colors(last).contains(blue))
      }
    }
  }

  @Test func cornersAreRoundedWhereThePictureEnds() throws {
    try #require(PictureRenderer.problem == nil)
    let pyramid = PicturePyramid(TestPictures.quarters(64, 64))
    let renderer = PictureRenderer(abilities: ScreenAbilities(), cornerRadius: 2)
    let beside = Color(hex: 0x123456)
    for (above, below) in [(nil, nil), (beside, nil), (nil, beside), (beside, beside)]
      as [(Color?, Color?)]
    {
      let picture = renderer.settled(
        pyramid, crop: .whole, size: Size(width: 8, height: 4), over: .white, above: above,
        below: below)
      for (x, y) in [(0, 0), (7, 0), (0, 3), (7, 3)] {
        let style = picture[x, y].style
        // The card's white is in it; red, green and blue have none.
        let whitest = [style.foreground, style.background].map { min($0.red, $0.green, $0.blue) }
        #expect(whitest.max() ?? 0 > 0xA0, "\(x), \(y)")
      }
    }
  }

  @Test func movesInEveryDepth() {
    let pyramid = PicturePyramid(TestPictures.quarters(64, 64))
    let rect = HalfRowRect(x: 0.5, y: 1, width: 16, height: 16)
    func draw(_ colors: ScreenAbilities.ColorDepth, _ unicode: Bool, card: Color = .black)
      -> CellPicture
    {
      PictureRenderer(abilities: ScreenAbilities(colors: colors, unicode: unicode)).moving(
        pyramid, crop: .whole, in: rect, clip: screen, over: card)
    }
    #expect(draw(.sixteen, false).cells.allSatisfy { $0.glyph == .space })
    #expect(draw(.none, false).cells.allSatisfy { $0.glyph.base < 0x7F })
    let ink = draw(.none, true)
    #expect(ink.cells.allSatisfy { $0.style.foreground == .terminal })
    #expect(ink[2, 7].glyph.text == "█")
    #expect(draw(.none, true, card: .white)[2, 7].glyph.text == " ")
  }

  @Test func drawsIntoAFrameWithinItsClip() {
    var frame = Frame(size: Size(width: 4, height: 3))
    frame.clip = Rect(x: 1, y: 0, width: 3, height: 2)
    let picture = exact.moving(
      square, crop: .whole, in: HalfRowRect(x: 0, y: 2, width: 2, height: 4), clip: frame.bounds,
      over: .black)
    picture.draw(into: &frame)
    #expect(frame[0, 1] == Cell() && frame[1, 2] == Cell())
    #expect(frame[1, 1].style.background == green)
    picture.draw(into: &frame, at: Point(x: 2, y: 0))
    #expect(frame[2, 0].style.background == red)
  }

  @Test func nothingIsTooOdd() {
    let renderer = PictureRenderer(abilities: ScreenAbilities())
    var random = SplitMix(seed: 11)
    for _ in 0..<2_000 {
      func value(_ range: ClosedRange<Double>) -> Double {
        Double.random(in: range, using: &random)
      }
      let pyramid = PicturePyramid(
        TestPictures.quarters(
          Int.random(in: 1...9, using: &random), Int.random(in: 1...9, using: &random)))
      let crop = PictureCrop.filling(
        frameAspect: value(0.01...20), pictureAspect: pyramid.size.aspect, clipX: value(-1...1),
        clipY: value(-1...1))
      let rect = HalfRowRect(
        x: value(-30...30), y: value(-30...30), width: value(-1...30), height: value(-1...30))
      let picture = renderer.moving(pyramid, crop: crop, in: rect, clip: screen, over: .white)
      #expect(picture.cells.count == picture.size.width * picture.size.height)
    }
    let none = renderer.settled(
      square, crop: .whole, size: Size(width: 0, height: 4), over: .white)
    #expect(none.cells.isEmpty)
  }
}

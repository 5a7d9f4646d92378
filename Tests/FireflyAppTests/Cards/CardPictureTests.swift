import FireflyCore
import FireflyModel
import FireflyScreen
import Testing

@testable import FireflyApp

/// Where a card's picture stands among its words and its sign.
@Suite("Pictures on cards")
struct CardPictureTests {
  /// Notes where pictures are asked for.
  private final class Places: PictureSource {
    var all: [PicturePlacement] = []

    func draw(_ address: String, _ placement: PicturePlacement, into frame: inout Frame) -> Bool {
      all.append(placement)
      return true
    }
  }

  private static let sizes = [
    Size(width: 30, height: 14), Size(width: 40, height: 12), Size(width: 80, height: 24),
    Size(width: 120, height: 40), Size(width: 133, height: 51),
  ]

  private func places(in walk: Walk) -> [PicturePlacement] {
    let places = Places()
    _ = render(walk.state, at: walk.now, pictures: places)
    return places.all
  }

  /// A thumbnail is a square of 80 points, or as large as its card leaves room for, and centred.
  @Test(arguments: sizes, 3...8)
  func aThumbnailIsASquareOf80Points(size: Size, cardRows: Int) {
    var walk = Walk(
      (1...9).map { .numbered($0, children: $0 % 2, email: "b@b.org", image: "/\($0).jpg") },
      width: size.width, height: size.height)
    walk.state.settings.tunables.cardRows = cardRows
    let height = Double(20 * cardRows)
    let side = min(80, height - 40)
    let layout = walk.state.layout
    for (index, place) in places(in: walk).enumerated() {
      // Points from the slot's top.
      let top = Double(place.halfY) * 10 - Double(layout.list.y + cardRows * index) * 20
      #expect(Double(place.columns) * 10 == side && Double(place.halfRows) * 10 == side)
      // As much below it as above.
      #expect(top + side == height - top)
      #expect(place.x == places(in: walk).first?.x)
      let end = layout.cardX + layout.cardColumns
      #expect(place.x + place.columns + ChildIndicatorView.columns <= end + 2)
    }
  }

  /// No sign covers a thumbnail or a picture that rests, and none touches the words above it.
  @Test(arguments: sizes)
  func noSignCoversAThumbnailOrAPictureThatRests(size: Size) {
    for summary in ["", "one line", String(repeating: "many words ", count: 40)] {
      for ratio in [0.2, 0.7, 1, 1.5, 4, 30] {
        for body in ["", "A body."] {
          var post = Post.numbered(1, body: body, children: 3, image: "/a.jpg")
          post.summary = summary
          var walk = Walk([post], width: size.width, height: size.height)
          walk.perform(.picture(.response(address: "/a.jpg", aspectRatio: ratio)))
          for expansion in [0.0, 1] {
            if expansion == 1 { walk.press(.enter) }
            let frame = render(walk.state, at: walk.now, pictures: LetterPictures())
            let pill = walk.context.theme.indicator(over: walk.context.theme.card(at: expansion))
            for place in places(in: walk) {
              let rows = place.halfY / 2..<(place.halfY + place.halfRows + 1) / 2
              for y in rows where y < walk.state.layout.list.maxY {
                for x in place.x..<place.x + place.columns {
                  let style = frame[x, y].style
                  #expect(style.foreground != pill && style.background != pill)
                }
              }
            }
          }
          let words = walk.context.words(of: post)
          let place = places(in: walk).first
          let end = 2 * (walk.state.layout.list.y + 2 + words.summary.count)
          #expect((place?.halfY ?? 0) >= end + 2, "a row of air")
        }
      }
    }
  }

  /// Opening and closing move the picture from the first frames on, and in each that follows but the last:
  /// the curve is slow at its ends.
  @Test(arguments: [80, 120, 133].map { Size(width: $0, height: $0 * 3 / 10) }, [0.7, 1, 1.5])
  func openingAndClosingMoveThePictureInEachFrame(size: Size, ratio: Double) {
    var walk = Walk(
      (1...3).map { .numbered($0, body: "A body.", image: "/\($0).jpg") },
      width: size.width, height: size.height, motion: .full)
    for number in 1...3 {
      walk.perform(.picture(.response(address: "/\(number).jpg", aspectRatio: ratio)))
    }
    for _ in 0..<4 {
      var before = places(in: walk)[0]
      #expect(before.isSettled)
      walk.perform(.list(.cardPressed))
      for frame in 0..<18 {
        let place = places(in: walk)[0]
        let isBegun = place.halfRows != before.halfRows || place.x != before.x
        #expect(isBegun || frame < 4 || frame > 14, "frame \(frame)")
        #expect(place.isSettled == (frame == 0), "frame \(frame)")
        before = place
        walk.now += 1.0 / 60
      }
      walk.wait(0.1)
    }
  }

  @Test
  func theThumbnailsBesideAnOpeningCardKeepTheirFineCells() {
    var walk = Walk(
      (1...9).map { .numbered($0, image: "/\($0).jpg") }, width: 120, height: 40, motion: .full)
    walk.press(.down)
    walk.perform(.list(.cardPressed))
    walk.now += 0.1
    #expect(places(in: walk).filter { !$0.isSettled }.count == 1)
  }

  @Test(arguments: sizes)
  func codeBlockHasARectangularBackground(size: Size) {
    let code =
      "a\n\nlonger than most, and so cut where the line ends, at any width of a card here\nb"
    for body in ["```\n\(code)\n```", "- one\n\n  ```\n  x\n  yy\n  ```\n- `z`"] {
      var walk = Walk([.numbered(1, body: body)], width: size.width, height: size.height)
      walk.press(.enter)
      let frame = walk.frame
      let layout = walk.state.layout
      let card = walk.context.theme.card(at: 1)
      let grey = walk.context.theme.text.blended(over: card, alpha: 0.08)
      let end = layout.cardX + layout.indent + layout.textColumns
      var starts: Set<Int> = []
      for y in layout.list.y..<layout.list.maxY where frame[end - 1, y].style.background == grey {
        let start = (0..<end).first { frame[$0, y].style.background == grey } ?? end
        starts.insert(start)
        #expect((start..<end).allSatisfy { frame[$0, y].style.background == grey })
        #expect(frame[end, y].style.background == card)
      }
      #expect(starts.count == 1)
    }
  }

  @Test
  func aProfileSaysItsNameOnceAPostWithoutATitleNothingInItsPlace() {
    var profile = Post.numbered(1, email: "b@b.org", template: .profile)
    profile.title = "Noor Khalil"
    profile.authorName = "Noor Khalil"
    var untitled = Post.numbered(2)
    untitled.title = ""
    untitled.summary = ""
    untitled.placeholders = PostText(title: "Title", summary: "Summary", body: "Body")
    let walk = Walk([profile, untitled])
    #expect(walk.text.components(separatedBy: "Noor Khalil").count == 2)
    #expect(walk.text.components(separatedBy: "Ada Linden").count == 2)
    #expect(!walk.text.contains("Title"))
  }

  @Test(arguments: ["", "Ada Linden"])
  func whereAPostWithoutATitleNeedsANameItHasItsFirstWords(author: String) {
    var post = Post.numbered(1, children: 2, email: "")
    post.title = ""
    post.authorName = author
    var walk = Walk([post])
    walk.press(.character("t"))
    walk.perform(.outline(.response(top: 1, .success(OutlineBranch([])))))
    // Lists of names have room for the opening, too.
    #expect(walk.row(2).contains(author.isEmpty ? "summary 1" : "Ada Linden: summary 1"))
    walk.press(.escape, .right)
    #expect(walk.row(0).contains("❮ Some words."))
  }

  @Test
  func withoutUnicodeAnArrowIsAnArrow() {
    var post = Post.numbered(1)
    post.title = "↑ ↓ ← → 3 × 4"
    #expect(
      Walk([post], abilities: ScreenAbilities(unicode: false)).text.contains("Up Down < > 3 x 4"))
  }
}

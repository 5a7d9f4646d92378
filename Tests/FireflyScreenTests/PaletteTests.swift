import FireflyScreen
import Testing

/// Which of few colours stand for the others.
@Suite("Palettes")
struct PaletteTests {
  private func palette(_ depth: ScreenAbilities.ColorDepth) throws -> Palette {
    try #require(Palette.of(depth))
  }

  @Test
  func onlyWhereThereAreSomeColoursButNotAll() throws {
    #expect(Palette.of(.none) == nil && Palette.of(.trueColor) == nil)
    #expect(try [.eight, .sixteen, .indexed].map { try palette($0).colors.count } == [8, 16, 256])
  }

  @Test
  func of256EachBeyondTheUsersOwnStandsForItself() throws {
    let palette = try palette(.indexed)
    for index in 16..<256 {
      #expect(palette.colors[palette.nearest(to: palette.colors[index])] == palette.colors[index])
    }
    #expect(palette.nearest(to: Color(white: 128)) == 244)
    #expect(palette.nearest(to: Color(hex: 0x40E0D0)) == 80)
  }

  @Test
  func sixteenColours() throws {
    let palette = try palette(.sixteen)
    #expect(palette.nearest(to: .black) == 0)
    #expect(palette.nearest(to: .white) == 15)
    #expect(palette.nearest(to: Color(white: 128)) == 8)
    #expect(palette.nearest(to: Color(hex: 0xFF2020)) == 9)
    #expect(try self.palette(.eight).nearest(to: .white) == 7)
  }

  /// What is behind a dialog is dimmed: no colour is nearer to it than a grey.
  @Test func aDimmedTextStaysGreyIn256Colours() throws {
    let palette = try palette(.indexed)
    for step in stride(from: 0, through: 255, by: 5) {
      for behind in [Color(white: 70), Color(white: 133), .white, .black] {
        let index = palette.pair(Color(white: UInt8(step)), on: behind, isText: true).foreground
        let color = palette.colors[index]
        #expect(color.red == color.green && color.green == color.blue, "\(step) on \(behind)")
      }
    }
  }

  @Test(arguments: [ScreenAbilities.ColorDepth.eight, .sixteen])
  func aGreyIsNeverShownInAColour(depth: ScreenAbilities.ColorDepth) throws {
    let palette = try palette(depth)
    let greys: Set = [0, 7, 8, 15]
    for step in 0...255 {
      let grey = Color(white: UInt8(step))
      #expect(greys.contains(palette.nearest(to: grey)))
      for behind in [Color.white, .black, Color(white: 128)] {
        #expect(greys.contains(palette.pair(grey, on: behind, isText: true).foreground))
      }
    }
    // The seeds' backdrop and a compact card on it.
    #expect(palette.nearest(to: Color(white: 128)) != palette.nearest(to: Color(white: 242)))
  }

  @Test(arguments: [ScreenAbilities.ColorDepth.eight, .sixteen, .indexed])
  func textKeepsTheContrastItHasAsFarAsLettersNeedIt(depth: ScreenAbilities.ColorDepth) throws {
    let palette = try palette(depth)
    for red in stride(from: 0, through: 255, by: 15) {
      for blue in stride(from: 0, through: 255, by: 51) {
        let background = Color(red: UInt8(red), green: UInt8(255 - red), blue: UInt8(blue))
        for foreground in [Color.black, .white, Color(white: UInt8(red)), Color(hex: 0x40E0D0)] {
          let pair = palette.pair(foreground, on: background, isText: true)
          #expect(pair.foreground != pair.background)
          let behind = palette.colors[pair.background]
          let meant = foreground.contrast(with: background) ?? 1
          let shown = palette.colors[pair.foreground].contrast(with: behind) ?? 1
          // On a few of 8 colours nothing has that much.
          let best = palette.colors.compactMap { $0.contrast(with: behind) }.max() ?? 1
          #expect(shown >= min(meant, 4.5, best), "\(foreground) on \(background)")
        }
      }
    }
  }
}

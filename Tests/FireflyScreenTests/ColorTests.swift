import FireflyScreen
import Testing

@Suite("Color")
struct ColorTests {
  @Test
  func partsAndHexadecimalForm() {
    let color = Color(hex: 0x1A40E0D0)
    #expect(color == Color(red: 64, green: 224, blue: 208))
    #expect(color.hex == 0x40E0D0 && color.isRGB)
    #expect(Color(white: 128) == Color(hex: 0x808080))
    #expect(!Color.terminal.isRGB && Color.terminal.hex == nil && Color.terminal.red == 0)
    #expect(Color.terminal != .clear && Color.black != .terminal)
  }

  @Test
  func blendingOverABackdrop() {
    #expect(Color.white.blended(over: .black, alpha: 0.5) == Color(white: 128))
    #expect(Color.white.blended(over: Color(white: 128), alpha: 0.9) == Color(white: 242))
    #expect(Color.white.blended(over: .black, alpha: 0) == .black)
    #expect(Color.white.blended(over: .black, alpha: 1) == .white)
    #expect(Color.white.blended(over: .black, alpha: 7) == .white)
    #expect(Color.terminal.blended(over: .black, alpha: 0.6) == .terminal)
    #expect(Color.white.blended(over: .terminal, alpha: 0.4) == .terminal)
  }

  @Test
  func luminanceAndContrastAsWCAG2HasThem() throws {
    #expect(Color.black.luminance == 0)
    #expect(abs(try #require(Color.white.luminance) - 1) < 1e-9)
    #expect(abs(try #require(Color(white: 128).luminance) - 0.2158605) < 1e-6)
    #expect(abs(try #require(Color(hex: 0xFF0000).luminance) - 0.2126) < 1e-9)
    #expect(abs(try #require(Color.black.contrast(with: .white)) - 21) < 1e-9)
    #expect(abs(try #require(Color(hex: 0x767676).contrast(with: .white)) - 4.542) < 1e-3)
    #expect(Color.white.contrast(with: .black) == Color.black.contrast(with: .white))
    #expect(Color.white.contrast(with: .terminal) == nil)
  }
}

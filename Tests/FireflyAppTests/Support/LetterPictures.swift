import FireflyApp
import FireflyScreen

/// Pictures for golden screens: each fills its place with the first letter of its name, half rows at
/// its ends with half blocks.
struct LetterPictures: PictureSource {
  func draw(_ address: String, _ place: PicturePlacement, into frame: inout Frame) -> Bool {
    let name = address.split(separator: "/").last ?? "?"
    let glyphs = Glyph.glyphs(of: name.prefix(1).uppercased())
    let end = place.halfY + place.halfRows
    let style = Style(
      foreground: Color(hex: 0x203040), background: Color(hex: 0x90B0D0))
    for y in (place.halfY / 2)...((end - 1) / 2) {
      let hasUpper = 2 * y >= place.halfY
      let hasLower = 2 * y + 1 < end
      let row = Rect(x: place.x, y: y, width: place.columns, height: 1)
      frame.fill(
        row, glyph: hasUpper && hasLower ? glyphs[0] : Glyph(hasUpper ? "▀" : "▄"), style: style)
    }
    return true
  }
}

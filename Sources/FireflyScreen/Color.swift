import Glibc

/// A colour of a cell: 24-bit RGB, the terminal's default, or transparent.
package struct Color: Hashable, Sendable {
  /// `0xRRGGBB`, or one of the two special values above 24 bits.
  let value: UInt32

  init(value: UInt32) { self.value = value }

  /// Creates an RGB colour from components of 0…255.
  package init(red: UInt8, green: UInt8, blue: UInt8) {
    value = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
  }

  /// Creates an RGB colour from `0xRRGGBB`; ignores higher bits.
  package init(hex: UInt32) { value = hex & 0xFF_FFFF }

  /// Creates a grey, from 0 (black) to 255 (white).
  package init(white: UInt8) { self.init(red: white, green: white, blue: white) }

  /// The terminal's default foreground or background.
  package static let terminal = Color(value: 0x0100_0000)
  /// Transparent: keeps the colour of the cell.
  package static let clear = Color(value: 0x0200_0000)
  /// RGB 0, 0, 0.
  package static let black = Color(hex: 0x000000)
  /// RGB 255, 255, 255.
  package static let white = Color(hex: 0xFFFFFF)

  /// Whether the colour has RGB components: neither `terminal` nor `clear`.
  package var isRGB: Bool { value <= 0xFF_FFFF }
  /// Red, 0…255; 0 if `isRGB` is false.
  package var red: UInt8 { isRGB ? UInt8(value >> 16 & 0xFF) : 0 }
  /// Green, 0…255; 0 if `isRGB` is false.
  package var green: UInt8 { isRGB ? UInt8(value >> 8 & 0xFF) : 0 }
  /// Blue, 0…255; 0 if `isRGB` is false.
  package var blue: UInt8 { isRGB ? UInt8(value & 0xFF) : 0 }
  /// `0xRRGGBB`; nil if `isRGB` is false.
  package var hex: UInt32? { isRGB ? value : nil }

  /// Parses `#rrggbb`; the `#` is optional.
  package init?(named text: String) {
    let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
    guard digits.count == 6, digits.allSatisfy(\.isHexDigit), let hex = UInt32(digits, radix: 16)
    else { return nil }
    self.init(hex: hex)
  }

  /// The colour as `#rrggbb`; nil if `isRGB` is false.
  package var name: String? {
    hex.map { hex in
      let digits = String(hex, radix: 16)
      return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }
  }

  /// Returns this colour blended over another, with `alpha` from 0 (invisible) to 1 (opaque).
  ///
  /// Colours without RGB components can't be blended: returns the nearer one.
  package func blended(over backdrop: Color, alpha: Double) -> Color {
    if alpha >= 1 { return self }
    if alpha <= 0 { return backdrop }
    guard isRGB, backdrop.isRGB else { return alpha >= 0.5 ? self : backdrop }
    func mix(_ top: UInt8, _ bottom: UInt8) -> UInt8 {
      UInt8((Double(bottom) + (Double(top) - Double(bottom)) * alpha).rounded())
    }
    return Color(
      red: mix(red, backdrop.red), green: mix(green, backdrop.green),
      blue: mix(blue, backdrop.blue))
  }

  /// Minimum contrast of text with its background (WCAG 2, level AA).
  package static let textContrast = 4.5

  /// Minimum contrast of borders and symbols with their surroundings (WCAG 2, level AA).
  package static let shapeContrast = 3.0

  /// Red, green and blue in linear light, 0…1 each; 0 if `isRGB` is false.
  var linearLight: (red: Double, green: Double, blue: Double) {
    (Self.linear[Int(red)], Self.linear[Int(green)], Self.linear[Int(blue)])
  }

  /// Relative luminance, 0…1, as defined by WCAG 2; nil without RGB components.
  package var luminance: Double? {
    guard isRGB else { return nil }
    let light = linearLight
    return 0.2126 * light.red + 0.7152 * light.green + 0.0722 * light.blue
  }

  /// Returns the contrast ratio with another colour, 1…21, as defined by WCAG 2; nil without RGB
  /// components.
  package func contrast(with other: Color) -> Double? {
    guard let one = luminance, let two = other.luminance else { return nil }
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }

  /// The linear light of each of the 256 levels of sRGB.
  private static let linear: [Double] = (0...255).map { level in
    let value = Double(level) / 255
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }
}

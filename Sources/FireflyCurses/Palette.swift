import FireflyScreen
import Glibc

/// The colours of a terminal that has only some, and which of them come nearest to an RGB colour.
///
/// Distances are taken in Oklab, where equal steps look equal.
///
/// - SeeAlso: Björn Ottosson, "A perceptual color space for image processing" (2020).
struct Palette {
  /// The colours, by index.
  let colors: [Color]
  private let places: [Oklab]
  private let luminances: [Double]
  /// Black, white and the greys among the first 16.
  private let neutrals: [Int]
  /// The first index that may be chosen for an RGB colour.
  private let first: Int

  /// The palette of a terminal with 8, 16 or 256 colours, with xterm's values.
  ///
  /// Of 256, the lower 16 are never chosen: users set them to their taste.
  init(count: Int) {
    let basic: [UInt32] = [
      0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
      0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
    ]
    var colors = basic.prefix(count >= 16 ? 16 : 8).map { Color(hex: $0) }
    if count >= 256 {
      let steps: [UInt8] = [0, 95, 135, 175, 215, 255]
      for red in steps {
        for green in steps {
          for blue in steps { colors.append(Color(red: red, green: green, blue: blue)) }
        }
      }
      for step in 0..<24 { colors.append(Color(white: UInt8(8 + 10 * step))) }
    }
    self.colors = colors
    places = colors.map(Oklab.init)
    neutrals = places.indices.prefix(16).filter { [places] in places[$0].isNeutral }
    luminances = colors.map { $0.luminance ?? 0 }
    first = colors.count > 16 ? 16 : 0
  }

  /// Index of the colour nearest to `color`.
  ///
  /// Of few colours, a grey takes one of the greys: the nearest of all to a middle grey is cyan. Where
  /// black and white are the only ones, it is black, so that light cards stand out from it.
  func nearest(to color: Color) -> Int {
    let place = Oklab(color)
    if colors.count <= 16, place.isNeutral {
      if colors.count < 16 { return place.lightness < 0.75 ? 0 : 7 }
      return neutrals.min {
        abs(places[$0].lightness - place.lightness) < abs(places[$1].lightness - place.lightness)
      } ?? first
    }
    return (first..<colors.count).min { distance(place, $0) < distance(place, $1) } ?? first
  }

  /// Index of the colour nearest to `color` that can still be told from the colour `background`
  /// behind it.
  ///
  /// Text keeps the contrast it has in RGB, up to 3:1; a frame's edge or a picture needs none, and
  /// simply takes the nearest colour.
  func nearest(to color: Color, on background: Int, meant: Color) -> Int {
    let place = Oklab(color)
    let wanted = min(3, color.contrast(with: meant) ?? 3)
    let others = (first..<colors.count).filter { $0 != background }
    var readable = others.filter { contrast($0, background) >= wanted }
    if colors.count <= 16, place.isNeutral {
      let greys = readable.filter(neutrals.contains)
      if !greys.isEmpty { readable = greys }
    }
    // Grey text in red would be worse than grey text in black: of few colours, hue counts more.
    let hue = colors.count > 16 ? 1.0 : 8.0
    if let best = readable.min(by: {
      place.distance(to: places[$0], hue: hue) < place.distance(to: places[$1], hue: hue)
    }) {
      return best
    }
    return others.max { contrast($0, background) < contrast($1, background) } ?? background
  }

  private func contrast(_ one: Int, _ other: Int) -> Double {
    let (darker, lighter) = (
      min(luminances[one], luminances[other]), max(luminances[one], luminances[other])
    )
    return (lighter + 0.05) / (darker + 0.05)
  }

  private func distance(_ place: Oklab, _ index: Int) -> Double {
    place.distance(to: places[index])
  }
}

/// A colour where equal distances look equally different.
struct Oklab: Equatable {
  /// Lightness, 0…1.
  let lightness: Double
  /// Green to red.
  let a: Double
  /// Blue to yellow.
  let b: Double

  /// The place of an RGB colour; black for those without RGB parts.
  init(_ color: Color) {
    func linear(_ part: UInt8) -> Double {
      let value = Double(part) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    let (red, green, blue) = (linear(color.red), linear(color.green), linear(color.blue))
    let l = cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    let m = cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    let s = cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    lightness = 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s
    a = 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s
    b = 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s
  }

  /// Whether it is a grey, black or white.
  var isNeutral: Bool { a * a + b * b < 0.0006 }

  /// Squared distance, in which a difference of hue counts `hue` times as much as one of lightness.
  func distance(to other: Oklab, hue: Double = 1) -> Double {
    let (dl, da, db) = (lightness - other.lightness, a - other.a, b - other.b)
    return dl * dl + hue * (da * da + db * db)
  }
}

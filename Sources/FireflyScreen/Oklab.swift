import Glibc

/// A colour in a perceptually uniform space.
///
/// - SeeAlso: Björn Ottosson, "A perceptual color space for image processing" (2020).
struct Oklab: Equatable {
  /// Lightness, 0…1.
  let lightness: Double
  /// Green to red.
  let a: Double
  /// Blue to yellow.
  let b: Double

  /// Converts an RGB colour; colours without RGB components become black.
  init(_ color: Color) {
    let (red, green, blue) = color.linearLight
    let l = cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    let m = cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    let s = cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    lightness = 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s
    a = 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s
    b = 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s
  }

  /// Whether it is a grey, black or white.
  var isNeutral: Bool { a * a + b * b < 0.0006 }

  /// Returns the squared distance, with differences of hue weighted by `hue`.
  func distance(to other: Oklab, hue: Double = 1) -> Double {
    let (dl, da, db) = (lightness - other.lightness, a - other.a, b - other.b)
    return dl * dl + hue * (da * da + db * db)
  }
}

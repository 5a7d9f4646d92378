/// The palette of a terminal with few colours, and the mapping of RGB colours to it.
///
/// Distances are computed in Oklab, which is perceptually uniform. Views and the encoder use the
/// same palette, so that views can predict how their colours will look.
package struct Palette: Sendable {
  /// The colours, by index, with xterm's values.
  package let colors: [Color]
  private let coordinates: [Oklab]
  private let luminances: [Double]
  /// Black, white and the greys, without those among the first 16 of 256 colours.
  private let neutrals: [Int]
  /// The first index to use for RGB colours.
  private let first: Int

  private static let eight = Palette(count: 8)
  private static let sixteen = Palette(count: 16)
  private static let indexed = Palette(count: 256)

  /// Returns the palette for a colour depth; nil without colours, and for true colour.
  package static func of(_ depth: ScreenAbilities.ColorDepth) -> Palette? {
    switch depth {
    case .none, .trueColor: nil
    case .eight: eight
    case .sixteen: sixteen
    case .indexed: indexed
    }
  }

  /// Creates the palette of a terminal with 8, 16 or 256 colours.
  ///
  /// With 256, it never uses the first 16: users redefine them.
  private init(count: Int) {
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
    coordinates = colors.map(Oklab.init)
    let first = colors.count > 16 ? 16 : 0
    self.first = first
    neutrals = coordinates.indices.filter { [coordinates] in
      $0 >= first && coordinates[$0].isNeutral
    }
    luminances = colors.map { $0.luminance ?? 0 }
  }

  /// Returns the palette indices of a cell's colours.
  ///
  /// - Parameter isText: whether the cell contains text, which must stay legible; borders and
  ///   pictures simply use the nearest colours.
  package func pair(
    _ foreground: Color, on background: Color, isText: Bool
  ) -> (foreground: Int, background: Int) {
    let behind = nearest(to: background)
    let isRead = isText && foreground != background
    return (
      isRead
        ? nearest(to: foreground, on: behind, meant: background) : nearest(to: foreground), behind
    )
  }

  /// Returns the index of the colour nearest to `color`.
  ///
  /// With few colours, a grey maps to a grey: the nearest colour to a middle grey would be cyan.
  /// With only black and white it maps to black, so that light cards stand out.
  package func nearest(to color: Color) -> Int {
    let coordinate = Oklab(color)
    if colors.count <= 16, coordinate.isNeutral {
      if colors.count < 16 { return coordinate.lightness < 0.75 ? 0 : 7 }
      return neutrals.min {
        abs(coordinates[$0].lightness - coordinate.lightness)
          < abs(coordinates[$1].lightness - coordinate.lightness)
      } ?? first
    }
    return (first..<colors.count).min { distance(coordinate, $0) < distance(coordinate, $1) }
      ?? first
  }

  /// Returns the index of the colour nearest to `color` that is still distinguishable from the
  /// background colour `background`.
  ///
  /// Text keeps its RGB contrast, up to `Color.textContrast`.
  func nearest(to color: Color, on background: Int, meant: Color) -> Int {
    let coordinate = Oklab(color)
    let wanted = min(Color.textContrast, color.contrast(with: meant) ?? .infinity)
    let others = (first..<colors.count).filter { $0 != background }
    var readable = others.filter { contrast($0, background) >= wanted }
    if coordinate.isNeutral {
      let greys = readable.filter(neutrals.contains)
      if !greys.isEmpty { readable = greys }
    }
    // Grey text had better become black than red: with few colours, hue counts more.
    let hue = colors.count > 16 ? 1.0 : 8.0
    if let best = readable.min(by: {
      coordinate.distance(to: coordinates[$0], hue: hue)
        < coordinate.distance(to: coordinates[$1], hue: hue)
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

  private func distance(_ coordinate: Oklab, _ index: Int) -> Double {
    coordinate.distance(to: coordinates[index])
  }
}

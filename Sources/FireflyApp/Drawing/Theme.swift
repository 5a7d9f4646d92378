import FireflyCore
import FireflyScreen

/// The colours of everything, and whether cards are filled or outlined.
package struct Theme: Hashable, Sendable {
  /// How a card is drawn.
  package enum Chrome: Hashable, Sendable {
    /// Filled, with edges of block characters.
    case filled
    /// Outlined.
    case outlined
  }

  /// The name in the configuration.
  package var name: String
  /// The backdrop: RGB 128 in the seeds.
  package var backdrop: Color
  /// An expanded card; compact ones are slightly transparent (seed 002).
  package var card: Color
  /// Text on cards and on the backdrop.
  package var text: Color
  /// The bar of the selected card.
  package var accent: Color
  /// Links.
  package var link: Color
  /// The red dot, and error messages.
  package var alert: Color
  /// The background of matches.
  package var mark: Color
  /// The splash and the sign-in: turquoise in the seeds.
  package var splash: Color
  /// Text on the splash.
  package var splashText: Color
  /// How cards are drawn.
  package var chrome = Chrome.filled
  /// The opacities.
  var shades = Shades()

  /// The colours of the seeds.
  package static let firefly = Theme(
    name: "firefly", backdrop: Color(white: 128), card: .white, text: .black,
    accent: Color(hex: 0xB36B00), link: Color(hex: 0x0A57A4), alert: Color(hex: 0xC00A0A),
    mark: Color(hex: 0xFFD95A), splash: Color(red: 64, green: 224, blue: 208), splashText: .black)

  /// The same on a light page, for light terminals: the seeds' grey leaves words on it little contrast.
  package static let light = {
    var theme = firefly
    (theme.name, theme.backdrop) = ("light", Color(white: 208))
    // Where cards are lines, words on it have the page's colour.
    theme.alert = Color(hex: 0xA80000)
    return theme
  }()

  /// For a dark environment.
  package static let dark = Theme(
    name: "dark", backdrop: Color(hex: 0x14161B), card: Color(hex: 0x2B2F38),
    text: Color(hex: 0xF0F2F5), accent: Color(hex: 0xFFC23D), link: Color(hex: 0x7CB8FF),
    alert: Color(hex: 0xFF8A80), mark: Color(hex: 0x6B5310), splash: Color(hex: 0x0C3B38),
    splashText: Color(hex: 0xDFFCF8))

  /// Dark words on light paper, cards as thin lines, for users who find the grey of `firefly` heavy.
  package static let paper = Theme(
    name: "paper", backdrop: Color(hex: 0xE8E8EA), card: Color(hex: 0xE8E8EA), text: .black,
    accent: Color(hex: 0xB36B00), link: Color(hex: 0x0A57A4), alert: Color(hex: 0xC00A0A),
    mark: Color(hex: 0xFFD95A), splash: Color(red: 64, green: 224, blue: 208), splashText: .black,
    chrome: .outlined)

  /// The terminal's own two colours.
  package static let mono = Theme(
    name: "mono", backdrop: .terminal, card: .terminal, text: .terminal, accent: .terminal,
    link: .terminal, alert: .terminal, mark: .terminal, splash: .terminal, splashText: .terminal,
    chrome: .outlined)

  /// The built-in themes.
  package static let all = [firefly, dark, light, paper, mono]

  /// Returns the colour of a card: by default 90 % over the backdrop when compact, 100 % when
  /// expanded (seed 002).
  func card(at expansion: Double) -> Color {
    card.blended(over: backdrop, alpha: lerp(shades.compactCard, 1, expansion))
  }

  /// Returns the theme for a terminal: with outlines if cards would have the backdrop's colour, or
  /// if there are no blocks to fill them with.
  ///
  /// - Parameter hasBlocks: whether the terminal shows block characters.
  func shown(in depth: ScreenAbilities.ColorDepth, hasBlocks: Bool = true) -> Theme {
    guard depth != .none else {
      var mono = Theme.mono
      mono.shades = shades
      return mono
    }
    var theme = self
    if !hasBlocks, chrome == .filled {
      theme.chrome = .outlined
      // The shades of text are made for cards, and grey leaves them no contrast.
      theme.backdrop = card
    }
    if depth.confuses(card(at: 0), backdrop) { theme.chrome = .outlined }
    // Outlined cards have the colour of the backdrop.
    if theme.chrome == .outlined { theme.card = theme.backdrop }
    return theme
  }

  /// The colour of the toolbar: by default 95 % of the card's over the backdrop (seed 004).
  var toolbar: Color { card.blended(over: backdrop, alpha: shades.toolbar) }

  /// The colour of the current tab: by default grey at 30 % over the toolbar (seed 004).
  var activeTab: Color { Color(white: 128).blended(over: toolbar, alpha: shades.tab) }

  /// Returns the colour of the child indicator: white at `button-colour` over the card in its
  /// shadow (seed 001).
  ///
  /// White at 1, it may have the card's own colour: the sign alone shows it. Where only the palette
  /// makes them alike, returns the shadow, or the colour of text.
  func indicator(
    over card: Color, in depth: ScreenAbilities.ColorDepth = .trueColor
  ) -> Color {
    let shaded = (text.isRGB ? text : .black).blended(over: card, alpha: shades.buttonShadow)
    let pill = self.card.blended(over: shaded, alpha: shades.button)
    guard pill.isRGB, shades.button < 1 else { return pill }
    return [pill, shaded].first { !depth.confuses($0, card) } ?? text
  }

  /// Returns the text colour at `alpha` over a background, more opaque if it would be illegible.
  func text(alpha: Double, over background: Color) -> Color {
    legible(text, alpha: alpha, over: background)
  }

  /// Returns a colour at `alpha` over a background, more opaque if the contrast requires it.
  func legible(
    _ color: Color, alpha: Double = 1, over background: Color,
    contrast wanted: Double = Color.textContrast
  ) -> Color {
    var alpha = alpha
    while alpha < 1 {
      let mixed = color.blended(over: background, alpha: alpha)
      if let contrast = mixed.contrast(with: background), contrast >= wanted {
        return mixed
      }
      alpha += 0.04
    }
    // The colour itself may have too little contrast; that of texts never has.
    var share = 0.0
    while share < 1 {
      let mixed = text.blended(over: color, alpha: share)
      guard let contrast = mixed.contrast(with: background), contrast < wanted else { return mixed }
      share += 0.1
    }
    return text
  }

  /// Returns the style of words that say that something has failed: red, or on red where red can't be read.
  func alertStyle(over background: Color) -> Style {
    if let contrast = alert.contrast(with: background), contrast < Color.textContrast {
      return Style(
        foreground: legible(card, over: alert), background: alert, attributes: .bold)
    }
    return Style(foreground: alert, background: background, attributes: .bold)
  }

  /// Whether cards are lighter than their text.
  var isLight: Bool { (card.luminance ?? 0) > (text.luminance ?? 0) }

  /// The ground of a closed post that is drawn as rows: on light terminals a card's, selected at its
  /// brightest; else only the selected one has a ground.
  func rowGround(isSelected: Bool) -> Color {
    isLight ? card(at: isSelected ? 1 : 0) : isSelected ? card(at: 0) : backdrop
  }
}

extension ScreenAbilities.ColorDepth {
  /// Whether two colours look the same in this depth.
  func confuses(_ one: Color, _ other: Color) -> Bool {
    guard let palette = Palette.of(self) else { return one == other }
    return palette.nearest(to: one) == palette.nearest(to: other)
  }
}

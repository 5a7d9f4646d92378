/// A question of the program's that libvterm does not answer and a common terminal does.
enum TerminalQuery: Equatable {
  /// The default foreground (OSC 10) or background (OSC 11).
  case color(number: Int)
  /// Whether the kitty protocol's test picture can be taken, by its number; `naming` placeholders
  /// or not.
  case kittyGraphics(number: Int, naming: Bool)
  /// The size in pixels of the text area (14), of a cell (16), or in cells (18).
  case size(number: Int)

  /// Reads `CSI 14 t` and its like; the bytes are those after `CSI`.
  init?(controlSequence bytes: [UInt8]) {
    switch String(decoding: bytes, as: UTF8.self) {
    case "14t": self = .size(number: 14)
    case "16t": self = .size(number: 16)
    case "18t": self = .size(number: 18)
    default: return nil
    }
  }

  /// Reads `OSC 10 ; ?` and its like; the bytes are those after `ESC`.
  init?(operatingSystemCommand bytes: [UInt8]) {
    switch String(decoding: bytes, as: UTF8.self) {
    case "]10;?": self = .color(number: 10)
    case "]11;?": self = .color(number: 11)
    default:
      let text = String(decoding: bytes.prefix(64), as: UTF8.self)
      guard text.contains(",a=q,"), let number = text.firstMatch(of: /^_Gi=(\d+),/)?.1 else {
        return nil
      }
      self = .kittyGraphics(number: Int(number) ?? 0, naming: text.contains(",U=1,"))
    }
  }

  /// What a terminal of this size and with these default colours says.
  func answer(
    size: TerminalSize, colors: DefaultColors, graphics: TerminalGraphics
  ) -> [UInt8] {
    let cell = TerminalSize.cellPixels
    let text =
      switch self {
      case .color where !colors.isAnswered: ""
      case .color(let number):
        "\u{1B}]\(number);\(Self.text(of: number == 10 ? colors.foreground : colors.background))"
          + "\u{1B}\\"
      case .kittyGraphics(let number, let naming):
        graphics == .kitty || graphics == .oldKitty && !naming
          ? "\u{1B}_Gi=\(number);OK\u{1B}\\" : ""
      case .size(14): "\u{1B}[4;\(size.rows * cell.height);\(size.columns * cell.width)t"
      case .size(16): "\u{1B}[6;\(cell.height);\(cell.width)t"
      case .size: "\u{1B}[8;\(size.rows);\(size.columns)t"
      }
    return Array(text.utf8)
  }

  private static func text(of color: UInt32) -> String {
    let parts = [color >> 16, color >> 8, color].map { part in
      let hex = String(part & 0xFF, radix: 16)
      let byte = hex.count == 1 ? "0" + hex : hex
      return byte + byte
    }
    return "rgb:" + parts.joined(separator: "/")
  }
}

/// What a terminal says it can show besides text; the emulated screen passes it over.
package enum TerminalGraphics: Sendable {
  case none, kitty, sixel
  /// kitty before placeholders: it doesn't answer a command that names them.
  case oldKitty

  /// libvterm's answer to the question for the device attributes, made the answer of such a terminal.
  func adapted(_ answer: [UInt8]) -> [UInt8] {
    guard self == .sixel else { return answer }
    // One read may bring several questions.
    return answer.replacing(Array("\u{1B}[?1;2c".utf8), with: Array("\u{1B}[?62;4;22c".utf8))
  }
}

/// The colours a terminal says it has where a program sets none.
package struct DefaultColors: Equatable, Sendable {
  /// `0xRRGGBB` of text.
  package var foreground: UInt32
  /// `0xRRGGBB` behind text.
  package var background: UInt32
  /// Whether the terminal answers when it is asked for them.
  package var isAnswered: Bool

  /// A pair of colours; light on black by default.
  package init(
    foreground: UInt32 = 0xE5E5E5, background: UInt32 = 0x000000, isAnswered: Bool = true
  ) {
    self.foreground = foreground
    self.background = background
    self.isAnswered = isAnswered
  }
}

import CTerminal
import Glibc

/// A terminal's terminfo entry, read once.
struct TerminalDescription {
  /// The terminal's name, as in `TERM`.
  let type: String
  /// The name of its terminfo entry: `type`, or that of a similar terminal.
  let entry: String
  private let booleans: [(name: String, value: Bool)]
  private let numbers: [(name: String, value: Int32)]
  private let strings: [(name: String, value: [UInt8]?)]
  private let extendedBooleans: [String]
  private let unicodeGlyphs: Int32?
  /// Begins struck-through text; nil if the terminal lacks it.
  let strikethrough: [UInt8]?
  /// Whether the entry defines curly underlines.
  private let definesCurlyUnderline: Bool

  /// The entry for terminals that have none, as on a server that is older than the terminal: nearly
  /// all terminals are similar to xterm.
  private static let substitute = "xterm-256color"

  /// Reads the entry of a terminal, or that of xterm if it has none.
  ///
  /// - Parameter type: the terminal's name.
  /// - Throws: `ScreenError.unknownTerminal`.
  init(type: String) throws {
    let names = type.isEmpty ? [] : [type, Self.substitute]
    guard let entry = names.first(where: { firefly_terminfo_open($0) }) else {
      throw ScreenError.unknownTerminal(type)
    }
    defer { firefly_terminfo_close() }
    self.type = type
    self.entry = entry
    booleans = Self.names(firefly_boolean_names()).map { ($0, tigetflag($0) > 0) }
    numbers = Self.names(firefly_number_names()).map { ($0, max(-1, tigetnum($0))) }
    strings = Self.names(firefly_string_names()).map { ($0, Self.string($0)) }
    extendedBooleans = ["AX", "XT", "RGB", "Tc"].filter { tigetflag($0) > 0 }
    let glyphs = tigetnum("U8")
    unicodeGlyphs = glyphs >= 0 ? glyphs : nil
    strikethrough = Self.string("smxx")
    definesCurlyUnderline = Self.string("Smulx") != nil
    // Without these, the cursor can't be positioned (TERM=dumb).
    guard string("cup") != nil, string("clear") != nil else {
      throw ScreenError.unknownTerminal(type)
    }
  }

  /// A string capability by its terminfo name; nil if the terminal lacks it.
  func string(_ name: String) -> [UInt8]? { strings.first { $0.name == name }?.value }

  /// A numeric capability by its terminfo name; nil if the terminal lacks it.
  func number(_ name: String) -> Int? {
    numbers.first { $0.name == name && $0.value >= 0 }.map { Int($0.value) }
  }

  /// Name prefixes of terminals with curly underlines.
  private static let curly = [
    "xterm-kitty", "foot", "alacritty", "wezterm", "xterm-ghostty", "contour", "mintty",
  ]

  /// Whether the terminal draws curly underlines in a separate colour.
  func hasCurlyUnderline(_ environment: [String: String]) -> Bool {
    // VTE, the library of GNOME's terminals, sets its version: 0.51.2 was the first.
    let vte = environment["VTE_VERSION"].flatMap { Int($0) } ?? 0
    return definesCurlyUnderline || !Self.isInsideAnother(environment) && vte >= 5_102
      || Self.curly.contains { type.hasPrefix($0) }
  }

  /// Whether the terminal is a multiplexer, inside of another one.
  static func isInsideAnother(_ environment: [String: String]) -> Bool {
    environment["TMUX"] != nil || environment["STY"] != nil
  }

  /// Whether the entry announces 24-bit colours.
  var hasDirectColor: Bool { extendedBooleans.contains("RGB") || extendedBooleans.contains("Tc") }

  /// What the user should know: that the terminal has no entry; nil if it has.
  var remark: String? {
    guard entry != type else { return nil }
    let name = type.filter { !$0.isWhitespace && $0.isASCII }.prefix(40)
    return "The terminal “\(name)” is unknown here; taken for \(entry)."
  }

  private static func names(_ list: UnsafePointer<UnsafePointer<CChar>?>?) -> [String] {
    var names: [String] = []
    var next = list
    while let name = next?.pointee {
      names.append(String(cString: name))
      next = next?.advanced(by: 1)
    }
    return names
  }

  private static func string(_ name: String) -> [UInt8]? {
    guard let value = tigetstr(name), Int(bitPattern: value) != -1 else { return nil }
    return UnsafeRawBufferPointer(start: value, count: strlen(value)).map { $0 }
  }
}

extension TerminalDescription {
  /// Whether its sequences for colours and attributes are those of ECMA-48, as in all terminals
  /// since the VT100.
  private var isANSI: Bool {
    [string("setaf"), string("sgr0")].allSatisfy { $0?.starts(with: [0x1B]) == true }
  }

  /// Returns the adapted entry, in the format that ncurses reads from the environment:
  /// `TERMINFO=hex:…`.
  ///
  /// It keeps its name, for other programs that use `TERM`. It has no `sgr`, with which ncurses
  /// would set the colours again at each change of an attribute. `blink` begins struck-through
  /// text, for which ncurses has no attribute, and `smso` a curly red underline. `sgr0` doesn't switch back from the line-drawing set, which is never
  /// used.
  ///
  /// - Parameters:
  ///   - directColor: whether to set 24-bit colours; they use semicolons, which every terminal with
  ///     24-bit colours understands.
  ///   - hasCurlyUnderline: whether to define curly underlines.
  /// - Returns: nil if the original entry should be used.
  func adapted(directColor: Bool, hasCurlyUnderline: Bool) -> [CChar]? {
    guard isANSI else { return nil }
    let split = "%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%dm"
    var entry = CompiledEntry(name: type)
    entry.booleans = booleans.map { $0.value && $0.name != "ccc" }
    entry.numbers = numbers.map { number in
      switch number.name {
      case "colors" where directColor: 0x100_0000
      case "pairs" where directColor: 0x1_0000
      default: number.value
      }
    }
    entry.strings = strings.map { string in
      switch string.name {
      case "setaf" where directColor: Array("\u{1B}[38;2;\(split)".utf8)
      case "setab" where directColor: Array("\u{1B}[48;2;\(split)".utf8)
      // Nothing blinks: ncurses' blink attribute is used for strikethrough.
      case "blink": strikethrough
      case "smso" where hasCurlyUnderline: Array("\u{1B}[4:3;58:5:9m".utf8)
      case "rmso" where hasCurlyUnderline: Array("\u{1B}[24;59m".utf8)
      case "op": string.value ?? Array("\u{1B}[39;49m".utf8)
      case "sgr0": string.value.map(Self.withoutCharacterSet)
      case "sgr", "initc", "initp", "scp", "oc": nil
      default: string.value
      }
    }
    let marks = extendedBooleans.filter { $0 != "RGB" && $0 != "Tc" }
    entry.extendedBooleans = marks + (directColor ? ["RGB"] : [])
    entry.extendedNumbers = unicodeGlyphs.map { [("U8", $0)] } ?? []
    return entry.bytes.map(Self.variable)
  }

  private static func variable(_ bytes: [UInt8]) -> [CChar] {
    let digits = Array("0123456789ABCDEF".utf8)
    var text = Array("TERMINFO=hex:".utf8)
    text.reserveCapacity(text.count + 2 * bytes.count + 1)
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    text.append(0)
    return text.map(CChar.init(bitPattern:))
  }

  private static func withoutCharacterSet(_ sgr0: [UInt8]) -> [UInt8] {
    let ascii: [UInt8] = [0x1B, 0x28, 0x42]
    return sgr0.starts(with: ascii) && sgr0.count > ascii.count ? Array(sgr0[3...]) : sgr0
  }
}

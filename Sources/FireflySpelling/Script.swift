/// A script, as far as dictionaries distinguish scripts.
enum Script: Hashable, Sendable {
  case latin, greek, cyrillic, armenian, hebrew, arabic, georgian
  /// One of India's scripts, each of which has a block of 128 code points.
  case indic(UInt32)
  /// Any other script; its words are not checked.
  case other

  /// Returns the script of a letter; nil for characters of several scripts, such as accents and
  /// apostrophes.
  init?(_ scalar: Unicode.Scalar) {
    guard scalar.properties.isAlphabetic else { return nil }
    switch scalar.value {
    case 0x41...0x24F, 0x1E00...0x1EFF: self = .latin
    case 0x370...0x3FF, 0x1F00...0x1FFF: self = .greek
    case 0x400...0x52F, 0x1C80...0x1C8F, 0xA640...0xA69F: self = .cyrillic
    case 0x530...0x58F: self = .armenian
    case 0x590...0x5FF: self = .hebrew
    case 0x600...0x6FF, 0x750...0x77F, 0x8A0...0x8FF: self = .arabic
    case 0x900...0xDFF: self = .indic(scalar.value >> 7)
    case 0x10A0...0x10FF, 0x1C90...0x1CBF: self = .georgian
    default: self = .other
    }
  }

  /// Returns the scripts of a dictionary's words.
  ///
  /// - Parameter dictionary: its name, such as `en_GB`.
  static func scripts(of dictionary: String) -> Set<Script> {
    switch dictionary.prefix(while: { $0 != "_" && $0 != "-" }).lowercased() {
    case "el", "grc": [.greek]
    case "be", "bg", "ba", "kk", "ky", "mk", "mn", "ru", "tg", "tt", "uk": [.cyrillic]
    // Both scripts are in use.
    case "sr", "sh", "bs", "uz", "az": [.cyrillic, .latin]
    case "hy": [.armenian]
    case "he", "iw", "yi": [.hebrew]
    case "ar", "fa", "ps", "sd", "ug", "ur": [.arabic]
    case "ka": [.georgian]
    case "hi", "mr", "ne", "sa": [.indic(0x900 >> 7)]
    case "bn", "as": [.indic(0x980 >> 7)]
    case "pa": [.indic(0xA00 >> 7)]
    case "gu": [.indic(0xA80 >> 7)]
    case "or": [.indic(0xB00 >> 7)]
    case "ta": [.indic(0xB80 >> 7)]
    case "te": [.indic(0xC00 >> 7)]
    case "kn": [.indic(0xC80 >> 7)]
    case "ml": [.indic(0xD00 >> 7)]
    case "si": [.indic(0xD80 >> 7)]
    default: [.latin]
    }
  }
}

/// The clusters of scripts that are written without spaces between words, and with marks around their
/// letters: Thai, Lao, Khmer and Myanmar.
///
/// The rule is fixed, and does not follow the version of Unicode: what is in the indexes must not change
/// without a migration.
enum WordCluster {
  /// What a scalar is in these scripts.
  enum Part {
    /// Begins a cluster.
    case letter
    /// Belongs to the cluster before.
    case mark
    /// A mark that also stacks the next letter.
    case stacker
  }

  /// Returns what a scalar is; nil for one of other scripts, and for digits and symbols.
  static func part(_ scalar: Unicode.Scalar) -> Part? {
    switch scalar.value {
    case 0x1039, 0x17D2: .stacker
    case 0xE31, 0xE33...0xE3A, 0xE47...0xE4E, 0xEB1, 0xEB3...0xEBC, 0xEC8...0xECE,
      0x102B...0x103E, 0x1056...0x1059, 0x105E...0x1060, 0x1062...0x1064, 0x1067...0x106D,
      0x1071...0x1074, 0x1082...0x108D, 0x108F, 0x109A...0x109D, 0xA9E5, 0xAA7B...0xAA7D,
      0x17B4...0x17D3, 0x17DD:
      .mark
    case 0xE01...0xE32, 0xE40...0xE46, 0xE81...0xEB2, 0xEBD...0xEC6, 0xEDC...0xEDF,
      0x1000...0x102A, 0x103F, 0x1050...0x1055, 0x105A...0x105D, 0x1061, 0x1065...0x1066,
      0x106E...0x1070, 0x1075...0x1081, 0x108E, 0xA9E0...0xA9EF, 0xAA60...0xAA7A, 0xAA7E...0xAA7F,
      0x1780...0x17B3, 0x17D7, 0x17DC:
      .letter
    default: nil
    }
  }

  /// Returns an emoji as a letter of private use: for the tokenizer it stands between words.
  static func letter(forPictograph sign: Unicode.Scalar) -> Unicode.Scalar {
    // SQLite's tokenizer knows no letters beyond U+FFFFF; those for marks are below.
    let value =
      sign.value >= 0x1F000 ? 0xFB000 + sign.value - 0x1F000 : 0xFC000 + sign.value - 0x2300
    return Unicode.Scalar(value) ?? sign
  }

  /// Returns a mark as a letter of private use: the tokenizer would split words at marks.
  static func letter(for mark: Unicode.Scalar) -> Unicode.Scalar {
    Unicode.Scalar(0xF0000 + mark.value) ?? mark
  }
}

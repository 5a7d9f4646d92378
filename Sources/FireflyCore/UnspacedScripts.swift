extension Unicode.Scalar {
  /// Whether it is of a script in which words stand within others: Chinese and Japanese have no spaces between them,
  /// Korean adds endings: 한글도.
  public var isUnspaced: Bool {
    switch value {
    case 0x3040...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0x20000...0x3FFFF:
      true
    default: false
    }
  }

  /// Whether it is an emoji or a picture like them, also one that is drawn as text unless a variation selector
  /// follows (™), without colours of skin.
  ///
  /// The rule is fixed, and does not follow the version of Unicode: what is in the indexes must not change
  /// without a migration.
  public var isPictograph: Bool {
    switch value {
    case 0xA9, 0xAE, 0x203C, 0x2049, 0x2122, 0x2194...0x2199, 0x21A9...0x21AA, 0x231A...0x231B,
      0x2328, 0x23CF, 0x23E9...0x23FA, 0x24C2, 0x25AA...0x25AB, 0x25B6, 0x25C0, 0x25FB...0x25FE,
      0x2600...0x27BF, 0x2934...0x2935, 0x2B05...0x2B07, 0x2B1B...0x2B1C, 0x2B50, 0x2B55, 0x3030,
      0x303D, 0x3297, 0x3299, 0x1F000...0x1F3FA, 0x1F400...0x1FAFF:
      true
    default: false
    }
  }
}

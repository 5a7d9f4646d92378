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

  /// Whether it is an emoji or a picture like them, without colours of skin.
  ///
  /// The rule is fixed, and does not follow the version of Unicode: what is in the indexes must not change
  /// without a migration.
  public var isPictograph: Bool {
    switch value {
    case 0x231A...0x231B, 0x23E9...0x23FA, 0x2600...0x27BF, 0x2B1B...0x2B1C, 0x2B50, 0x2B55,
      0x1F000...0x1F3FA, 0x1F400...0x1FAFF:
      true
    default: false
    }
  }
}

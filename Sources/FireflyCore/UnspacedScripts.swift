extension Unicode.Scalar {
  /// Whether it is of a script that has no spaces between words: Chinese, or Japanese.
  public var isUnspaced: Bool {
    switch value {
    case 0x3040...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF:
      true
    default: false
    }
  }
}

// Scripts in which keys act on other parts of a text than in Latin.
extension Unicode.Scalar {
  /// Whether it belongs to Thai, Lao, Khmer or Myanmar, which have no spaces between words.
  var isSoutheastAsian: Bool {
    switch value {
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x19E0...0x19FF, 0xA9E0...0xA9FF,
      0xAA60...0xAA7F:
      true
    default: false
    }
  }

  /// Whether it is a point of Hebrew or Arabic, which is typed after its letter.
  var isPoint: Bool {
    switch value {
    case 0x591...0x5C7, 0x610...0x61A, 0x64B...0x65F, 0x670, 0x6D6...0x6ED, 0x8CA...0x8FF: true
    default: false
    }
  }

  /// Whether it belongs to a Brahmic script, such as Devanagari, Tamil or Thai, whose clusters are
  /// typed sign by sign.
  var isBrahmic: Bool {
    switch value {
    case 0x0900...0x109F, 0x1700...0x17FF, 0x1900...0x19FF, 0x1A00...0x1AAF, 0x1B00...0x1C4F,
      0x1CC0...0x1CFF, 0xA800...0xA82F, 0xA840...0xA8FF, 0xA930...0xA95F, 0xA980...0xAADF,
      0xAAE0...0xAAFF, 0xABC0...0xABFF, 0x11000...0x11FFF:
      true
    default: false
    }
  }
}

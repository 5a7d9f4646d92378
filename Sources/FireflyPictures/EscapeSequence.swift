import FireflyScreen

/// Control sequences that pictures need, as bytes.
enum EscapeSequence {
  /// What goes on around a picture: the cursor is kept, moved to a cell, and brought back.
  static func at(_ point: Point, _ bytes: [UInt8]) -> [UInt8] {
    Array("\u{1B}7\u{1B}[\(point.y + 1);\(point.x + 1)H".utf8) + bytes + Array("\u{1B}8".utf8)
  }

  /// A sequence that tmux hands to the terminal outside as it is.
  ///
  /// It needs `allow-passthrough on` there, and knows nothing of panes: what depends on the
  /// cursor's place must not go through it.
  static func passedThrough(_ bytes: [UInt8]) -> [UInt8] {
    Array("\u{1B}Ptmux;".utf8)
      + bytes.flatMap { $0 == 0x1B ? [0x1B, 0x1B] : [$0] }
      + Array("\u{1B}\\".utf8)
  }
}

import FireflyScreen

/// Control sequences for pictures.
enum EscapeSequence {
  /// Writes bytes at a cell, and restores the cursor position.
  static func at(_ point: Point, _ bytes: [UInt8]) -> [UInt8] {
    Array("\u{1B}7\u{1B}[\(point.y + 1);\(point.x + 1)H".utf8) + bytes + Array("\u{1B}8".utf8)
  }

  /// Wraps a sequence so that tmux passes it on to the outer terminal.
  ///
  /// tmux needs `allow-passthrough on`, and doesn't translate positions between panes and the
  /// terminal: the sequence must not depend on the cursor position.
  static func passedThrough(_ bytes: [UInt8]) -> [UInt8] {
    Array("\u{1B}Ptmux;".utf8)
      + bytes.flatMap { $0 == 0x1B ? [0x1B, 0x1B] : [$0] }
      + Array("\u{1B}\\".utf8)
  }
}

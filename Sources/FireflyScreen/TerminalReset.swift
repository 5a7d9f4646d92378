/// What undoes the changes that another program may have left in a terminal: one that was killed restores nothing.
///
/// Colours of the palette and tab stops stay: nothing says how they were before.
package enum TerminalReset {
  /// The letters of the terminal are ASCII again.
  private static let letters = "\u{0F}\u{1B}(B"
  /// Keys and text as usual: no locked keyboard, inserting, local echo, automatic returns, keys of applications, reverse
  /// screen or lines without wrapping; and no mouse.
  private static let modes =
    "\u{1B}[2l\u{1B}[4l\u{1B}[12h\u{1B}[20l\u{1B}[?1l\u{1B}>\u{1B}[?5l\u{1B}[?7h"
    + [9, 1000, 1001, 1002, 1003, 1005, 1006, 1015, 1016].map { "\u{1B}[?\($0)l" }.joined()
  /// The same for what xterm and terminals like it have: reports, marks of pastes and updates, both protocols of keys,
  /// the shape of the cursor, links.
  private static let furtherModes =
    [66, 69, 1004, 2004, 2026, 2031, 2048].map { "\u{1B}[?\($0)l" }.joined()
    + "\u{1B}[>4m\u{1B}[=0;1u\u{1B}[0 q\u{1B}]8;;\u{1B}\\"
  /// The whole screen scrolls; this moves the cursor.
  private static let margins = "\u{1B}[?6l\u{1B}[r"
  /// Leaves the alternate screen; on the usual screen, it only restores the saved cursor.
  ///
  /// A restored cursor may be in origin mode; the soft reset behind it ends that, and moves nothing.
  private static let usualScreen = "\u{1B}[?1049l\u{1B}[!p"
  /// No colours and attributes.
  private static let plain = "\u{1B}[0m"

  /// Returns the sequences for a terminal whose sequences are those of ECMA-48.
  ///
  /// They begin with the end of a string, as the program may have died within one.
  ///
  /// - Parameters:
  ///   - isLikeXterm: whether it ignores sequences that it does not know.
  ///   - keepsCursor: whether the cursor stays where it is, and is shown.
  package static func sequences(isLikeXterm: Bool, keepsCursor: Bool) -> String {
    let all = modes + (isLikeXterm ? furtherModes : "") + margins
    return "\u{1B}\\" + (keepsCursor ? "\u{1B}7\(all)\u{1B}8\u{1B}[?25h" : all) + letters + plain
  }

  /// Returns the sequences for a terminal by its name in `TERM`, which shows the usual screen then; its cursor stays
  /// where it is.
  package static func sequences(type: String) -> String {
    guard !["", "dumb"].contains(type) else { return "" }
    let isOlder = ["linux", "vt", "ansi", "cons"].contains { type.hasPrefix($0) }
    let all = sequences(isLikeXterm: !isOlder, keepsCursor: true)
    // Some keep the protocol of keys for each screen.
    return isOlder ? all : all + usualScreen + all
  }
}

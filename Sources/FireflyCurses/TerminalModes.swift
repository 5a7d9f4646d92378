import CTerminal
import FireflyScreen
import Glibc

/// The terminal modes that Firefly uses in addition to those of ncurses, and how to reset them.
struct TerminalModes {
  /// Turns on bracketed paste, focus reports, and reports of changes between dark and light.
  ///
  /// Turns off the terminal's own bidirectional reordering, because Firefly orders the cells. Makes
  /// xterm send ESC before a letter typed with Alt, instead of another letter; xterm saves and
  /// restores its setting.
  static let ownOn = "\u{1B}[?1036s" + ownAgain
  /// The same without saving xterm's setting again.
  static let ownAgain = "\u{1B}[?2004h\u{1B}[?1004h\u{1B}[?2031h\u{1B}[?1036h\u{1B}[8l"
  static let ownOff = "\u{1B}[8h\u{1B}[?1036r\u{1B}[?2031l\u{1B}[?1004l\u{1B}[?2004l"
  /// Saves the window's title.
  static let titleSave = "\u{1B}[22;2t"
  static let titleRestore = "\u{1B}[23;2t"
  /// Sets the window's title, without any control characters.
  static func title(_ title: String, isUnicode: Bool) -> String {
    let scalars = title.unicodeScalars.map { isUnicode || $0.isASCII ? $0 : "?" }
      .filter { $0.properties.generalCategory != .control }
    return "\u{1B}]2;\(String(String.UnicodeScalarView(scalars)))\u{1B}\\"
  }
  /// Reports mouse presses, drags and the wheel, in decimal numbers.
  static let mouseOn = "\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h"
  static let mouseOff = "\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l"
  /// Begins a synchronised update.
  static let updateBegin = "\u{1B}[?2026h"
  static let updateEnd = "\u{1B}[?2026l"
  /// In typing mode, the cursor is a bar, and keys include their modifiers if the terminal supports
  /// kitty's keyboard protocol: Escape is then unambiguous (1), and a key of another layout comes with
  /// the English one at its place (4).
  static let barOn = "\u{1B}[6 q"
  static let barOff = "\u{1B}[0 q"
  static let keyboardOn = "\u{1B}[>5u"
  /// The same while it is on already.
  static let keyboardAgain = "\u{1B}[=5;1u"
  static let keyboardOff = "\u{1B}[<u"
  /// Requests the background colour and kitty's keyboard protocol, then the device attributes,
  /// which every terminal sends.
  static let questions = "\u{1B}]11;?\u{1B}\\\u{1B}[?u\u{1B}[c"

  /// Requests the background colour, then the device attributes, which every terminal sends.
  static let backgroundQuestion = Array("\u{1B}]11;?\u{1B}\\\u{1B}[c".utf8)

  /// Requests the device attributes, which every terminal sends: input before the answer was typed
  /// before the request.
  static let lastQuestion = "\u{1B}[c"

  /// Everything that restores the terminal, for a process that dies without cleaning up.
  ///
  /// It begins with the end of a string, as the process may have died within one.
  static func restoring(
    _ description: TerminalDescription, hasTitle: Bool, isUnicode: Bool
  ) -> [UInt8] {
    let own = "\u{1B}\\" + updateEnd + keyboardOff + barOff + ownOff
    let named = ["rmkx", "sgr0", "op", "cnorm", "rmcup"].compactMap(description.string)
    let modes =
      (description.answersQuestions ? Array(own.utf8) : [])
      + (description.hasMouse ? Array(mouseOff.utf8) : [])
      + (hasTitle ? Array(titleRestore.utf8) : [])
      + reset(description, isUnicode: isUnicode)
    return modes + named.flatMap(withoutPadding) + afterwards(description)
  }

  /// What undoes the changes of others, whose modes we don't know.
  ///
  /// - Parameters:
  ///   - isUnicode: whether its letters are UTF-8.
  ///   - keepsCursor: whether the cursor stays where it is, and is shown.
  /// - Returns: the sequences; none for a terminal with others than those of ECMA-48.
  static func reset(
    _ description: TerminalDescription, isUnicode: Bool, keepsCursor: Bool = false
  ) -> [UInt8] {
    guard description.string("cup")?.starts(with: [0x1B, 0x5B]) == true else { return [] }
    let sequences = TerminalReset.sequences(
      isLikeXterm: description.answersQuestions, keepsCursor: keepsCursor)
    return Array(((isUnicode ? "\u{1B}%G" : "") + sequences).utf8)
  }

  /// What follows after ncurses has restored the terminal.
  ///
  /// Shows the cursor again: some terminals (those built on libvterm) save whether it is visible whenever they
  /// save its position, as ncurses makes them while it scrolls, and `rmcup` restores what was saved last.
  /// Clears a terminal without an alternate screen instead; the cursor is then at the top.
  static func afterwards(_ description: TerminalDescription) -> [UInt8] {
    let last = description.string("rmcup") == nil ? "clear" : "cnorm"
    return description.string(last).map(withoutPadding) ?? []
  }

  /// Removes the delays, `$<…>`, from a terminfo string.
  static func withoutPadding(_ string: [UInt8]) -> [UInt8] {
    var kept: [UInt8] = []
    var rest = string[...]
    while let byte = rest.popFirst() {
      if byte == 0x24, rest.first == 0x3C, let end = rest.firstIndex(of: 0x3E) {
        rest = rest[(end + 1)...]
      } else {
        kept.append(byte)
      }
    }
    return kept
  }
}

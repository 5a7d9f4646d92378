import CTerminal
import Glibc

/// What Firefly switches on in a terminal beyond what ncurses does, and how it all is undone.
struct TerminalModes {
  /// Pasted text comes in brackets, the window's getting and losing the keyboard is reported, and that the
  /// terminal becomes dark or light.
  ///
  /// Cells are drawn in the order in which they come: a terminal that puts right-to-left text in order by itself
  /// would undo what was done here. A letter with Alt comes behind an escape, where xterm would send another
  /// letter; how it was before, xterm keeps and puts back itself.
  static let ownOn =
    "\u{1B}[?2004h\u{1B}[?1004h\u{1B}[?2031h\u{1B}[?1036s\u{1B}[?1036h\u{1B}[8l"
  static let ownOff = "\u{1B}[8h\u{1B}[?1036r\u{1B}[?2031l\u{1B}[?1004l\u{1B}[?2004l"
  /// The window's title is kept, and put back.
  static let titleSave = "\u{1B}[22;2t"
  static let titleRestore = "\u{1B}[23;2t"
  /// Presses, drags and the wheel are reported, in numbers.
  static let mouseOn = "\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h"
  static let mouseOff = "\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l"
  /// What is written between the two appears at once.
  static let updateBegin = "\u{1B}[?2026h"
  static let updateEnd = "\u{1B}[?2026l"
  /// While one types, the cursor is a bar, and keys come with all that is held down with them, where the
  /// terminal has kitty's keyboard protocol: Escape is then known at once.
  static let barOn = "\u{1B}[6 q"
  static let barOff = "\u{1B}[0 q"
  static let keyboardOn = "\u{1B}[>1u"
  static let keyboardOff = "\u{1B}[<u"
  /// Finds out whether the terminal repeats characters beyond ASCII (REP).
  ///
  /// Has an empty one repeated and asks where the cursor is, in the second row: an answer of the first would
  /// look like a key. It is a narrow one, because libvterm's repetition of wide ones is broken. The first
  /// frame clears it.
  static let repetition = "\u{1B}[2;1H\u{2800}\u{1B}[3b\u{1B}[6n"
  /// The column in which the cursor is then.
  static let repetitionColumn = 5
  /// Asks for the background's colour and for kitty's keyboard protocol, then for something that every
  /// terminal answers.
  static let questions = "\u{1B}]11;?\u{1B}\\\u{1B}[?u\u{1B}[c"

  /// Asks for the background's colour, then for something that every terminal answers.
  static let backgroundQuestion = "\u{1B}]11;?\u{1B}\\\u{1B}[c"

  /// Something that every terminal answers: what comes before the answer was typed before the question.
  static let lastQuestion = "\u{1B}[c"

  /// Everything that gives the terminal back, for a process that dies without a chance to tidy up.
  ///
  /// It begins with the end of a string, in case death came in the middle of one.
  static func restoring(_ description: TerminalDescription, hasTitle: Bool) -> [UInt8] {
    let own = "\u{1B}\\" + updateEnd + keyboardOff + barOff + ownOff
    let named = ["rmkx", "sgr0", "op", "cnorm", "rmcup"].compactMap(description.string)
    let modes =
      (description.answersQuestions ? Array(own.utf8) : [])
      + (description.hasMouse ? Array(mouseOff.utf8) : [])
      + (hasTitle ? Array(titleRestore.utf8) : [])
    return modes + named.flatMap(withoutPadding) + clearing(description)
  }

  /// Takes away what was drawn on a terminal without an alternate screen, which has nothing else to go
  /// back to; the cursor is then at the top.
  static func clearing(_ description: TerminalDescription) -> [UInt8] {
    guard description.string("rmcup") == nil else { return [] }
    return description.string("clear").map(withoutPadding) ?? []
  }

  /// A terminfo string without its delays, `$<…>`.
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

/// Why a terminal can't be used.
package enum ScreenError: Error, Equatable, CustomStringConvertible {
  /// Standard input or output is not a terminal.
  case notATerminal
  /// There is no terminfo entry for the terminal named by `TERM`.
  case unknownTerminal(String)

  /// The reason as a sentence.
  package var description: String {
    switch self {
    case .notATerminal: "This is not a terminal."
    case .unknownTerminal(""): "TERM is not set."
    case .unknownTerminal("dumb"):
      "This terminal can't draw a screen (TERM is dumb). “firefly --accessible” uses line mode."
    case .unknownTerminal(let type):
      "The terminal “\(type)” is unknown on this machine. Set TERM to another one."
    }
  }
}

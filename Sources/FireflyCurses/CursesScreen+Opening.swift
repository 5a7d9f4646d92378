import CTerminal
import FireflyScreen
import Glibc

// Detection of the terminal's abilities, once, when ncurses is started.
extension CursesScreen {
  /// The result of starting ncurses.
  struct Opened {
    /// Whether ncurses controls the terminal.
    let isOpen: Bool
    /// Whether it uses the adapted entry.
    let isAdapted: Bool
    /// Whether its standout attribute draws a curly underline.
    let hasCurlyUnderline: Bool
    /// The colour depth.
    let depth: ScreenAbilities.ColorDepth
  }

  /// Starts ncurses with the adapted terminfo entry, or with the original one if ncurses rejects
  /// it.
  static func open(
    _ description: TerminalDescription, depth: ScreenAbilities.ColorDepth,
    environment: [String: String]
  ) -> Opened {
    let hasCurly = description.hasCurlyUnderline(environment)
    if let entry = description.adapted(
      directColor: depth == .trueColor, hasCurlyUnderline: hasCurly)
    {
      // ncurses keeps the pointer.
      let kept = UnsafeMutableBufferPointer<CChar>.allocate(capacity: entry.count)
      _ = kept.initialize(from: entry)
      if firefly_curses_open(description.type, kept.baseAddress) {
        return Opened(isOpen: true, isAdapted: true, hasCurlyUnderline: hasCurly, depth: depth)
      }
      kept.deallocate()
    }
    let plain = ColorSupport.depth(
      environment: [:], colors: description.number("colors"), hasDirectColor: false)
    return Opened(
      isOpen: firefly_curses_open(description.entry, nil), isAdapted: false,
      hasCurlyUnderline: false, depth: min(depth, plain))
  }

  /// Creates the colour pairs of the terminal.
  static func pairs(depth: ScreenAbilities.ColorDepth) -> ColorPairs {
    var hasDefaults = false
    let colors = depth == .none ? 0 : firefly_curses_start_colors(&hasDefaults)
    return ColorPairs(
      depth: colors < 8 ? .none : depth,
      limit: Int(firefly_curses_pair_limit()), hasDefaults: hasDefaults
    ) { firefly_curses_set_pair($0, $1, $2) }
  }
}

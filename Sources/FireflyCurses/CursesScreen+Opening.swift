import CTerminal
import FireflyScreen
import Glibc

// What is found out when ncurses is started, once.
extension CursesScreen {
  /// How ncurses has been started.
  struct Opened {
    /// Whether it drives the terminal.
    let isOpen: Bool
    /// Whether it has the adapted entry.
    let isAdapted: Bool
    /// Whether what it takes for standout is a curly line below letters.
    let hasCurlyUnderline: Bool
    /// The colours that there are.
    let depth: ScreenAbilities.ColorDepth
  }

  /// Starts ncurses with the terminal's entry adapted, or as it is where ncurses won't take that.
  static func open(
    _ description: TerminalDescription, depth: ScreenAbilities.ColorDepth,
    environment: [String: String]
  ) -> Opened {
    let hasCurly =
      description.canBeCompacted && firefly_curses_collects()
      && description.hasCurlyUnderline(environment)
    if let entry = description.adapted(
      directColor: depth == .trueColor, hasCurlyUnderline: hasCurly)
    {
      // ncurses keeps the address.
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
      isOpen: firefly_curses_open(description.type, nil), isAdapted: false,
      hasCurlyUnderline: false, depth: min(depth, plain))
  }

  /// The colours of the terminal, as ncurses pairs them.
  static func pairs(depth: ScreenAbilities.ColorDepth) -> ColorPairs {
    var hasDefaults = false
    let colors = depth == .none ? 0 : firefly_curses_start_colors(&hasDefaults)
    return ColorPairs(
      depth: colors < 8 ? .none : depth,
      limit: Int(firefly_curses_pair_limit()), hasDefaults: hasDefaults
    ) { firefly_curses_set_pair($0, $1, $2) }
  }

  /// A size as it is believed: the bounds are far more than any screen has.
  static func size(_ columns: Int32, _ rows: Int32) -> Size {
    Size(width: min(Int(columns), 1_000), height: min(Int(rows), 500))
  }
}

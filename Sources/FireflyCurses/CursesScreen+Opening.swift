import CTerminal
import FireflyScreen
import Glibc

// What is found out when ncurses is started, once.
extension CursesScreen {
  /// Starts ncurses with the terminal's entry adapted, or as it is where ncurses won't take that.
  static func open(
    _ description: TerminalDescription, depth: ScreenAbilities.ColorDepth
  ) -> (isOpen: Bool, isAdapted: Bool, depth: ScreenAbilities.ColorDepth) {
    let namesPairs = description.attributeEnds != nil && firefly_curses_collects()
    if let entry = description.adapted(
      directColor: depth == .trueColor, namesPairs: namesPairs)
    {
      // ncurses keeps the address.
      let kept = UnsafeMutableBufferPointer<CChar>.allocate(capacity: entry.count)
      _ = kept.initialize(from: entry)
      if firefly_curses_open(description.type, kept.baseAddress) { return (true, true, depth) }
      kept.deallocate()
    }
    let plain = ColorSupport.depth(
      environment: [:], colors: description.number("colors"), hasDirectColor: false)
    return (firefly_curses_open(description.type, nil), false, min(depth, plain))
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

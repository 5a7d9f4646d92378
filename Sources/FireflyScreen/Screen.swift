/// A terminal as Firefly sees it: something that shows frames and tells keys.
@MainActor
public protocol Screen: AnyObject {
  /// Columns and rows at the moment.
  var size: Size { get }
  /// What the terminal can show.
  var abilities: ScreenAbilities { get }

  /// Shows a frame of the screen's size, writing only what changed since the last one.
  func show(_ frame: Frame)
  /// Every key that is waiting, without waiting for one.
  func pendingKeys() -> [Key]
  /// Writes bytes past the frame (clipboard, sharp pictures), in order with the frames.
  func write(_ bytes: [UInt8])
  /// Forgets what the terminal shows, so that the next frame is written whole.
  func invalidate()
  /// Takes the terminal's new size over.
  func resize()
  /// Gives the terminal back as it was found, until `resume`.
  func suspend()
  /// Takes the terminal again.
  func resume()
}

/// What a terminal can show.
public struct ScreenAbilities: Hashable, Sendable {
  /// How many colours there are.
  public enum ColorDepth: Int, Hashable, Sendable, Comparable {
    /// None: attributes only.
    case none
    /// The 16 of the terminal's palette (8 are treated alike).
    case sixteen
    /// The 256 of xterm.
    case indexed
    /// 24-bit RGB.
    case trueColor

    /// Fewer colours come first.
    public static func < (one: ColorDepth, other: ColorDepth) -> Bool {
      one.rawValue < other.rawValue
    }
  }

  /// How many colours there are.
  public var colors: ColorDepth
  /// Whether characters beyond ASCII can be shown.
  public var unicode: Bool
  /// Height of a cell divided by its width, 2 where the terminal does not tell.
  public var cellAspect: Double

  /// Abilities; by default those of a modern terminal.
  public init(colors: ColorDepth = .trueColor, unicode: Bool = true, cellAspect: Double = 2) {
    self.colors = colors
    self.unicode = unicode
    self.cellAspect = cellAspect
  }
}

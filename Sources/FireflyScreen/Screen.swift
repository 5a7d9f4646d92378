/// A terminal as Firefly sees it: something that shows frames and hands over what comes in.
@MainActor
public protocol Screen: AnyObject {
  /// Columns and rows at the moment.
  var size: Size { get }
  /// What the terminal can show.
  var abilities: ScreenAbilities { get }

  /// Shows a frame of the screen's size, writing only what changed since the last one.
  func show(_ frame: Frame)
  /// Everything that has come in and was not handed over yet, without waiting for more.
  func pendingEvents() -> [ScreenEvent]
  /// Writes bytes past the frame (clipboard, sharp pictures), in order with the frames.
  func write(_ bytes: [UInt8])
  /// Writes a question past the frame; the answers come as events.
  ///
  /// Its last part must be for the primary device attributes (`ESC [ c`), which all terminals answer.
  func ask(_ question: [UInt8])
  /// Forgets what the terminal shows, so that the next frame is written whole.
  func invalidate()
  /// Forgets what the terminal shows in some rows, so that the next frame writes them whole.
  func invalidate(rows: Range<Int>)
  /// Takes the terminal's new size over.
  func resize()
  /// Gives the terminal back as it was found, until `resume`.
  func suspend()
  /// Gives the terminal to a program that reads keys itself, until `resume`; what has been typed until
  /// then comes as events afterwards, because it may be in a form that only we asked for.
  func handOver()
  /// Takes the terminal again.
  func resume()
  /// Gives the terminal back for good.
  func close()
  /// Turns the mouse's reports on or off; off at first.
  func setMouse(_ isEnabled: Bool)
  /// Gives the terminal's window a title until the terminal is given back.
  func setTitle(_ title: String)
  /// Called when there are events although nothing more came in.
  ///
  /// With nobody to call, `pendingEvents` waits up to 25 ms (100 ms over ssh) where a lone Escape may be the beginning
  /// of another key; otherwise it never waits.
  var onPending: (@MainActor () -> Void)? { get set }
}

extension Screen {
  /// Nobody answers.
  public func ask(_ question: [UInt8]) {}
  /// All rows are written anew.
  public func invalidate(rows: Range<Int>) { invalidate() }
  /// What has been typed is the other program's.
  public func handOver() { suspend() }
  /// Nothing to give back.
  public func close() {}
  /// There is no mouse.
  public func setMouse(_ isEnabled: Bool) {}
  /// There is no window.
  public func setTitle(_ title: String) {}
  /// Nothing ever comes late.
  public var onPending: (@MainActor () -> Void)? {
    get { nil }
    set { _ = newValue }
  }
}

/// What a terminal can show.
public struct ScreenAbilities: Hashable, Sendable {
  /// How many colours there are.
  public enum ColorDepth: Int, Hashable, Sendable, Comparable {
    /// None: attributes only.
    case none
    /// The first 8 of the terminal's palette.
    case eight
    /// The 16 of the terminal's palette.
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
  /// Pixels of a cell; nil where the kernel does not know.
  public var cellPixels: CellPixels?

  /// Abilities; by default those of a modern terminal.
  public init(colors: ColorDepth = .trueColor, unicode: Bool = true, cellAspect: Double = 2) {
    self.colors = colors
    self.unicode = unicode
    self.cellAspect = cellAspect
  }
}

/// Width and height of a character cell in pixels.
public struct CellPixels: Hashable, Sendable {
  /// Pixels across.
  public var width: Int
  /// Pixels down.
  public var height: Int

  /// A size in pixels.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

import FireflyApp
import FireflyPictures
import FireflyScreen

/// What is known of the terminal's ability to show sharp pictures; it grows with the answers.
public struct SharpTerminal: Sendable {
  private let environment: [String: String]
  /// What the user wants of pictures.
  public var choice: Settings.Pictures
  private let isInsideTmux: Bool
  private var answers = TerminalReplies()

  /// Nothing is known yet but the environment.
  ///
  /// - `choice`: what the user wants of pictures.
  public init(environment: [String: String], choice: Settings.Pictures) {
    self.environment = environment
    self.choice = choice
    isInsideTmux = SharpProtocol.isTmux(environment)
  }

  /// What to ask the terminal; nil if the answers don't matter.
  public var question: [UInt8]? {
    switch choice {
    case .auto, .sharp: TerminalReplies.query(isInsideTmux: isInsideTmux)
    case .blocks, .none: nil
    }
  }

  /// Takes an answer in, without its ESC, as `ScreenEvent.answer` brings it.
  public mutating func read(_ answer: String) { answers.read("\u{1B}" + answer) }

  /// Whether sharp pictures are given up where the line is slow.
  var isOptional: Bool { choice == .auto }

  /// The kitty protocol as this terminal is to be spoken to.
  var kitty: KittyGraphics { KittyGraphics(isInsideTmux: isInsideTmux) }

  /// How sharp pictures are shown; nil if they aren't.
  func method(_ abilities: ScreenAbilities) -> SharpProtocol? {
    guard question != nil, choice == .sharp || abilities.colors != .none else { return nil }
    let method = SharpProtocol.detect(
      environment: environment, answers: answers, trustsEnvironment: choice == .sharp)
    switch method {
    case .kittyPlaceholders where !abilities.unicode || abilities.colors != .trueColor:
      // The colour carries the picture's number and must arrive unchanged.
      return isInsideTmux ? nil : .kitty
    case .sixel where cell(abilities) == nil: return nil
    default: return method
    }
  }

  /// Pixels of a cell; the kernel's word is younger than the terminal's.
  func cell(_ abilities: ScreenAbilities) -> PixelSize? {
    abilities.cellPixels.map { PixelSize(width: $0.width, height: $0.height) } ?? answers.cell
  }
}

import FireflyApp
import FireflyCore
import FireflyPictures
import FireflyScreen

/// What is known of the terminal's support for sharp pictures, from the environment and its
/// replies.
package struct SharpTerminal: Sendable {
  private let environment: [String: String]
  /// The user's setting for pictures.
  package var choice: Settings.Pictures
  private let isInsideTmux: Bool
  private var answers = TerminalReplies()

  /// Creates a value without replies.
  ///
  /// - Parameter choice: the user's setting for pictures.
  package init(environment: [String: String], choice: Settings.Pictures) {
    self.environment = environment
    self.choice = choice
    isInsideTmux = SharpProtocol.isTmux(environment)
  }

  /// The query for the terminal; nil if its replies don't matter.
  package var question: [UInt8]? {
    switch choice {
    case .auto, .sharp: TerminalReplies.query(isInsideTmux: isInsideTmux)
    case .blocks, .none: nil
    }
  }

  /// Parses a reply without its ESC, as in `ScreenEvent.answer`.
  package mutating func read(_ answer: String) { answers.read("\u{1B}" + answer) }

  /// Whether sharp pictures are disabled on slow lines.
  var isOptional: Bool { choice == .auto }

  /// The kitty protocol for this terminal.
  var kitty: KittyGraphics { KittyGraphics(isInsideTmux: isInsideTmux) }

  /// Returns the protocol for sharp pictures; nil for none.
  func method(_ abilities: ScreenAbilities) -> SharpProtocol? {
    guard question != nil, choice == .sharp || abilities.colors != .none else { return nil }
    let method = SharpProtocol.detect(
      environment: environment, answers: answers, trustsEnvironment: choice == .sharp)
    switch method {
    case .kittyPlaceholders where !abilities.unicode || abilities.colors != .trueColor:
      // The colour encodes the picture's ID and must not be changed.
      return isInsideTmux ? nil : .kitty
    case .sixel where cell(abilities) == nil: return nil
    default: return method
    }
  }

  /// Returns the size of a cell in pixels; the kernel's is more recent than the terminal's reply.
  func cell(_ abilities: ScreenAbilities) -> PixelSize? {
    abilities.cellPixels.map { PixelSize(width: $0.width, height: $0.height) } ?? answers.cell
  }
}

import FireflyScreen

/// Parts of the last frame that are only copied while what they show stays the same: to see that is less
/// than to draw them.
///
/// It changes nothing of a frame: with it and without it, `render` draws the same. A part has a `Look`, in
/// which everything stands that its view looks at.
public final class DrawnParts {
  var toolbar: DrawnPart<ToolbarView.Look>?
  var editRow: DrawnPart<EditRowView.Look>?

  /// Nothing drawn yet.
  public init() {}
}

/// One of these parts.
struct DrawnPart<Look: Equatable> {
  private let look: Look
  private let piece: FramePiece

  /// Puts a part into a frame: the one drawn last if it looks the same, else a new one.
  ///
  /// - `last`: the part as it was drawn last, which the new one takes the place of.
  /// - `rect`: what the part covers, all of it.
  /// - `draw`: draws it.
  static func draw(
    _ look: Look, last: inout DrawnPart?, in rect: Rect, into frame: inout Frame,
    _ draw: (inout Frame) -> Void
  ) {
    if let last, last.look == look, last.piece.rect == rect, frame.clip.intersection(rect) == rect {
      frame.put(last.piece)
      return
    }
    let count = frame.elements.count
    draw(&frame)
    let isWhole = frame.clip.intersection(rect) == rect
    last =
      isWhole
      ? DrawnPart(look: look, piece: FramePiece(rect, of: frame, elementsFrom: count)) : nil
  }
}

/// What decides how everything is drawn, whatever it is: the screen, the terminal and the user's choices.
struct Surroundings: Equatable {
  private let size: Size
  private let abilities: ScreenAbilities
  private let settings: Boxed<Settings>

  /// Those of a frame.
  init(_ canvas: Canvas) {
    size = canvas.layout.size
    abilities = canvas.context.abilities
    settings = canvas.context.sharedSettings
  }

  static func == (one: Surroundings, other: Surroundings) -> Bool {
    one.size == other.size && one.abilities == other.abilities
      && one.settings.isShared(with: other.settings)
  }
}

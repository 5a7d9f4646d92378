import FireflyApp
import FireflyScreen

/// The pictures at hand.
@MainActor
public final class PictureStore: PictureSource {
  /// Called when a picture can be drawn that could not be before.
  var onChange: () -> Void = {}

  /// An empty store.
  public init() {}

  /// Loads a picture; returns its aspect ratio, nil if it can't be had.
  func load(_ address: String) async -> Double? { nil }

  /// Gets ready what a frame of that state needs.
  func prepare(for state: AppState) {}

  /// Draws a picture into a frame, if it is at hand.
  public nonisolated func draw(
    _ address: String, _ placement: PicturePlacement, into frame: inout Frame
  ) -> Bool { false }
}

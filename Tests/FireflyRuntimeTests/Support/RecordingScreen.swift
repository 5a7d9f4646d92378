import FireflyScreen
import Foundation

/// A screen in memory, which remembers what it was told.
@MainActor
final class RecordingScreen: Screen {
  var size: Size
  let abilities: ScreenAbilities
  private(set) var frames: [Frame] = []
  private(set) var written: [[UInt8]] = []
  private(set) var invalidations = 0
  /// Microseconds that a frame takes to be shown: a slow line.
  var delay: UInt32 = 0
  /// Microseconds that a write takes beside the frames.
  var writeDelay: UInt32 = 0

  init(size: Size, abilities: ScreenAbilities = ScreenAbilities()) {
    self.size = size
    self.abilities = abilities
  }

  /// How many frames have been shown.
  var shows: Int { frames.count }
  /// The letters of the newest frame.
  var text: String { frames.last?.text ?? "" }

  func show(_ frame: Frame) {
    if delay > 0 { usleep(delay) }
    frames.append(frame)
  }

  func pendingEvents() -> [ScreenEvent] { [] }

  func write(_ bytes: [UInt8]) {
    if writeDelay > 0 { usleep(writeDelay) }
    written.append(bytes)
  }

  func invalidate() { invalidations += 1 }
  func resize() {}
  func suspend() {}
  func resume() {}
}

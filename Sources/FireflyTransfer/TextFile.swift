import Foundation
import Synchronization

/// Texts on their way to a store, in a temporary file that has no name and ends with the program.
///
/// The first ones stay in memory: most imports need no file. So do all others if there is none, or the disk is
/// full.
package final class TextFile: Sendable {
  /// Bytes of texts that stay in memory.
  private static let inMemory = 16 << 20
  /// Texts with fewer bytes stay there too.
  private static let least = 64

  private struct State {
    var kept = 0
    var (file, isOpened): (Int32, Bool) = (-1, false)
    var end = 0
  }

  private let state = Mutex(State())

  deinit { state.withLock { if $0.file >= 0 { close($0.file) } } }

  /// Adds a text.
  ///
  /// - Returns: its place; nil if it stays in memory.
  fileprivate func add(_ text: String) -> Range<Int>? {
    let count = text.utf8.count
    guard count >= Self.least else { return nil }
    return state.withLock { state in
      state.kept += count
      guard state.kept > Self.inMemory else { return nil }
      if !state.isOpened { (state.file, state.isOpened) = (Self.newFile(), true) }
      var (text, done) = (text, 0)
      let isWritten = text.withUTF8 { bytes in
        while done < count {
          let written = pwrite(
            state.file, bytes.baseAddress?.advanced(by: done), count - done,
            off_t(state.end + done))
          if written <= 0, errno != EINTR { return false }
          done += max(0, written)
        }
        return true
      }
      guard isWritten else { return nil }
      defer { state.end += count }
      return state.end..<state.end + count
    }
  }

  /// Returns the text at a place.
  fileprivate func text(at place: Range<Int>) -> String {
    let file = state.withLock { $0.file }
    return String(unsafeUninitializedCapacity: place.count) { bytes in
      var done = 0
      while done < place.count {
        let count = pread(
          file, bytes.baseAddress?.advanced(by: done), place.count - done,
          off_t(place.lowerBound + done))
        // Better no import than the half of a text: the transaction ends with the program.
        precondition(count > 0 || errno == EINTR, "The folder for temporary files can't be read.")
        done += max(0, count)
      }
      return done
    }
  }

  private static func newFile() -> Int32 {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("firefly-texts-\(UUID().uuidString)").path
    let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if file >= 0 { unlink(path) }
    return file
  }
}

/// A text in memory, or in a file.
package struct WaitingText: Sendable {
  private enum Place {
    case memory(String)
    case file(TextFile, Range<Int>)
  }

  private var place: Place

  /// Creates a text in memory.
  package init(_ text: String) { place = .memory(text) }

  /// The text; a changed one is in the file too.
  package var string: String {
    get {
      switch place {
      case .memory(let text): text
      case .file(let file, let range): file.text(at: range)
      }
    }
    set {
      guard case .file(let file, _) = place else {
        place = .memory(newValue)
        return
      }
      guard newValue != string else { return }
      place = .memory(newValue)
      move(to: file)
    }
  }

  /// Moves it from memory to a file.
  package mutating func move(to file: TextFile) {
    guard case .memory(let text) = place, let range = file.add(text) else { return }
    place = .file(file, range)
  }
}

import FireflyCore
import Foundation
import Synchronization

/// A picture that is being received: a file aside, which goes unless it is kept.
final class PictureDraft: Sendable {
  private let folder: URL
  private let aside: String
  private let state: Mutex<State>

  private struct State {
    var file: FileHandle
    var start: [UInt8] = []
    var count = 0
    var keptName: String?
  }

  /// - Throws: `StoreError.folder`.
  init(in folder: URL) throws(StoreError) {
    self.folder = folder
    aside = folder.appendingPathComponent(".\(UUID().uuidString)").path
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let descriptor = open(aside, flags, 0o600)
    guard descriptor >= 0 else { throw .folder(folder.path, systemError: errno) }
    state = Mutex(State(file: FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)))
  }

  deinit { if state.withLock({ $0.keptName == nil }) { unlink(aside) } }

  /// Bytes that have come.
  var byteCount: Int { state.withLock(\.count) }

  /// Adds bytes to it.
  /// - Throws: `StoreError.unusablePicture` if they are too many or no picture, `.folder`.
  func append(_ bytes: [UInt8]) throws(StoreError) {
    try state.withLock { state throws(StoreError) in
      state.count += bytes.count
      if state.start.count < PictureFormat.signatureLength {
        state.start += bytes.prefix(PictureFormat.signatureLength - state.start.count)
      }
      guard state.count <= UploadsFolder.maxBytes else { throw .unusablePicture }
      do {
        try state.file.write(contentsOf: bytes)
      } catch {
        throw .folder(folder.path, reason: error.localizedDescription)
      }
    }
  }

  /// Gives it a name of its own among the uploads.
  /// - Returns: `/uploads/NAME`.
  /// - Throws: `StoreError.unusablePicture`, `.folder`.
  func keep() throws(StoreError) -> String {
    try state.withLock { state throws(StoreError) in
      guard let type = PictureFormat.sniff(state.start)?.fileExtension else {
        throw .unusablePicture
      }
      let random = (0..<4).map { _ in UInt32.random(in: 0...UInt32.max) }
      let name = random.map { String(format: "%08x", $0) }.joined() + "." + type
      guard rename(aside, folder.appendingPathComponent(name).path) == 0 else {
        throw .folder(folder.path, systemError: errno)
      }
      state.keptName = name
      return "/uploads/" + name
    }
  }

  /// Takes the name back: what it was kept for has failed.
  func discard() {
    let name = state.withLock { $0.keptName }
    if let name { unlink(folder.appendingPathComponent(name).path) }
  }
}

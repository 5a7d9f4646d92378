import FireflyCore
import Foundation
import Synchronization

/// A picture that is being received: a file aside, which goes unless it is kept.
public final class PictureDraft: Sendable {
  private let folder: URL
  private let aside: String
  private let state: Mutex<State>

  private struct State {
    var file: FileHandle
    var start: [UInt8] = []
    var count = 0
    var keptName: String?
    /// Whether a post has it, or had.
    var isUsed = false
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

  deinit {
    let file = state.withLock { $0.isUsed ? nil : $0.keptName.map(path) ?? aside }
    if let file { BlockingThread.queue.async { unlink(file) } }
  }

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

  /// Gives it a name of its own among the uploads, where it is whole even after a power cut.
  /// - Throws: `StoreError.unusablePicture`, `.folder`.
  func keep() throws(StoreError) {
    try state.withLock { state throws(StoreError) in
      guard let type = PictureFormat.sniff(state.start)?.fileExtension else {
        throw .unusablePicture
      }
      let random = (0..<4).map { _ in UInt32.random(in: 0...UInt32.max) }
      let name = random.map { String(format: "%08x", $0) }.joined() + "." + type
      guard fsync(state.file.fileDescriptor) == 0, rename(aside, path(name)) == 0 else {
        throw .folder(folder.path, systemError: errno)
      }
      state.keptName = name
      Self.synchronize(folder)
    }
  }

  /// Its URL, `/uploads/NAME`, for the post that has it from now on.
  /// - Throws: `StoreError.unusablePicture` if it was not kept.
  func use() throws(StoreError) -> String {
    try state.withLock { state throws(StoreError) in
      guard let name = state.keptName else { throw .unusablePicture }
      state.isUsed = true
      return "/uploads/" + name
    }
  }

  /// Removes it: the post that it was for could not be written.
  func discard() {
    state.withLock { state in
      unlink(state.keptName.map(path) ?? aside)
      state.isUsed = true
    }
  }

  private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  /// Writes the names in a folder to the disk; not every file system can, and those that can't need it least.
  private static func synchronize(_ folder: URL) {
    let file = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard file >= 0 else { return }
    fsync(file)
    close(file)
  }
}

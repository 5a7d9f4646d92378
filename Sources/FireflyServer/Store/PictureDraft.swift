import FireflyCore
import Foundation
import Synchronization

/// A picture that is being received: a temporary file, which goes unless it is kept.
public final class PictureDraft: Sendable {
  /// Bytes that are read at a time.
  static let pieceBytes = 256 << 10

  /// A right to a picture's name until a post has it: see `PostgresStore.claim`.
  public struct Claim: Hashable, Sendable {
    /// The name of the picture.
    var name: String
    /// In milliseconds since 1970; tells this claim from others of the same name.
    var end: Int64 = 0
    /// Whether it was made while another claim of the name was held: it lasts until its end then.
    var isShared = false
    /// The end that is replaced when the claim is given up; -1, the end of none, for a shared claim.
    var ownEnd: Int64 { isShared ? -1 : end }
  }

  private let folder: URL
  /// The name of the file; nil if it has none and goes with this object.
  private let temporaryPath: String?
  private let state: Mutex<State>

  private struct State {
    var file: FileHandle
    var start: [UInt8] = []
    var count = 0
    var hash: SHA256? = SHA256()
    var digest = Data()
    var claim: Claim?
    var savedName: String?
    /// Whether a post has it, or had.
    var isUsed = false
  }

  /// A draft beside the pictures of a folder.
  /// - Throws: `StoreError.folder`.
  init(in place: UploadsFolder) throws(StoreError) {
    folder = place.folder
    let temporaryPath = place.path(".\(UUID().uuidString)")
    self.temporaryPath = temporaryPath
    state = Mutex(State(file: try Self.make(temporaryPath, in: folder)))
  }

  /// A draft for a place elsewhere, in the system's folder for temporary files.
  /// - Throws: `StoreError.folder`.
  init() throws(StoreError) {
    folder = FileManager.default.temporaryDirectory
    let path = folder.appendingPathComponent("firefly-\(UUID().uuidString)").path
    state = Mutex(State(file: try Self.make(path, in: folder)))
    temporaryPath = nil
    unlink(path)
  }

  deinit {
    let file = state.withLock { $0.isUsed ? nil : $0.savedName.map(path) ?? temporaryPath }
    if let file { BlockingThread.queue.async { unlink(file) } }
  }

  private static func make(_ path: String, in folder: URL) throws(StoreError) -> FileHandle {
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .folder(folder.path, systemError: errno) }
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// Bytes that have come.
  var byteCount: Int { state.withLock(\.count) }

  /// The right to its name, if it has one.
  var claim: Claim? {
    get { state.withLock(\.claim) }
    set { state.withLock { $0.claim = newValue } }
  }

  /// Whether a post has it by its claim.
  var isClaimUsed: Bool {
    get { state.withLock(\.isUsed) }
    set { state.withLock { $0.isUsed = newValue } }
  }

  /// Adds bytes to it.
  /// - Throws: `StoreError.invalidPicture` if they are too many or no picture, `.folder`.
  func append(_ bytes: [UInt8]) throws(StoreError) {
    try state.withLock { state throws(StoreError) in
      state.count += bytes.count
      if state.start.count < PictureFormat.signatureLength {
        state.start += bytes.prefix(PictureFormat.signatureLength - state.start.count)
      }
      guard state.count <= UploadsFolder.maxBytes else { throw .invalidPicture }
      state.hash?.update(bytes)
      do {
        try state.file.write(contentsOf: bytes)
      } catch {
        throw .folder(folder.path, reason: error.localizedDescription)
      }
    }
  }

  /// The SHA-256 digest of its bytes; nothing can be added afterwards.
  var digest: Data {
    state.withLock { state in
      if let hash = state.hash.take() { state.digest = hash.finish() }
      return state.digest
    }
  }

  /// A name that its content determines.
  /// - Throws: `StoreError.invalidPicture`.
  func contentName() throws(StoreError) -> String {
    let type = try fileExtension()
    // As many letters as random names have: what belongs to no post is swept with them.
    return digest.prefix(16).map { String(format: "%02x", $0) }.joined() + "." + type
  }

  private func fileExtension() throws(StoreError) -> String {
    guard let type = PictureFormat.sniff(state.withLock(\.start))?.fileExtension else {
      throw .invalidPicture
    }
    return type
  }

  /// Reads a piece of it.
  ///
  /// - Parameters:
  ///   - offset: bytes before it.
  ///   - count: bytes of it, at most.
  /// - Returns: the piece; empty at the end.
  /// - Throws: `StoreError.folder`.
  func read(at offset: Int, atMost count: Int = pieceBytes) throws(StoreError) -> [UInt8] {
    try state.withLock { state throws(StoreError) in
      var bytes = [UInt8](repeating: 0, count: count)
      var filled = 0
      while filled < count {
        let more = bytes.withUnsafeMutableBytes { buffer in
          pread(
            state.file.fileDescriptor, buffer.baseAddress?.advanced(by: filled), count - filled,
            offset + filled)
        }
        guard more >= 0 else { throw .folder(folder.path, systemError: errno) }
        if more == 0 { break }
        filled += more
      }
      bytes.removeLast(count - filled)
      return bytes
    }
  }

  /// Gives it a random name among the uploads, where it is whole even after a power cut.
  /// - Throws: `StoreError.invalidPicture`, `.folder`.
  func save() throws(StoreError) {
    let random = (0..<4).map { _ in UInt32.random(in: 0...UInt32.max) }
    let name = random.map { String(format: "%08x", $0) }.joined() + "." + (try fileExtension())
    try rename(to: name)
    state.withLock { $0.savedName = name }
  }

  /// Gives it a name among the uploads, where it stays.
  /// - Throws: `StoreError.folder`.
  func save(as name: String) throws(StoreError) {
    try rename(to: name)
    state.withLock { $0.isUsed = true }
  }

  private func rename(to name: String) throws(StoreError) {
    guard let temporaryPath else { throw .folder(folder.path, reason: "it is for temporary files") }
    try state.withLock { state throws(StoreError) in
      guard fsync(state.file.fileDescriptor) == 0, Glibc.rename(temporaryPath, path(name)) == 0
      else {
        throw .folder(folder.path, systemError: errno)
      }
    }
    Self.synchronize(folder)
  }

  /// Its URL, `/uploads/NAME`, for the post that has it from now on.
  /// - Throws: `StoreError.invalidPicture` if it was not kept.
  func markUsed() throws(StoreError) -> String {
    try state.withLock { state throws(StoreError) in
      guard let name = state.savedName else { throw .invalidPicture }
      state.isUsed = true
      return "/uploads/" + name
    }
  }

  /// Removes it: the post that it was for could not be written.
  func discard() {
    state.withLock { state in
      if let file = state.savedName.map(path) ?? temporaryPath { unlink(file) }
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

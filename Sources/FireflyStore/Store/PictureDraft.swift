import FireflyCore
import Foundation
import Synchronization

/// An uploaded picture that no post has yet: a temporary file, deleted unless it is saved.
package final class PictureDraft: Sendable {
  /// Number of bytes read at a time.
  static let pieceBytes = 256 << 10

  /// A claim on the name of a stored picture: the picture is not removed until a post has it.
  ///
  /// See `PostgresStore.claim`.
  package struct Claim: Hashable, Sendable {
    var name: String
    /// When the claim expires, in milliseconds since 1970; unique among the claims of one name.
    var end: Int64 = 0
    /// Whether another claim on the name was active when it was made: then it can only expire.
    var isShared = false
    /// The stored expiry that a release clears; -1 for a shared claim, so that none is cleared.
    var ownEnd: Int64 { isShared ? -1 : end }
  }

  private let folder: URL
  /// The path of the file; nil for a file that is already unlinked.
  private let temporaryPath: String?
  private let state: Mutex<State>

  private struct State {
    var file: FileHandle
    var start: [UInt8] = []
    var count = 0
    var hash: SHA256? = SHA256()
    var digest = Data()
    var claim: Claim?
    /// Counts its bytes for its user while it exists.
    var upload: PictureUpload?
    /// Whether a post has, or had, the picture.
    var isUsed = false
  }

  /// Creates a draft in the folder of the pictures.
  init(in uploads: UploadsFolder) throws(StoreError) {
    folder = uploads.folder
    let temporaryPath = uploads.path(".\(UUID().uuidString)")
    self.temporaryPath = temporaryPath
    state = Mutex(State(file: try Self.make(temporaryPath, in: folder)))
  }

  /// Creates a draft in the system's temporary folder, for pictures that are stored elsewhere.
  init() throws(StoreError) {
    folder = FileManager.default.temporaryDirectory
    let path = folder.appendingPathComponent("firefly-\(UUID().uuidString)").path
    state = Mutex(State(file: try Self.make(path, in: folder)))
    temporaryPath = nil
    unlink(path)
  }

  deinit {
    let file = state.withLock { $0.isUsed ? nil : temporaryPath }
    if let file { BlockingPool.shared.queues[0].async { unlink(file) } }
  }

  private static func make(_ path: String, in folder: URL) throws(StoreError) -> FileHandle {
    let descriptor = UploadsFolder.createPart(path, O_RDWR)
    guard descriptor >= 0 else { throw .folder(folder.path, systemError: errno) }
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// Number of bytes received.
  var byteCount: Int { state.withLock(\.count) }

  /// Counts its bytes for its user while it exists; nil for no limit.
  package var upload: PictureUpload? {
    get { state.withLock(\.upload) }
    set { state.withLock { $0.upload = newValue } }
  }

  /// The claim on its name, if there is one.
  var claim: Claim? {
    get { state.withLock(\.claim) }
    set { state.withLock { $0.claim = newValue } }
  }

  /// Whether a post uses its claim.
  var isClaimUsed: Bool {
    get { state.withLock(\.isUsed) }
    set { state.withLock { $0.isUsed = newValue } }
  }

  /// Appends bytes.
  /// - Throws: `StoreError.invalidPicture` if the picture is too large; `.folder`.
  package func append(_ bytes: [UInt8]) throws(StoreError) {
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

  /// The SHA-256 digest of the bytes; nothing can be appended afterwards.
  var digest: Data {
    state.withLock { state in
      if let hash = state.hash.take() { state.digest = hash.finish() }
      return state.digest
    }
  }

  /// Returns a name derived from the content.
  /// - Throws: `StoreError.invalidPicture` if the format is unknown.
  func contentName() throws(StoreError) -> String {
    let type = try fileExtension()
    // The sweep knows generated names by their length.
    return digest.prefix(16).hexadecimal + "." + type
  }

  /// Removes what the picture says about its place, its camera and its author.
  ///
  /// Its name, `contentName`, is that of the bytes before.
  ///
  /// - Parameter isStrict: whether a picture that ends early, or can't be shown, is refused; imports keep it.
  /// - Throws: `StoreError.damagedPicture` if its parts can't be told apart, or no Firefly could show it;
  ///   `.cutPicture`; `.largePicture`; `.invalidPicture`, `.folder`.
  func removeMetadata(isStrict: Bool = false) throws(StoreError) {
    _ = try fileExtension()
    let file = try read(at: 0, atMost: byteCount)
    var isBroken = false
    do throws(PictureError) {
      _ = try PictureInfo.read(file, isWhole: true)
    } catch .tooManyPixels(let size) {
      throw .largePicture(size)
    } catch {
      isBroken = true
    }
    guard let picture = try? BarePicture(file) else { throw .damagedPicture }
    if isStrict, !picture.isWhole { throw .cutPicture }
    if isStrict, isBroken || !picture.hasPixels { throw .damagedPicture }
    let bare = picture.bytes
    if bare == file { return }
    try state.withLock { state throws(StoreError) in
      do {
        try state.file.truncate(atOffset: 0)
        try state.file.write(contentsOf: bare)
      } catch {
        throw .folder(folder.path, reason: error.localizedDescription)
      }
      state.count = bare.count
      state.hash = nil
      state.digest = SHA256.hash(bare)
    }
  }

  private func fileExtension() throws(StoreError) -> String {
    guard let type = PictureFormat.sniff(state.withLock(\.start))?.fileExtension else {
      throw .invalidPicture
    }
    return type
  }

  /// Reads a part of the picture.
  ///
  /// - Parameters:
  ///   - offset: the first byte.
  ///   - count: maximum number of bytes.
  /// - Returns: the bytes; empty at the end.
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

  /// Saves the picture under a name in its folder, permanently.
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
    OwnFiles.synchronize(folder.path)
  }

  /// Deletes the picture, because it is stored already.
  func discard() {
    state.withLock { state in
      if let temporaryPath { unlink(temporaryPath) }
      state.isUsed = true
    }
  }

  private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
}

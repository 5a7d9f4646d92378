import FireflyCore
import FireflyStore
import Foundation

/// The folder of an export, which is new or empty before, and complete or unchanged afterwards.
///
/// Not thread-safe: one export writes one folder.
final class ExportFolder {
  /// A file that marks the export as incomplete until it ends, for example after a power cut.
  static let marker = DatabaseCopy.incomplete
  private static let words =
    "This export of Firefly has not finished. Delete the folder and export again.\n"

  /// The path as the user typed it.
  let path: String
  /// The folders that did not exist before, the topmost first.
  private let new: [String]
  private let isPrivate: Bool
  /// The relative paths of created files and folders, in order.
  private var made: [String] = []

  /// Creates the folder and its missing parents if they don't exist.
  ///
  /// - Parameter isPrivate: whether only the current user may read what is written.
  /// - Throws: `ExportError.notEmpty`, `.unwritable`.
  init(_ path: String, isPrivate: Bool = false) throws(ExportError) {
    self.path = path
    self.isPrivate = isPrivate
    new = try Self.makeFolders(path, mode: isPrivate ? 0o700 : 0o777)
    guard let folder = opendir(path) else { throw .unwritable(path, reason: Self.reason()) }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name.0) { String(cString: $0) }
      guard name == "." || name == ".." else { throw .notEmpty(path) }
    }
    do throws(ExportError) {
      try write(Array(Self.words.utf8), to: Self.marker)
    } catch {
      abandon()
      throw error
    }
  }

  /// Creates a folder and its missing parents.
  ///
  /// - Returns: those that did not exist, the topmost first.
  private static func makeFolders(
    _ path: String, mode: mode_t
  ) throws(ExportError) -> [String] {
    let (problem, parent) = (OwnFiles.makeNewFolder(path, mode: mode), OwnFiles.split(path).folder)
    if problem == 0 { return [path] }
    if problem == EEXIST { return [] }
    guard problem == ENOENT, parent.utf8.count < path.utf8.count else {
      throw .unwritable(path, reason: String(cString: strerror(problem)))
    }
    let above = try makeFolders(parent, mode: mode)
    let last = OwnFiles.makeNewFolder(path, mode: mode)
    guard last == 0 else {
      above.reversed().forEach { rmdir($0) }
      throw .unwritable(path, reason: String(cString: strerror(last)))
    }
    return above + [path]
  }

  /// Creates a folder inside it.
  ///
  /// - Throws: `ExportError.unwritable`.
  func makeFolder(_ name: String) throws(ExportError) {
    let problem = OwnFiles.makeNewFolder(full(name), mode: isPrivate ? 0o700 : 0o777)
    guard problem == 0 else {
      throw .unwritable(full(name), reason: String(cString: strerror(problem)))
    }
    made.append(name)
  }

  /// Adds a file that something else may write.
  func willContain(_ name: String) { made.append(name) }

  /// Writes a new file.
  /// - Throws: `ExportError.unwritable`.
  func write(_ bytes: [UInt8], to name: String) throws(ExportError) {
    let file = try create(name)
    defer { close(file) }
    try write(bytes, to: file, name)
  }

  /// Writes a new file in pieces.
  ///
  /// - Parameter body: gets a function that writes the next piece.
  /// - Throws: `ExportError.unwritable`, and what `body` throws.
  func write(
    to name: String, _ body: (_ write: (String) throws(ExportError) -> Void) async throws -> Void
  ) async throws {
    let file = try create(name)
    defer { close(file) }
    try await body { (text: String) throws(ExportError) in
      try write(Array(text.utf8), to: file, name)
    }
  }

  /// Copies a picture into a new file.
  /// - Throws: `ExportError.unwritable`.
  func copy(_ picture: PictureFile, to name: String) async throws(ExportError) {
    let file = try create(name)
    defer { close(file) }
    while let piece = try await next(of: picture, to: name) { try write(piece, to: file, name) }
  }

  /// Copies a picture without what it says about its place and its camera into a new file.
  ///
  /// - Returns: whether that can be removed; otherwise nothing is written.
  /// - Throws: `ExportError.unwritable`.
  func copyBare(_ picture: PictureFile, to name: String) async throws(ExportError) -> Bool {
    var bytes: [UInt8] = []
    while let piece = try await next(of: picture, to: name) { bytes += piece }
    guard let bare = try? BarePicture(bytes) else { return false }
    try write(bare.bytes, to: name)
    return true
  }

  private func next(
    of picture: PictureFile, to name: String
  ) async throws(ExportError) -> [UInt8]? {
    do {
      return try await picture.next()
    } catch {
      throw .unwritable(
        full(name), reason: (error as? StoreError)?.description ?? error.localizedDescription)
    }
  }

  /// Marks the export as complete.
  ///
  /// - Throws: `ExportError.unwritable`.
  func finish() throws(ExportError) {
    guard unlink(full(Self.marker)) == 0 else { throw failure(Self.marker) }
  }

  /// Removes everything that was written, and the folders that are new.
  func abandon() {
    for name in made.reversed() { remove(full(name)) }
    new.reversed().forEach { rmdir($0) }
  }

  private func create(_ name: String) throws(ExportError) -> Int32 {
    let file = OwnFiles.create(full(name), O_WRONLY, mode: isPrivate ? 0o600 : 0o666)
    guard file >= 0 else { throw failure(name) }
    made.append(name)
    return file
  }

  private func write(_ bytes: [UInt8], to file: Int32, _ name: String) throws(ExportError) {
    var start = 0
    while start < bytes.count {
      let count = bytes[start...].withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count >= 0 { start += count } else if errno != EINTR { throw failure(name) }
    }
  }

  private func full(_ name: String) -> String {
    path.hasSuffix("/") ? path + name : path + "/" + name
  }

  private func failure(_ name: String) -> ExportError {
    .unwritable(full(name), reason: Self.reason())
  }

  private static func reason() -> String { String(cString: strerror(errno)) }
}

extension ExportFolder {
  /// Fills a folder, and removes everything again if that fails or is cancelled.
  ///
  /// - Parameters:
  ///   - path: a folder that is new or empty.
  ///   - isPrivate: whether only the current user may read what is written.
  ///   - body: writes the files.
  /// - Throws: `ExportError`, and what `body` throws.
  static func fill<Value>(
    _ path: String, isPrivate: Bool = false, _ body: (ExportFolder) async throws -> Value
  ) async throws -> Value {
    let folder = try ExportFolder(path, isPrivate: isPrivate)
    do {
      let value = try await body(folder)
      try folder.finish()
      return value
    } catch {
      folder.abandon()
      throw error
    }
  }
}

import FireflyCore
import Foundation

/// A store whose pictures can be in another folder.
protocol RelocatableStore: Store {
  /// Returns the same store with its pictures in another folder.
  func keeping(_ uploads: UploadsFolder) -> any Store
}

/// Why a folder can't hold the pictures of a store.
public enum UploadsPlacementError: Error, Hashable, Sendable, CustomStringConvertible {
  /// It can't be made, read or written.
  case unusable(String, reason: String)
  /// It holds the pictures of other data, which would be removed as unused.
  case foreign(String)
  /// Pictures of the data are still where they were.
  case leftBehind(String, target: String)
  /// The store has no folder.
  case fixed

  /// The reason as a sentence.
  public var description: String {
    switch self {
    case .unusable(let path, let reason): "\(path) can't hold pictures: \(reason)."
    case .foreign(let path):
      "\(path) holds the pictures of another Firefly. Name another folder with --uploads."
    case .leftBehind(let path, let target):
      "There are pictures in \(path). Move or copy them to \(target) first."
    case .fixed: "The pictures of this database can't be in a folder."
    }
  }
}

extension Store {
  /// Returns the store with its pictures in another folder, which is made if it is missing and belongs to
  /// this data from then on.
  ///
  /// Several servers of the same data may share the folder.
  /// - Parameter folder: the folder; the one above it exists.
  /// - Returns: the store.
  /// - Throws: `UploadsPlacementError`, `StoreError`.
  public func keepingUploads(in folder: URL) async throws -> any Store {
    guard let store = self as? any RelocatableStore else { throw UploadsPlacementError.fixed }
    let identity = try await identity()
    let target = UploadsFolder(folder: folder)
    try await BlockingThread.run { [uploads] in try target.claim(for: identity, from: uploads) }
    return store.keeping(target)
  }
}

extension UploadsFolder {
  /// Names the data that a folder belongs to; no picture has such a name.
  private static let markName = ".firefly-uploads"

  /// Marks the folder as that of some data, unless it is already.
  /// - Throws: `UploadsPlacementError`.
  fileprivate func claim(for identity: String, from old: UploadsFolder) throws {
    guard mkdir(folder.path, 0o700) == 0 || errno == EEXIST else { throw unusable(errno) }
    if let owner = try mark() {
      guard owner == identity else { throw UploadsPlacementError.foreign(folder.path) }
      return
    }
    let files = FileManager.default
    let known = (try? files.contentsOfDirectory(atPath: old.folder.path)) ?? []
    let isLeft = known.contains {
      !$0.hasPrefix(".")
        && !files.fileExists(atPath: folder.appendingPathComponent($0).path)
    }
    guard !isLeft else {
      throw UploadsPlacementError.leftBehind(old.folder.path, target: folder.path)
    }
    // Written aside and linked, so that another server that starts never reads a half of it.
    let aside = folder.appendingPathComponent(".\(UUID().uuidString)").path
    let file = open(aside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw unusable(errno) }
    let bytes = Array("\(identity)\n".utf8)
    let count = write(file, bytes, bytes.count)
    var trouble = count == bytes.count ? 0 : errno
    if fsync(file) != 0 { trouble = errno }
    close(file)
    let path = folder.appendingPathComponent(Self.markName).path
    if trouble == 0, link(aside, path) != 0, errno != EEXIST { trouble = errno }
    unlink(aside)
    guard trouble == 0 else { throw unusable(trouble) }
    guard try mark() == identity else { throw UploadsPlacementError.foreign(folder.path) }
  }

  /// The data that the folder belongs to; nil if it has no mark.
  private func mark() throws(UploadsPlacementError) -> String? {
    let path = folder.appendingPathComponent(Self.markName).path
    let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw unusable(errno)
    }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(file, &bytes, bytes.count)
    guard count >= 0 else { throw unusable(errno) }
    return String(decoding: bytes.prefix(count), as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private func unusable(_ number: Int32) -> UploadsPlacementError {
    .unusable(folder.path, reason: String(cString: strerror(number)))
  }
}

import FireflyCore
import Foundation
import Synchronization

/// The pictures that go with drafts, ready to be sent: files beside the drafts, so that what becomes of the
/// user's own files loses nothing.
///
/// A name begins with the id of its draft, with which it goes.
public final class DraftPictures: Sendable {
  /// Pictures that are held where the disk doesn't take them.
  private static let maximumInMemory = 8

  private let folder: DraftFolder
  private let held = Mutex<[(name: String, bytes: [UInt8])]>([])

  init(_ folder: DraftFolder) { self.folder = folder }

  /// Keeps a picture for a draft.
  ///
  /// - Returns: its name; and why it is held in memory alone, if it is.
  public func save(
    _ bytes: [UInt8], _ format: PictureFormat, for key: Draft.Key
  ) -> (name: String, problem: DraftError?) {
    let name = "\(key.id)-\(Fingerprint.name(of: bytes)).\(format.fileExtension)"
    do {
      try folder.write(Data(bytes), toPicture: name)
      return (name, nil)
    } catch {
      keepInMemory(bytes, as: name)
      return (name, error)
    }
  }

  /// The bytes of a picture; nil if it is gone, or is none.
  public func bytes(of name: String) -> [UInt8]? {
    let known = held.withLock { $0.last { $0.name == name }?.bytes }
    let bytes = known ?? folder.picture(name).map { Array($0) }
    return bytes.flatMap { PictureFormat.sniff($0) == nil ? nil : $0 }
  }

  /// Writes a picture that is held in memory alone, if it is and the disk takes it now.
  func write(_ name: String) {
    guard let bytes = held.withLock({ $0.last { $0.name == name }?.bytes }),
      (try? folder.write(Data(bytes), toPicture: name)) != nil
    else { return }
    held.withLock { $0.removeAll { $0.name == name } }
  }

  /// Holds the pictures of a draft whose files are to go: it may be kept again.
  func keepInMemory(of id: String) {
    for name in folder.pictures(of: id) { bytes(of: name).map { keepInMemory($0, as: name) } }
  }

  /// Holds the pictures of a draft no more.
  func removeFromMemory(of id: String) { held.withLock { $0.removeAll { $0.name.hasPrefix(id) } } }

  private func keepInMemory(_ bytes: [UInt8], as name: String) {
    held.withLock { held in
      held = Array(held.filter { $0.name != name }.suffix(Self.maximumInMemory - 1))
      held.append((name, bytes))
    }
  }
}

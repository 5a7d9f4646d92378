import FireflyCore
import Foundation
import Synchronization

/// The pictures of drafts, ready to be sent: copies beside the drafts, independent of the user's
/// files.
///
/// A file name begins with the ID of its draft.
public final class DraftPictures: Sendable {
  /// Maximum number of pictures in memory, if the disk is full.
  private static let maximumInMemory = 8

  private let folder: DraftFolder
  private let held = Mutex<[(name: String, bytes: [UInt8])]>([])

  init(_ folder: DraftFolder) { self.folder = folder }

  /// Stores a picture for a draft.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - format: its format.
  ///   - key: the draft.
  /// - Returns: its file name, and why it is only in memory; nil if it is on the disk.
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

  /// Stores a draft's picture for another draft, too.
  ///
  /// - Returns: as `save`; nil if the draft has no picture, or it is missing.
  func copy(of draft: Draft, for key: Draft.Key) -> (name: String, problem: DraftError?)? {
    guard let name = draft.picture?.copy, let bytes = bytes(of: name),
      let format = PictureFormat.sniff(bytes)
    else { return nil }
    return save(bytes, format, for: key)
  }

  /// Returns the bytes of a picture; nil if it is missing or damaged.
  public func bytes(of name: String) -> [UInt8]? {
    let known = held.withLock { $0.last { $0.name == name }?.bytes }
    let bytes = known ?? folder.picture(name).map { Array($0) }
    return bytes.flatMap { PictureFormat.sniff($0) == nil ? nil : $0 }
  }

  /// Writes a picture to the disk if it is only in memory.
  func write(_ name: String) {
    guard let bytes = held.withLock({ $0.last { $0.name == name }?.bytes }),
      (try? folder.write(Data(bytes), toPicture: name)) != nil
    else { return }
    held.withLock { $0.removeAll { $0.name == name } }
  }

  /// Copies the pictures of a draft to memory, before their files are removed: the draft may be
  /// saved again.
  func keepInMemory(of id: String) {
    for name in folder.pictures(of: id) { bytes(of: name).map { keepInMemory($0, as: name) } }
  }

  func removeFromMemory(of id: String) { held.withLock { $0.removeAll { $0.name.hasPrefix(id) } } }

  private func keepInMemory(_ bytes: [UInt8], as name: String) {
    held.withLock { held in
      held = Array(held.filter { $0.name != name }.suffix(Self.maximumInMemory - 1))
      held.append((name, bytes))
    }
  }
}

import FireflyCore
import Foundation
import Synchronization

/// The pictures of drafts, ready to be sent: copies beside the drafts, independent of the user's
/// files.
///
/// A file name begins with the ID of its draft.
package final class DraftPictures: Sendable {
  /// Maximum bytes of pictures in memory, if the disk is full; the last one stays in any case.
  private static let maximumInMemory = 64 << 20

  private let folder: DraftFolder
  private let held = Mutex<[(name: String, bytes: [UInt8])]>([])

  init(_ folder: DraftFolder) { self.folder = folder }

  /// Stores a picture for a draft.
  ///
  /// - Parameter bytes: the file.
  /// - Returns: its file name, and why it is only in memory; nil if it is on the disk.
  package func save(
    _ bytes: [UInt8], _ format: PictureFormat, for key: Draft.Key
  ) -> (name: String, problem: DraftError?) {
    let name = key.copyName(of: Draft.TextPicture(bytes, format, path: "").name)
    do {
      try folder.write(Data(bytes), toPicture: name)
      return (name, nil)
    } catch {
      keepInMemory(bytes, as: name)
      return (name, error)
    }
  }

  /// Stores a draft's pictures for another draft, too; missing ones are left out.
  ///
  /// - Returns: the name of the card's picture, nil for none; and why one is only in memory, nil if all
  ///   are on the disk.
  package func copy(of draft: Draft, for key: Draft.Key) -> (name: String?, problem: DraftError?) {
    func copy(_ name: String) -> (name: String, problem: DraftError?)? {
      guard let bytes = bytes(of: name), let format = PictureFormat.sniff(bytes) else { return nil }
      return save(bytes, format, for: key)
    }
    let own = draft.picture.flatMap { copy($0.copy) }
    let others =
      draft.textPictures.map(\.name) + (draft.delivery.further ?? []).compactMap(\.new?.copy)
    let problems = others.compactMap { copy($0)?.problem }
    return (own?.name, own?.problem ?? problems.first)
  }

  /// Returns the bytes of a picture.
  ///
  /// - Parameter name: the name of a draft's copy, or of a picture in a text, which any draft may have.
  /// - Returns: the bytes; nil if it is missing or damaged.
  package func bytes(of name: String) -> [UInt8]? {
    let isWanted = { (copy: String) in copy == name || copy.hasSuffix("-" + name) }
    let known = held.withLock { $0.last { isWanted($0.name) }?.bytes }
    let bytes =
      known
      ?? (folder.picture(name) ?? folder.names.first(where: isWanted).flatMap(folder.picture))
      .map { Array($0) }
    return bytes.flatMap { PictureFormat.sniff($0) == nil ? nil : $0 }
  }

  /// Writes the pictures of a draft to the disk that are only in memory, or beside another draft from
  /// which its text was copied.
  package func write(_ draft: Draft) {
    for name in draft.copies {
      let bytes =
        held.withLock { $0.last { $0.name == name }?.bytes }
        ?? (folder.has(name)
          ? nil : name.split(separator: "-").last.flatMap { self.bytes(of: "\($0)") })
      guard let bytes, (try? folder.write(Data(bytes), toPicture: name)) != nil else { continue }
      held.withLock { $0.removeAll { $0.name == name } }
    }
  }

  /// Copies the pictures of a draft to memory, before their files are removed: the draft may be
  /// saved again.
  func keepInMemory(of id: String) {
    for name in folder.pictures(of: id) { bytes(of: name).map { keepInMemory($0, as: name) } }
  }

  func removeFromMemory(of id: String) { held.withLock { $0.removeAll { $0.name.hasPrefix(id) } } }

  private func keepInMemory(_ bytes: [UInt8], as name: String) {
    held.withLock { held in
      held.removeAll { $0.name == name }
      held.append((name, bytes))
      while held.count > 1, held.reduce(0, { $0 + $1.bytes.count }) > Self.maximumInMemory {
        held.removeFirst()
      }
    }
  }
}

import FireflyCore
import Foundation

/// The folder of the drafts, one JSON file each, readable only by its owner.
///
/// A file is replaced as a whole, so it is always consistent. Its writer holds its lock.
package struct DraftFolder: Sendable {
  /// The folder of the drafts.
  package let folder: URL
  /// The folder of the files for external editors.
  let editing: URL

  /// Maximum bytes of a file; enough for three fields of the maximum length.
  private static let maximumBytes = 128 << 20
  private static let maximumCount = 10_000
  private static let suffix = ".json"

  /// Creates a value for a state folder.
  ///
  /// The folders are created with the first draft.
  package init(state: URL) {
    folder = KeptFile.drafts.url(in: state)
    editing = ExternalEditor.folder(in: state)
  }

  /// An entry of the list of drafts.
  package enum Entry: Hashable, Sendable {
    /// A draft.
    case draft(StoredDraft)
    /// A damaged file; its path.
    case damaged(String)
  }

  /// Returns all drafts, the last changed first, followed by damaged files.
  package func entries() -> [Entry] {
    let names = names
    var drafts: [StoredDraft] = []
    var damaged = names.filter { Self.isPutAside($0) }.sorted()
      .map { folder.appendingPathComponent($0).path }
    for id in names.compactMap(Self.id(ofFile:)).sorted().prefix(Self.maximumCount) {
      do throws(DraftError) {
        if let draft = try draft(id) { drafts.append(draft) }
      } catch {
        damaged.append(file(of: id).url.path)
      }
    }
    drafts.sort { ($1.changedAt, $1.draft.key.id) < ($0.changedAt, $0.draft.key.id) }
    return drafts.map(Entry.draft) + damaged.map(Entry.damaged)
  }

  /// Returns the draft with an ID; nil if there is none.
  ///
  /// - Throws: `DraftError.damaged`.
  package func draft(_ id: String) throws(DraftError) -> StoredDraft? {
    guard Self.isID(id) else { return nil }
    let file = file(of: id)
    do {
      guard let draft = try content(of: file) else { return nil }
      guard draft.draft.key.id == id else { throw DraftError.damaged(file.url.path) }
      return draft
    } catch {
      throw .damaged(file.url.path)
    }
  }

  private func content(of file: PrivateFile) throws -> StoredDraft? {
    try file.read(maximumBytes: Self.maximumBytes)
      .map { try JSONDecoder().decode(StoredDraft.self, from: $0) }
  }

  /// Returns whether the file of a draft is damaged.
  package func isDamaged(_ id: String) -> Bool {
    do {
      _ = try draft(id)
      return false
    } catch {
      return true
    }
  }

  /// Returns whether there is a readable draft with an ID.
  func holdsDraft(_ id: String) -> Bool { (try? draft(id)) != nil }

  /// Returns whether a program has the draft open.
  func isBeingWritten(_ id: String) -> Bool {
    DraftLock.isHeld(folder.appendingPathComponent(id + ".lock").path)
  }

  /// Returns the ID of the only draft whose name or ID has a prefix.
  ///
  /// - Throws: `DraftError.unknown` if there is none, or more than one.
  package func id(_ prefix: String) throws(DraftError) -> String {
    if prefix.isEmpty { throw .unknown(prefix) }
    let named = givenNames.filter { $0.key.hasPrefix(prefix) }.map(\.value)
    let ids = ids().filter { $0.hasPrefix(prefix) }.union(named)
    guard let id = ids.first, ids.count == 1 else { throw .unknown(prefix) }
    return id
  }

  /// Returns what the user calls the draft with an ID.
  package func name(of id: String) -> String { (try? draft(id))?.name ?? id }

  /// The names that drafts keep from earlier keys, with their IDs now.
  var givenNames: [String: String] {
    let drafts = ids().compactMap { try? draft($0) }
    return Dictionary(
      drafts.compactMap { kept in kept.givenName.map { ($0, kept.draft.key.id) } }
    ) { first, _ in first }
  }

  /// Deletes a draft that is not open elsewhere.
  package func delete(_ id: String) throws(DraftError) {
    guard Self.isID(id) else { throw .unknown(id) }
    try withExtendedLifetime(lock(id)) { () throws(DraftError) in
      try remove(id)
      removePictures(of: id)
    }
  }

  // MARK: With the lock held

  /// Acquires the lock of a draft, without waiting.
  ///
  /// - Throws: `DraftError.locked` if another program holds it, `.unwritable` if it can't be
  ///   created.
  func lock(_ id: String) throws(DraftError) -> DraftLock {
    do {
      try PrivateFile.makeFolder(folder)
    } catch {
      throw .unwritable(reason: error.description)
    }
    return try DraftLock.acquire(folder.appendingPathComponent(id + ".lock").path)
  }

  /// Writes a draft and waits until it would survive a power cut.
  ///
  /// - Throws: `DraftError.unwritable`.
  package func write(_ draft: StoredDraft) throws(DraftError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(draft) else { throw .unwritable(reason: "it is not text") }
    do {
      try file(of: draft.draft.key.id).replace(with: data)
    } catch {
      throw .unwritable(reason: error.description)
    }
  }

  /// Removes a draft.
  /// - Throws: `DraftError.irremovable`.
  package func remove(_ id: String) throws(DraftError) {
    do {
      try file(of: id).remove()
    } catch {
      throw .irremovable(reason: error.description)
    }
  }

  /// Renames a damaged file to `….json.damaged`, so that it isn't overwritten.
  ///
  /// - Returns: its new path; nil if it could not be renamed.
  func putAside(_ id: String) -> String? {
    let file = file(of: id)
    guard let name = try? file.setAside().name else { return nil }
    return folder.appendingPathComponent(name).path
  }

  // MARK: Names

  private func file(of id: String) -> PrivateFile {
    PrivateFile(url: folder.appendingPathComponent(id + Self.suffix))
  }

  func ids() -> Set<String> {
    Set(names.compactMap(Self.id(ofFile:)))
  }

  /// The names of all files.
  package var names: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
  }

  private static func isPutAside(_ name: String) -> Bool {
    name.contains(suffix + PrivateFile.damagedSuffix)
  }

  private static func id(ofFile name: String) -> String? {
    guard name.hasSuffix(suffix) else { return nil }
    let id = String(name.dropLast(suffix.count))
    return isID(id) ? id : nil
  }

  private static func isID(_ text: String) -> Bool {
    text.utf8.count == 16
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}

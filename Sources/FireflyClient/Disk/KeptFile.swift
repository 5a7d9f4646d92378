import FireflyCore
import Foundation

/// What Firefly keeps on this machine, beside its own server: a file or a folder of files each.
///
/// All of them are opened by their row here, which also says when they are removed.
package enum KeptFile: String, CaseIterable, Sendable {
  // In the cache folder.
  case articles, feeds, lists, pictures, reader
  // In the state folder, with a file for each owner.
  case branches, drafts, editing, marks, places, searches, sources, views
  case readerMarks = "reader-marks"
  // In the state folder, one file each.
  case accounts = "accounts.json"
  case backgrounds
  case later = "later.json"
  case muted = "muted.json"
  case mutedWords = "muted-words.json"
  case visits = "visits.json"

  /// Whose it is: it is removed when that is forgotten.
  enum Owner {
    /// What an account sees of a place.
    case view
    /// An account.
    case account
    /// A place, which is forgotten with its last account.
    case place
    /// The user of this machine, who is never forgotten.
    case user
  }

  var owner: Owner {
    switch self {
    case .lists, .pictures, .places, .reader, .views: .view
    case .branches, .drafts, .later, .marks, .readerMarks, .sources: .account
    case .searches, .visits: .place
    case .accounts, .articles, .backgrounds, .editing, .feeds, .muted, .mutedWords: .user
    }
  }

  /// Returns where it is.
  ///
  /// - Parameter folder: the cache folder or the state folder.
  package func url(in folder: URL) -> URL { folder.appendingPathComponent(rawValue) }

  /// Returns the file.
  package func file(in folder: URL) -> PrivateFile { PrivateFile(url: url(in: folder)) }

  /// Returns the file of an owner.
  package func file(of owner: some CustomStringConvertible, in folder: URL) -> PrivateFile {
    PrivateFile(of: owner.description, in: url(in: folder))
  }

  /// Returns the folder of an owner.
  package func folder(of owner: some CustomStringConvertible, in folder: URL) -> URL {
    url(in: folder).appendingPathComponent(Fingerprint.name(of: Array(owner.description.utf8)))
  }

  /// Removes the files of all accounts of a server, which name their `owner`.
  func removeAll(of server: SiteID, in folder: URL, maximumBytes: Int) {
    struct Owned: Decodable { var owner: String }
    let files = try? FileManager.default.contentsOfDirectory(
      at: url(in: folder), includingPropertiesForKeys: nil)
    for file in (files ?? []).map(PrivateFile.init(url:)) {
      let kept = file.decoded(Owned.self, maximumBytes: maximumBytes)
      if kept?.owner.hasPrefix("\(server)\n") == true { file.removeLocked() }
    }
  }
}

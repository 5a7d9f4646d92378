import FireflyCore
import FireflyPictures
import Foundation

/// What is kept on this machine of a place: made while the account is signed in, by which some of it is kept.
package struct LocalData: Sendable {
  private let (state, cache): (URL, URL)
  private let (place, accounts, view): (SiteID, SiteID, SiteID)
  private let choice: String
  private let isPersonal: Bool
  private let removeSearches: @Sendable (KeptOwner?) -> Void
  /// Maximum bytes of the marks of an account on a service of feeds.
  package static let maximumReaderMarks = 64 << 20

  /// Creates a value.
  ///
  /// - Parameters:
  ///   - state: the state folder.
  ///   - cache: the cache folder.
  ///   - place: the permanent ID of the place.
  ///   - accounts: what its accounts are kept by.
  ///   - view: what is kept by of what the account sees.
  ///   - choice: what `--server` takes for it.
  ///   - isPersonal: whether what is shown depends on the account.
  ///   - removeSearches: removes the saved searches of an account from the file of a source; nil for those of all.
  package init(
    state: URL, cache: URL, place: SiteID, accounts: SiteID, view: SiteID, choice: String,
    isPersonal: Bool, removeSearches: @escaping @Sendable (KeptOwner?) -> Void
  ) {
    (self.state, self.cache) = (state, cache)
    (self.place, self.accounts, self.view) = (place, accounts, view)
    (self.choice, self.isPersonal, self.removeSearches) = (choice, isPersonal, removeSearches)
  }

  /// Removes what an account has seen, once it is signed out: others may not be allowed to read it.
  package func removeSeen(by account: PersonID) async {
    guard !isPersonal else { return await remove { $0 == .view } }
    await remove(.pictures)
    ListStore.removeAll(of: view, account: account, in: cache)
  }

  /// Removes all but the account itself, and what the user has made here.
  ///
  /// - Parameters:
  ///   - account: the account; nil for all.
  ///   - isLast: whether no other account stays signed in, which uses the rest.
  /// - Returns: the number of deleted drafts, and errors as sentences.
  package func removeAll(
    of account: PersonID?, isLast: Bool
  ) async -> (drafts: Int, complaints: [String]) {
    let isMeant = { (owner: KeptFile.Owner) in
      switch owner {
      case .view: isLast || view != place
      case .account: true
      case .place: isLast
      case .user: false
      }
    }
    await remove(isMeant, of: account, isLast: isLast)
    if let account, !isMeant(.view) { ViewStore.remove(account, of: view, in: state) }
    return removeDrafts(of: account)
  }

  private func remove(
    _ isMeant: (KeptFile.Owner) -> Bool, of account: PersonID? = nil, isLast: Bool = false
  ) async {
    for kept in KeptFile.allCases where isMeant(kept.owner) {
      await remove(kept, of: account, isLast: isLast)
    }
  }

  /// Removes what the place has of a row: that of an account, or of all accounts that were ever there.
  private func remove(
    _ kept: KeptFile, of account: PersonID? = nil, isLast: Bool = false
  ) async {
    switch kept {
    case .pictures:
      await PictureDiskCache(directory: kept.url(in: cache)).removeAll(of: view.description)
    case .reader: try? FileManager.default.removeItem(at: kept.folder(of: view, in: cache))
    case .readerMarks where account == nil:
      kept.removeAll(of: accounts, in: state, maximumBytes: Self.maximumReaderMarks)
    case .readerMarks:
      kept.file(of: ReadMarkStore.owner(accounts, account), in: state).removeLocked()
    case .lists: ListStore.removeAll(of: view, in: cache)
    case .places, .views: kept.file(of: view, in: state).removeLocked()
    case .marks where account == nil: ReadMarkStore.removeAll(of: accounts, in: state)
    case .marks: kept.file(of: ReadMarkStore.owner(accounts, account), in: state).removeLocked()
    case .searches: kept.file(of: place, in: state).removeLocked()
    case .branches where account == nil: MutedFiles.removeBranches(of: place, in: state)
    case .branches:
      MutedFiles(state: state, server: place, of: owner(account, isLast)).removeBranches()
    case .later where account == nil:
      LaterFile(state: state, server: place, source: "").removeAllOfServer()
    case .later:
      LaterFile(state: state, server: place, source: "", of: owner(account, isLast)).removeAll()
    case .visits: PlacesFile(state: state) { _ in }.remove(choice)
    // The names of its numbers stay.
    case .sources: removeSearches(account.map { owner($0, isLast) })
    // Drafts are counted.
    case .drafts: break
    case .accounts, .articles, .backgrounds, .editing, .feeds, .muted, .mutedWords: break
    }
  }

  /// Whose data is removed: with the last account, also what nobody owns.
  private func owner(_ account: PersonID?, _ isLast: Bool) -> KeptOwner {
    KeptOwner(account.map { AccountID($0, on: accounts) }, adopts: isLast)
  }

  private func removeDrafts(of account: PersonID?) -> (drafts: Int, complaints: [String]) {
    let drafts = DraftFolder(state: state)
    var (count, complaints) = (0, [String]())
    for case .draft(let kept) in drafts.entries() where kept.draft.key.server == accounts {
      let key = kept.draft.key
      guard account == nil || key.account == account else { continue }
      do {
        try drafts.delete(key.id)
        if kept.discardedAt == nil { count += 1 }
      } catch {
        complaints.append("\(error)")
      }
    }
    return (count, complaints)
  }
}

extension PrivateFile {
  /// Removes the file, if there is one, with its lock held: another program may be writing it.
  func removeLocked() {
    guard changed != nil else { return }
    try? locked { () throws(SystemProblem) in try remove() }
  }
}

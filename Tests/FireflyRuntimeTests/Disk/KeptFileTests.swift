import FireflyCore
import FireflyModel
import Foundation
import Testing

@testable import FireflyClient

/// What is kept of a place is what is removed of it.
@Suite struct KeptFileTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("firefly-kept-\(UUID().uuidString)")
  private let place: SiteID = "source:mastodon:m.example"
  private let ada: PersonID = "ada@example.org"
  private let ben: PersonID = "ben@example.org"

  /// What a place has of each row, where an account sees what all see, or its own.
  private func keep(_ account: PersonID, isPersonal: Bool = true) throws {
    let view = isPersonal ? place.seen(by: account) : place
    for kept in KeptFile.allCases {
      switch kept {
      case .places: try write(kept.file(of: view, in: folder))
      case .views:
        let views = ViewStore(state: folder, server: view)
        var thread = ThreadPlace(top: 1)
        thread.folded = [2]
        views.keep([thread], of: account)
        views.postWritten(.posts, by: account)
        views.flush()
      case .reader: try write(PrivateFile(of: "a feed", in: kept.folder(of: view, in: folder)))
      case .marks, .readerMarks:
        let owner = "\(place)\n\(account)"
        try write(kept.file(of: owner, in: folder), #"{"owner": "\#(place)\n\#(account)"}"#)
      case .branches: try silence(7, as: account)
      case .searches: try write(kept.file(of: place, in: folder))
      case .sources:
        try write(kept.file(of: AccountID(account, on: place).inFiles, in: folder))
      case .lists:
        let key = "\(view)\n\(account)\nposts"
        try write(
          kept.file(of: key, in: folder), #"{"key": "\#(key.replacing("\n", with: "\\n"))"}"#)
      case .later: _ = try later(of: account).add(Post(id: 1, title: "a"), address: nil)
      case .visits:
        try write(kept.file(in: folder), #"[{"id": "mastodon:m.example", "name": "m"}]"#)
      case .drafts:
        let key = Draft.Key(server: place, account: account, target: .newPost(below: nil))
        let draft = StoredDraft(
          draft: Draft(key: key, words: PostText(title: "unfinished")), startedAt: 1, changedAt: 1)
        try write(
          PrivateFile(url: kept.url(in: folder).appendingPathComponent("\(key.id).json")),
          String(decoding: JSONEncoder().encode(draft), as: UTF8.self))
      case .accounts, .backgrounds, .muted, .mutedWords: try write(kept.file(in: folder))
      case .articles, .editing, .feeds, .pictures: try write(kept.file(of: place, in: folder))
      }
    }
  }

  private func later(of account: PersonID?) -> LaterFile {
    LaterFile(state: folder, server: place, source: "m", of: owner(account))
  }

  private func owner(_ account: PersonID?, adopts: Bool = true) -> KeptOwner {
    KeptOwner(account.map { AccountID($0, on: place) }, adopts: adopts)
  }

  private func silence(_ id: Post.ID, as account: PersonID?) throws {
    let change = MarkedBranches.Change(top: id, kind: .silenced, isOn: true)
    _ = try MutedFiles(state: folder, server: place, of: owner(account))
      .apply(.branch(change), links: [id + 1: id])
  }

  private func silenced(as account: PersonID?, adopts: Bool = true) -> [Post.ID] {
    let files = MutedFiles(state: folder, server: place, of: owner(account, adopts: adopts))
    files.adopt()
    return files.branches.silenced
  }

  private func write(_ file: PrivateFile, _ text: String = "{}") throws {
    try file.replace(with: Data(text.utf8))
  }

  private func data(of account: PersonID, isPersonal: Bool = true) -> LocalData {
    LocalData(
      state: folder, cache: folder, place: place, accounts: place,
      view: isPersonal ? place.seen(by: account) : place, choice: "mastodon:m.example",
      isPersonal: isPersonal
    ) { [folder, place] owner in
      // Of each account, this test keeps them in a file of its own.
      let owners =
        owner.map { [$0.text ?? ""] } ?? [ada, ben].map { AccountID($0, on: place).inFiles }
      for owner in owners {
        try? FileManager.default.removeItem(at: KeptFile.sources.file(of: owner, in: folder).url)
      }
    }
  }

  /// The rows of which something is left, and how much.
  private func left() throws -> [KeptFile: Int] {
    var counts: [KeptFile: Int] = [:]
    for kept in KeptFile.allCases {
      let path = kept.url(in: folder).path
      switch kept {
      case .later:
        let all = [ada, ben].map { owner($0) }
        counts[kept] = LaterFile.all(in: folder, by: all) { _ in }.count
      case .visits: counts[kept] = PlacesFile(state: folder) { _ in }.visits.count
      case .accounts, .backgrounds, .muted, .mutedWords:
        counts[kept] = FileManager.default.fileExists(atPath: path) ? 1 : 0
      default:
        counts[kept] = try FileManager.default.contentsOfDirectory(atPath: path)
          .count { !$0.hasSuffix(".lock") }
      }
    }
    return counts.filter { $0.value > 0 }
  }

  private static let ofAccounts = [
    KeptFile.branches, .drafts, .later, .lists, .marks, .places, .reader, .readerMarks, .sources,
    .views,
  ]

  /// What the user has made here stays, and what other accounts use.
  @Test func whatIsKeptOfAPlaceIsRemovedWithItsLastAccount() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try keep(ada)
    try keep(ben)
    let all = try left()
    #expect(Set(all.keys) == Set(KeptFile.allCases))
    for kept in Self.ofAccounts { #expect(all[kept] == 2) }
    #expect(await data(of: ada).removeAll(of: ada, isLast: false).drafts == 1)
    let one = try left()
    for kept in Self.ofAccounts + [.searches, .visits] { #expect(one[kept] == 1) }
    #expect(await data(of: ben).removeAll(of: ben, isLast: true).drafts == 1)
    // Pictures are known by their own files.
    #expect(
      try Set(left().keys) == [
        .accounts, .articles, .backgrounds, .editing, .feeds, .muted, .mutedWords, .pictures,
      ])
  }

  /// Files that several accounts share have nothing of one that was forgotten, and still have what is the others'.
  @Test(arguments: [true, false])
  func nothingOfAForgottenAccountStaysBesideAnother(isPersonal: Bool) async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try keep(ada, isPersonal: isPersonal)
    try keep(ben, isPersonal: isPersonal)
    #expect(try Set(named(ada)) == Set(named(ben)) && !named(ada).isEmpty)
    let others = try named(ben)
    await data(of: ada, isPersonal: isPersonal).removeSeen(by: ada)
    _ = await data(of: ada, isPersonal: isPersonal).removeAll(of: ada, isLast: false)
    #expect(try named(ada) == [])
    #expect(try named(ben) == others)
  }

  /// The rows whose files name an account.
  private func named(_ account: PersonID) throws -> [KeptFile] {
    try KeptFile.allCases.filter { kept in
      let url = kept.url(in: folder)
      let inside = FileManager.default.enumerator(at: url, includingPropertiesForKeys: nil)
      let files = (inside?.compactMap { $0 as? URL } ?? []) + [url]
      return try files.contains { file in
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder),
          !isFolder.boolValue
        else { return false }
        return try String(contentsOf: file, encoding: .utf8).contains("\(account)")
      }
    }
  }

  /// Signing out takes what the account has seen.
  @Test func whatAnAccountHasSeenIsRemovedWithIt() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try keep(ada)
    try keep(ben)
    await data(of: ada).removeSeen(by: ada)
    let left = try left()
    for kept in [KeptFile.places, .views, .lists, .reader] { #expect(left[kept] == 1) }
    for kept in [KeptFile.branches, .drafts, .later, .marks, .readerMarks] {
      #expect(left[kept] == 2)
    }
  }

  /// What somebody has saved or silenced who has signed out before stays; what nobody owns goes with the last.
  @Test func theLastAccountTakesNothingOfOthers() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try keep(ada)
    _ = try later(of: nil).add(Post(id: 9, title: "nobody's"), address: nil)
    try silence(9, as: nil)
    _ = await data(of: ben).removeAll(of: ben, isLast: true)
    #expect(later(of: ada).posts.map(\.id) == [1] && later(of: nil).posts.isEmpty)
    #expect(silenced(as: ada) == [7] && silenced(as: nil).isEmpty)
  }

  /// After all have signed out, nothing of any of them stays.
  @Test func signedOutWhatAllAccountsHaveMadeIsRemoved() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try keep(ada)
    try keep(ben)
    try write(
      KeptFile.marks.file(of: "elsewhere\n\(ada)", in: folder), #"{"owner": "elsewhere\n\#(ada)"}"#)
    #expect(await data(of: ada).removeAll(of: nil, isLast: true).drafts == 2)
    let left = try left()
    #expect(left[.marks] == 1)
    for kept in [KeptFile.branches, .drafts, .later, .readerMarks, .sources] {
      #expect(left[kept] == nil)
    }
  }

  /// What one account saves for later no other one sees; what an earlier version has kept is the next one's.
  @Test func postsForLaterAreOfTheirAccount() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write(
      KeptFile.later.file(in: folder),
      #"[{"server": "\#(place)", "source": "m", "post": {"id": 1, "title": "old"}}]"#)
    #expect(later(of: nil).posts.map(\.id) == [1])
    // It is seen at once, and is theirs when that is written.
    #expect(later(of: ada).posts.map(\.id) == [1] && later(of: nil).posts.map(\.id) == [1])
    later(of: ada).adopt()
    #expect(later(of: ada).posts.map(\.id) == [1])
    #expect(later(of: ben).posts.isEmpty && later(of: nil).posts.isEmpty)
    #expect(try later(of: ben).add(Post(id: 2, title: "b"), address: nil).map(\.id) == [2])
    #expect(try later(of: ada).add(Post(id: 2, title: "b"), address: nil).map(\.id) == [2, 1])
    #expect(try later(of: ada).remove(2).map(\.id) == [1])
    #expect(later(of: ben).posts.map(\.id) == [2])
    let all = { (accounts: [PersonID]) in
      LaterFile.all(in: folder, by: accounts.map { owner($0) }) { _ in }.map(\.post.id)
    }
    #expect(all([]) == [] && all([ada]) == [1] && all([ben]) == [2] && all([ada, ben]) == [2, 1])
    #expect(LaterFile.all(in: folder, of: "elsewhere", by: [owner(ada)]) { _ in }.isEmpty)
  }

  /// What one account silences no other one does; what an earlier version has kept is the current one's.
  @Test func silencedBranchesAreOfTheirAccount() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write(
      KeptFile.branches.file(of: place, in: folder),
      #"{"silenced": [5, 6], "followed": [3], "parents": {"8": 5}}"#)
    #expect(silenced(as: nil) == [5, 6])
    #expect(silenced(as: ben, adopts: false).isEmpty)
    try silence(7, as: ada)
    #expect(silenced(as: ada) == [5, 6, 7])
    #expect(silenced(as: ben).isEmpty && silenced(as: nil).isEmpty)
    try silence(6, as: nil)
    try silence(9, as: nil)
    #expect(silenced(as: ada) == [9, 5, 6, 7])
  }
}

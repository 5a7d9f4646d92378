import FireflyCore
import Foundation
import Testing

@testable import FireflyClient

@Suite struct DraftFolderTests {
  private let home = TemporaryState()
  private var folder: DraftFolder { home.folder }

  private func kept(_ title: String, _ target: DraftTarget, changedAt: Double = 0) -> StoredDraft {
    StoredDraft(
      draft: Draft(
        key: Draft.Key(server: "s", account: "a", target: target), words: PostText(title: title)),
      startedAt: 0, changedAt: changedAt)
  }

  @Test func everyKeyHasAFileOfItsOwn() throws {
    var ids: Set<String> = []
    let places: [DraftTarget] = [
      .newPost(below: nil), .newPost(below: 1), .newPost(below: 12), .newQuery, .edit(1),
      .edit(12), .profile,
    ]
    let names = ["", "s", "../../etc/passwd", "a\nb", "s new 1", "\u{1B}[31m", "漢", "a/b"]
    for server in names {
      for account in names {
        for target in places {
          let key = Draft.Key(
            server: SiteID(kept: server), account: PersonID(kept: account), target: target)
          ids.insert(key.id)
          let draft = StoredDraft(
            draft: Draft(key: key, words: PostText(title: server)), startedAt: 1, changedAt: 2)
          try folder.write(draft)
          #expect(try folder.draft(key.id) == draft)
        }
      }
    }
    #expect(ids.count == names.count * names.count * places.count)
    #expect(try home.files().count == ids.count)
    #expect(folder.entries().count == ids.count)
  }

  @Test func theLastChangedComesFirst() throws {
    try folder.write(kept("old", .profile, changedAt: 1))
    try folder.write(kept("new", .newQuery, changedAt: 3))
    try folder.write(kept("middle", .edit(3), changedAt: 2))
    let titles = folder.entries().map { entry in
      if case .draft(let kept) = entry { kept.draft.words.title } else { "" }
    }
    #expect(titles == ["new", "middle", "old"])
  }

  @Test(arguments: [
    "", "{", "[]", "{}", "null", "\u{0}", #"{"version":1}"#, "not JSON at all",
    // Of a later version, of no known place, of a place without its number.
    #"{"version":2,"server":"s","account":"a","place":"new","title":"t","summary":"","body":"","template":"post","idempotency_key":"","started_at":1,"changed_at":1}"#,
    #"{"version":1,"server":"s","account":"a","place":"edit","title":"t","summary":"","body":"","template":"post","idempotency_key":"","started_at":1,"changed_at":1}"#,
    // Whole, but of another name than its key's.
    #"{"version":1,"server":"s","account":"a","place":"new","title":"t","summary":"","body":"","template":"post","idempotency_key":"","started_at":1,"changed_at":1}"#,
  ])
  func aDamagedFileIsPutAsideAndLosesNothingElse(text: String) async throws {
    try folder.write(kept("whole", .profile))
    let key = Draft.Key(server: "s", account: "a", target: .edit(5))
    try home.put(text, as: key.id + ".json")
    let path = folder.folder.appendingPathComponent(key.id + ".json").path
    #expect(throws: DraftError.damaged(path)) { try folder.draft(key.id) }
    #expect(folder.entries() == [.draft(kept("whole", .profile)), .damaged(path)])
    // Who writes there again finds nothing, and what was there stays for people to read.
    let store = DraftStore(folder) { _ in }
    guard case .ready(nil, _) = await store.open(key) else {
      Issue.record("it is one's own")
      return
    }
    store.save(Draft(key: key, words: PostText(title: "again")))
    #expect(store.flush() == nil)
    #expect(try folder.draft(key.id)?.draft.words.title == "again")
    #expect(try String(contentsOfFile: path + ".damaged", encoding: .utf8) == text)
  }

  @Test func filesOfOtherNamesAreNoDrafts() throws {
    let draft = kept("whole", .profile)
    try folder.write(draft)
    for name in [
      "notes.txt", "0123456789abcdeg.json", "0123456789ABCDEF.json", "0123456789abcdef.json.new",
      "0123456789abcdef.json.damaged", "..json", ".json", "a\nb.json",
    ] {
      try home.put("{", as: name)
    }
    // What was put aside is named.
    let aside = folder.folder.appendingPathComponent("0123456789abcdef.json.damaged").path
    #expect(folder.entries() == [.draft(draft), .damaged(aside)])
  }

  @Test func linksAndFoldersAreNoDrafts() throws {
    let draft = kept("whole", .profile)
    try folder.write(draft)
    let id = draft.draft.key.id
    let other = folder.folder.appendingPathComponent("0123456789abcdef.json")
    try FileManager.default.createSymbolicLink(
      at: other, withDestinationURL: folder.folder.appendingPathComponent(id + ".json"))
    try FileManager.default.createDirectory(
      at: folder.folder.appendingPathComponent("0123456789abcde0.json"),
      withIntermediateDirectories: true)
    #expect(folder.entries().count == 3)
    #expect(throws: DraftError.damaged(other.path)) { try folder.draft("0123456789abcdef") }
  }

  @Test(arguments: ["", "../x", "../../../etc/passwd", "0123", "ffffffffffffffff", "\u{1B}[31m"])
  func namesThatAreNoneLeadNowhere(name: String) throws {
    try folder.write(kept("whole", .profile))
    #expect(try folder.draft(name) == nil)
    #expect(throws: DraftError.unknown(name)) { try folder.id(name) }
    #expect(!"\(DraftError.unknown(name))".contains("\u{1B}"))
    if name.count < 16 { #expect(throws: DraftError.unknown(name)) { try folder.delete(name) } }
    #expect(folder.entries().count == 1)
  }

  @Test func theBeginningOfAnIDIsEnough() throws {
    let draft = kept("whole", .profile)
    try folder.write(draft)
    let id = draft.draft.key.id
    #expect(try folder.id(String(id.prefix(4))) == id)
    try folder.delete(id)
    #expect(folder.entries() == [])
  }

  /// What a power cut leaves of a file being written is no draft, and in nobody's way.
  @Test func aTornFileIsLeftAlone() throws {
    let draft = kept("whole", .profile)
    try folder.write(draft)
    try home.put("{\"version\":1,\"ser", as: draft.draft.key.id + ".json.new")
    #expect(folder.entries() == [.draft(draft)])
    var next = draft
    next.draft.words.title = "next"
    try folder.write(next)
    #expect(folder.entries() == [.draft(next)])
    #expect(try home.files() == [draft.draft.key.id + ".json"])
  }
}

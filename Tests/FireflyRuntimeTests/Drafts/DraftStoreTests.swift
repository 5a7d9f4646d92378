import Eventually
import FireflyCore
import Foundation
import Synchronization
import Testing

@testable import FireflyClient

@Suite struct DraftStoreTests {
  static let key = Draft.Key(
    server: "http://posts.example.org", account: "ada@example.org", target: .newPost(below: 7))

  private let home = TemporaryState()

  private func store(
    _ report: @escaping @Sendable (DraftStore.Report) -> Void = { _ in }
  ) -> DraftStore {
    DraftStore(home.folder, now: { 1_000 }, report: report)
  }

  private func draft(_ title: String, key: Draft.Key = key) -> Draft {
    Draft(key: key, words: PostText(title: title), idempotencyKey: "k")
  }

  /// What is on the disk, without asking the store.
  private func title(of key: Draft.Key = key) throws -> String? {
    try home.folder.draft(key.id)?.draft.words.title
  }

  @Test func aChangeIsWrittenWithoutAFlush() async throws {
    let store = store()
    for number in 1...50 { store.save(draft("\(number)")) }
    #expect(try await eventually { try title() == "50" })
  }

  @Test func flushingWritesAtOnce() throws {
    let store = store()
    store.save(draft("one"))
    store.save(draft("two", key: Draft.Key(server: "s", account: "a", target: .profile)))
    #expect(store.flush() == nil)
    #expect(try title() == "one")
    #expect(home.folder.entries().count == 2)
  }

  @Test func writtenDraftIsOfferedAgain() async throws {
    let base = Draft.Base(words: PostText(title: "t", summary: "s", body: "b"), etag: "\"7\"")
    let key = Draft.Key(server: "s", account: "a", target: .edit(12))
    let kept = Draft(
      key: key, words: PostText(title: "“t”\\", summary: "\u{1F3F3}\u{FE0F}", body: "b\n\tc"),
      picture: Draft.Picture(path: "/home/ada/a picture.jpg", copy: "c.jpg"),
      removesPicture: true, crop: Draft.Crop(x: -0.3, y: 1), template: "post", base: base,
      idempotencyKey: "k-1",
      unconfirmed: [PostText(title: "t"), PostText(title: "“t”\\")])
    do {
      let store = store()
      #expect(await store.open(key).isReady(with: nil))
      store.save(kept)
      store.close(key)
      store.flush()
    }
    let store = DraftStore(home.folder, now: { 2_000 }, report: { _ in })
    let opening = await store.open(key)
    #expect(
      opening
        == .ready(
          StoredDraft(draft: kept, startedAt: 1_000, changedAt: 1_000), idempotencyKey: "k-1"))
    var changed = kept
    changed.words.title = "u"
    store.save(changed)
    store.flush()
    #expect(
      home.folder.entries() == [
        .draft(StoredDraft(draft: changed, startedAt: 1_000, changedAt: 2_000))
      ])
  }

  @Test func emptyDraftsAreRemoved() throws {
    let store = store()
    store.save(draft("one"))
    store.flush()
    store.save(draft("  "))
    store.flush()
    #expect(try title() == nil)
    store.save(draft("one"))
    store.flush()
    store.remove(Self.key)
    store.flush()
    #expect(home.folder.entries() == [])
    #expect(try home.files() == [])
  }

  @Test func filesAreTheirOwnersOnly() throws {
    let store = store()
    store.save(draft("one"))
    store.flush()
    let manager = FileManager.default
    func mode(_ path: String) throws -> Int {
      try #require(manager.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }
    #expect(try mode(home.folder.folder.path) == 0o700)
    for file in try home.files() {
      #expect(try mode(home.folder.folder.appendingPathComponent(file).path) == 0o600)
    }
  }

  @Test func secondProgramIsReported() async throws {
    let first = store()
    #expect(await first.open(Self.key).isReady(with: nil))
    let reports = Mutex<[DraftStore.Report]>([])
    let second = store { report in reports.withLock { $0.append(report) } }
    let taken = DraftError.locked(process: getpid())
    #expect(await second.open(Self.key) == .unavailable(taken))
    // Who writes all the same is told once, and changes nothing.
    first.save(draft("mine"))
    first.flush()
    for title in ["theirs", "theirs, too"] {
      second.save(draft(title))
      #expect(second.flush() == taken)
    }
    #expect(try title() == "mine")
    #expect(reports.withLock { $0 } == [.failed(Self.key, taken)])
    #expect(throws: taken) { try home.folder.delete(Self.key.id) }
    // When the first has gone, the second's words are written.
    first.close(Self.key)
    first.flush()
    #expect(second.flush() == nil)
    #expect(try title() == "theirs, too")
    #expect(reports.withLock { $0 }.last == .recovered(Self.key))
  }

  @Test func failedWriteIsReported() async throws {
    // A file stands where the folder would be.
    try Data().write(to: home.state)
    let reports = Mutex<[DraftStore.Report]>([])
    let store = store { report in reports.withLock { $0.append(report) } }
    guard case .unavailable(let error) = await store.open(Self.key) else {
      Issue.record("there can't be a draft")
      return
    }
    #expect("\(error)".contains("You can keep writing"))
    for number in 0..<3 {
      store.save(draft("\(number)"))
      #expect(store.flush() == error)
    }
    #expect(reports.withLock { $0 } == [.failed(Self.key, error)])
    // Whoever leaves it there is told again.
    store.close(Self.key)
    store.flush()
    #expect(reports.withLock { $0 } == [.failed(Self.key, error), .failed(Self.key, error)])
    // What was written in the meantime is not forgotten.
    try FileManager.default.removeItem(at: home.state)
    #expect(store.flush() == nil)
    #expect(try title() == "2")
    #expect(reports.withLock { $0 }.last == .recovered(Self.key))
  }
}

extension DraftStore.Opening {
  /// Whether the draft is one's own and has this on the disk.
  func isReady(with kept: StoredDraft?) -> Bool {
    if case .ready(kept, let key) = self { !key.isEmpty } else { false }
  }
}

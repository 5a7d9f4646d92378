import FireflyCore
import FireflyModel
import Foundation
import Synchronization
import Testing

@testable import FireflyApp
@testable import FireflyClient

/// What is kept of read posts.
@Suite struct ReadMarkStoreTests {
  private let state = FileManager.default.temporaryDirectory
    .appendingPathComponent("firefly-marks-\(UUID().uuidString)")

  private func store(_ server: SiteID = "one", at time: Double = 1_000) -> ReadMarkStore {
    ReadMarkStore(state: state, server: server) { Date(timeIntervalSince1970: time) }
  }

  /// A place tells what is unread; what is marked here meanwhile wins, and is shared.
  @Test func aPlaceTellsWhatIsUnread() {
    let shared = Mutex<[ReadMarks.Change]>([])
    let mine = ReadMarkStore(
      state: state, server: "one", beginsUnread: true,
      share: { changes in shared.withLock { $0 += changes } })
    let (first, second, third) = (1 << 60, 1 << 61, 1 << 62)
    _ = mine.marks(of: "ada")
    store().tell({ [first, second] }, to: "ada")
    let told = mine.marksChangedElsewhere(of: "ada")
    #expect(told?.told == [first, second] && told?.isOpened(third) == true)
    #expect(told?.isUnread(third, createdAt: .distantFuture, byDate: true) == false)
    mine.apply([.read([first]), .readBefore(2_000)], to: "ada")
    _ = mine.known(of: "ada")
    #expect(shared.withLock(\.self) == [.read([first]), .readBefore(2_000)])
    // What waits to be written is not overwritten, whichever comes first.
    store().tell({ [first, second, third] }, to: "ada")
    #expect(mine.marksChangedElsewhere(of: "ada")?.told == [second, third])
    #expect(store().marks(of: "ada").told == [second, third])
  }

  @Test func marksAreKeptByServerAndAccount() {
    let first = store()
    _ = first.marks(of: "ada@example.org")
    first.apply([.firstContact(highest: 5), .read([7])], to: "Ada@example.org")
    #expect(first.marks(of: "ada@example.org").isUnread(6, createdAt: nil))
    let second = store().marks(of: "ada@example.org")
    #expect(!second.isUnread(7, createdAt: nil) && second.isUnread(8, createdAt: nil))
    #expect(store().marks(of: "ben@example.org").first == nil)
    #expect(store("two").marks(of: "ada@example.org").first == nil)
  }

  /// The marks of a single feed, which earlier versions kept for themselves.
  @Test func marksOfAnEarlierVersionAreTakenOverOnce() throws {
    let old = store("feed a")
    _ = old.marks(of: nil)
    old.apply([.read([3, 1 << 60]), .story(9, .init(since: 500, count: 2))], to: nil)
    old.flush()
    let feeds = store("feed")
    feeds.apply([.read([4]), .unread([5])], to: nil)
    feeds.flush()
    func now() -> ReadMarks {
      ReadMarkStore(state: state, server: "feed", former: "feed a", beginsUnread: true).marks(
        of: nil)
    }
    for _ in 0..<2 {
      let marks = now()
      #expect([3, 4, 1 << 60].allSatisfy { !marks.isUnread($0, createdAt: nil) })
      #expect(marks.stories == [9: .init(since: 500, count: 2)])
    }
    // What became unread since then stays so.
    feeds.apply([.unread([3])], to: nil)
    feeds.flush()
    #expect(now().isUnread(3, createdAt: nil))
    let files = try FileManager.default.contentsOfDirectory(atPath: feeds.folder.path)
    #expect(files.filter { $0.hasSuffix(".json") }.count == 1)
  }

  @Test func twoProgramsLoseNoMarksOfEachOther() {
    let (first, second) = (store(), store())
    first.apply([.firstContact(highest: 0)], to: nil)
    first.flush()
    for id in 1...40 { (id % 2 == 0 ? first : second).apply([.read([id])], to: nil) }
    first.flush()
    second.flush()
    let marks = store().marks(of: nil)
    #expect((1...40).allSatisfy { !marks.isUnread($0, createdAt: nil) })
    #expect(marks.isUnread(41, createdAt: nil))
  }

  /// Otherwise nothing would be new for years.
  @Test func marksOfAClockThatWasAheadBeginNow() {
    let ahead = store(at: 9_000)
    #expect(ahead.marks(of: nil).since == 9_000)
    ahead.apply([.story(5, .init(since: 9_100, count: 3))], to: nil)
    ahead.flush()
    #expect(store(at: 2_000).marks(of: nil).since == 2_000)
    // Later programs find what the first one has corrected.
    let marks = store(at: 3_000).marks(of: nil)
    #expect(marks.since == 2_000 && marks.stories == [5: .init(since: 2_000, count: 3)])
  }

  @Test func aDamagedFileIsAFirstContact() throws {
    let first = store()
    first.apply([.firstContact(highest: 5)], to: nil)
    first.flush()
    for file in try FileManager.default.subpathsOfDirectory(atPath: state.path)
    where file.hasSuffix(".json") {
      try Data("{".utf8).write(to: state.appendingPathComponent(file))
    }
    let marks = store().marks(of: nil)
    #expect(marks.first == nil && !marks.isUnread(9, createdAt: nil))
  }
}

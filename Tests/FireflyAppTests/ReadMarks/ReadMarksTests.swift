import Foundation
import Testing

@testable import FireflyApp
@testable import FireflyModel

/// Which posts are unread, by the marks of an account alone.
@Suite struct ReadMarksTests {
  private let start = 1_763_000_000.0

  private func marks(_ changes: ReadMarks.Change...) -> ReadMarks {
    var marks = ReadMarks(since: start)
    changes.forEach { marks.apply($0) }
    return marks
  }

  @Test func onFirstContactNothingIsUnread() {
    let marks = marks()
    #expect(!marks.isUnread(7, createdAt: nil))
    #expect(!self.marks(.firstContact(highest: 7)).isUnread(7, createdAt: nil))
  }

  @Test func laterPostsAreUnreadUntilMarked() {
    let later = marks(.firstContact(highest: 7))
    #expect(later.isUnread(8, createdAt: nil))
    #expect(!marks(.firstContact(highest: 7), .read([8])).isUnread(8, createdAt: nil))
    #expect(marks(.firstContact(highest: 7), .read([8]), .unread([8])).isUnread(8, createdAt: nil))
    #expect(marks(.firstContact(highest: 7), .unread([3])).isUnread(3, createdAt: nil))
    #expect(!marks(.firstContact(highest: 7), .readAll(upTo: 20)).isUnread(12, createdAt: nil))
    // The first contact is the first one.
    #expect(marks(.firstContact(highest: 7), .firstContact(highest: 9)).isUnread(8, createdAt: nil))
  }

  @Test func onSourcesTheTimeCountsAndRepliesToOpenedStoriesOnly() {
    func date(_ seconds: Double) -> Date { Date(timeIntervalSince1970: start + seconds) }
    let marks = marks(.story(5, .init(since: start + 100, count: 3)))
    #expect(!marks.isUnread(9, createdAt: date(-1), byDate: true))
    #expect(marks.isUnread(9, createdAt: date(1), byDate: true))
    #expect(!marks.isUnread(9, createdAt: nil, byDate: true))
    #expect(!marks.isUnread(9, createdAt: date(99), story: 5, byDate: true))
    #expect(marks.isUnread(9, createdAt: date(101), story: 5, byDate: true))
    #expect(!marks.isUnread(9, createdAt: date(101), story: 6, byDate: true))
    let hash = 1 << 52 + 3
    #expect(marks.isUnread(hash, createdAt: date(1), byDate: true))
    #expect(!self.marks(.read([hash])).isUnread(hash, createdAt: date(1), byDate: true))
    #expect(!self.marks(.readBefore(start + 5)).isUnread(9, createdAt: date(1), byDate: true))
  }

  @Test(arguments: [1, 2, 3])
  func aMillionPostsTakeAtMostAMegabyte(step: Int) throws {
    var marks = marks(.firstContact(highest: 0))
    for block in stride(from: 1, through: 1_000_000, by: 50_000) {
      marks.apply(.read(Array(stride(from: block, to: block + 50_000, by: step))))
    }
    let data = try JSONEncoder().encode(marks)
    #expect(data.count <= 1 << 20, "\(data.count) bytes")
    let again = try JSONDecoder().decode(ReadMarks.self, from: data)
    #expect(again == marks)
    #expect(!again.isUnread(1, createdAt: nil))
    #expect(again.isUnread(1_000_003, createdAt: nil))
  }

  @Test func hashesAndStoriesAreBounded() throws {
    var marks = marks()
    marks.apply(.read((0..<120_000).map { (1 << 52) + $0 * 7 }))
    for id in 0..<12_000 { marks.apply(.story(id, .init(since: Double(id), count: 1))) }
    #expect(marks.stories.count <= ReadMarks.maximumStories)
    #expect(marks.stories[11_999] != nil)
    let data = try JSONEncoder().encode(marks)
    #expect(data.count <= 2 << 20)
  }

  /// A damaged file may hold any number: what would overflow is left out.
  @Test(arguments: [Int.max, Int.min, -1, 1 << 41])
  func aStoryWithAnImpossibleCountIsLeftOut(count: Int) throws {
    var marks = marks(
      .story(1, .init(since: 1, count: count)), .story(2, .init(since: 1, count: 5)))
    marks = try JSONDecoder().decode(ReadMarks.self, from: JSONEncoder().encode(marks))
    marks.apply(.repliesRead(3, of: 1))
    marks.apply(.repliesRead(3, of: 2))
    #expect(marks.stories.mapValues(\.count) == [2: 8])
  }
}

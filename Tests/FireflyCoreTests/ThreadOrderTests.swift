import Foundation
import Testing

@testable import FireflyCore

@Suite struct ThreadOrderTests {
  private func post(_ id: Int, below parent: Int? = nil, at time: Double) -> Post {
    Post(
      id: id, parentID: parent, title: "post \(id)", createdAt: Date(timeIntervalSince1970: time))
  }

  @Test func threadsAreInTheOrderOfTheirLastPosts() {
    let posts = [
      post(9, below: 7, at: 90), post(8, at: 80), post(7, below: 2, at: 70), post(3, at: 30),
      post(2, at: 20), post(1, at: 10),
    ]
    let tops = ThreadOrder.tops(of: posts)
    #expect(tops.map(\.id) == [2, 8, 3, 1])
    #expect(tops[0].feed?.lastActivity == Date(timeIntervalSince1970: 90))
    #expect(ThreadOrder.tops(of: posts.reversed()).map(\.id) == [2, 8, 3, 1])
  }

  /// The highest known post stands for an unknown top, such as a profile; rings have none.
  @Test func unknownTopsAndRings() {
    let posts = [
      post(5, below: 99, at: 50), post(4, below: 3, at: 40), post(3, below: 4, at: 30),
      post(2, below: 2, at: 20), post(1, below: -1, at: 10),
    ]
    #expect(ThreadOrder.tops(of: posts).map(\.id) == [5, 1])
    #expect(ThreadOrder.tops(of: []).isEmpty)
  }
}

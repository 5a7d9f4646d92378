import Foundation
import Testing

@testable import FireflyClient

@Suite struct LeftoverSearchesTests {
  /// Several programs search at the same time: none forgets what another one left.
  @Test func noneIsForgotten() {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    @Sendable func search(_ number: Int) -> LeftoverSearches.Search {
      .init(account: "ada@example.org", words: "word \(number)", id: number)
    }
    DispatchQueue.concurrentPerform(iterations: 60) { number in
      let searches = LeftoverSearches(state: folder, server: "s")
      searches.add(search(number))
      if number.isMultiple(of: 2) { searches.remove(search(number)) }
    }
    let left = LeftoverSearches(state: folder, server: "s").all(of: "ADA@example.org")
    #expect(Set(left.map(\.id)) == Set((0..<60).filter { !$0.isMultiple(of: 2) }))
  }
}

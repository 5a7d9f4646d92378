import FireflyApp
import FireflyCore
import FireflyModel
import Foundation
import OddInputs
import Testing

@testable import FireflyClient

/// Each number of the small files on the disk may be any other: nothing ends the program.
@Suite struct OddNumberTests {
  private let state = FileManager.default.temporaryDirectory
    .appendingPathComponent("firefly-numbers-\(UUID().uuidString)")
  private let account: PersonID = "ada@example.org"

  @Test func smallFiles() async throws {
    try await use()
    let files = try FileManager.default.subpathsOfDirectory(atPath: state.path)
      .map { state.appendingPathComponent($0) }.filter { $0.pathExtension == "json" }
    #expect(files.count == 5)
    for file in files {
      let sample = try String(contentsOf: file, encoding: .utf8)
      for text in OddNumbers.variants(of: sample, with: OddNumbers.json) {
        try Data(text.utf8).write(to: file)
        try? await use()
      }
      try Data(sample.utf8).write(to: file)
    }
    try FileManager.default.removeItem(at: state)
  }

  /// Reads all files, and writes them.
  private func use() async throws {
    let marks = ReadMarkStore(state: state, server: "one") {
      Date(timeIntervalSince1970: 1_763_000_000)
    }
    _ = marks.marks(of: account).isUnread(8, createdAt: nil)
    marks.apply([.firstContact(highest: 5), .read([7, 1 << 52 + 5]), .unread([3])], to: account)
    marks.flush()
    let views = ViewStore(state: state, server: "one") {
      Date(timeIntervalSince1970: 1_763_000_000)
    }
    _ = (views.viewed(.posts), views.audience(of: .posts), views.density)
    views.explorerViewed(.posts, newest: Date(timeIntervalSince1970: 1_763_000_000))
    views.choose(.mine, in: .posts)
    views.flush()
    let later = LaterFile(state: state, server: "one", source: "here")
    _ = later.posts
    _ = try later.add(Post(id: 5, title: "t", createdAt: Date(), childCount: 2), address: nil)
    let positions = PositionsFile(state: state, server: "one")
    positions.write(positions.read() ?? SavedPositions(explorer: "posts"))
    let lists = ListStore(cache: state, server: "one", log: silent)
    _ = lists.list(.threads, of: account)
    await lists.save([Post(id: 5, title: "t", childCount: 2)], of: .threads, of: account)
  }
}

import FireflyCore
import Foundation
import Testing

@testable import FireflyStore

/// What a server that was killed has left among the uploads.
@Suite struct SweepingTests {
  @Test func onlyWhatBelongsToNothingGoes() async throws {
    let home = try await TemporaryStore.sample()
    let folder = home.store.uploads.folder
    let hex = { (digit: String) in String(repeating: digit, count: 32) }
    let (shown, deleted) = (hex("a") + ".png", hex("b") + ".webp")
    let strangers = [
      "cat.jpg", hex("c"), hex("C") + ".png", hex("d") + "0.png", ".hidden", ".\(UUID()).part",
      hex("e") + ".tar.gz",
    ]
    let orphans = [hex("0") + ".png", hex("1") + ".jpg"]
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for name in [shown, deleted] + strangers + orphans {
      try Data("picture".utf8).write(to: folder.appendingPathComponent(name))
    }
    try await home.sqlite.database.write { db in
      for (id, name) in [(6, shown), (7, deleted)] {
        try db.execute(
          sql: "UPDATE posts SET image_url = ? WHERE id = ?", arguments: ["/uploads/" + name, id])
      }
    }
    try await home.store.delete(7)
    func names() throws -> Set<String> {
      Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
    }
    let all = try names()
    // Within a day it may be on its way to a post.
    try await home.store.sweepPictures(at: Date(timeIntervalSinceNow: 86_000))
    #expect(try names() == all)
    try await home.store.sweepPictures(at: Date(timeIntervalSinceNow: 87_000))
    #expect(try names() == Set([shown, deleted] + strangers))
  }
}

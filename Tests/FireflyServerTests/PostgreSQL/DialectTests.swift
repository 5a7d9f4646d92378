import Foundation
import Testing

/// The SQL of the second store does without what the distributed engines lack, and what a pooler loses.
@Suite struct DialectTests {
  private static let sources = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Sources/FireflyServer/Store/PostgreSQL")

  @Test func onlyWhatEveryEngineHas() throws {
    let files = try FileManager.default.contentsOfDirectory(
      at: Self.sources, includingPropertiesForKeys: nil)
    #expect(files.count > 20)
    let refused: [Regex<Substring>] = [
      /\bltree\b/, /\bgist\b/, /\b(?:big|small)?serial\b/, /\b(?:un)?listen\b/, /\bnotify\b/,
      /\boffset\b/, /\bprepare\b/, /\bdeallocate\b/, /pg_(?:try_)?advisory/,
      /\btemp(?:orary)? table\b/, /\bplpgsql\b/, /\bset (?:session|statement|lock|time)/,
      /\bpg_snapshot/, /\btxid_/, /\bxmin\b/,
    ]
    for file in files {
      let text = try String(contentsOf: file, encoding: .utf8)
      for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
        .enumerated()
      where !line.drop(while: { $0 == " " }).hasPrefix("//") {
        for word in refused where line.lowercased().contains(word) {
          Issue.record("\(file.lastPathComponent):\(number + 1): \(line)")
        }
      }
    }
  }
}

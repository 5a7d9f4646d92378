import Foundation
import Testing

/// The SQL of the second store does without what the distributed engines lack, and what a pooler loses.
@Suite struct DialectTests {
  @Test func onlyWhatEveryEngineHas() throws {
    let refused: [Regex<Substring>] = [
      /\bltree\b/, /\bgist\b/, /\b(?:big|small)?serial\b/, /\b(?:un)?listen\b/, /\bnotify\b/,
      /\boffset\b/, /\bprepare\b/, /\bdeallocate\b/, /pg_(?:try_)?advisory/,
      /\btemp(?:orary)? table\b/, /\bplpgsql\b/, /\bset (?:session|statement|lock|time)/,
      /\bpg_snapshot/, /\btxid_/, /\bxmin\b/,
    ]
    let lines = try SeamTests.code(in: ["PostgreSQL", "SQL"].map { "FireflyStore/Store/\($0)" })
    #expect(lines.count > 3_000)
    for (file, number, line) in lines {
      for word in refused where line.lowercased().contains(word) {
        Issue.record("\(file):\(number): \(line)")
      }
    }
  }
}

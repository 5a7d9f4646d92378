import FireflyClient
import Foundation
import Testing

/// Files of the state folder and the cache folder are opened by their rows, and the manual names them.
@Suite struct KeptFileTests {
  @Test func allFilesHaveRows() throws {
    let files = Documents.paths(below: ["Sources/FireflyRuntime", "Sources/firefly"])
      .filter { $0.hasSuffix(".swift") }
    let found = try files.filter {
      try Documents.read($0).contains(/\b(state|cache)\.appendingPathComponent\(/)
    }
    #expect(found.isEmpty, "\(found)")
  }

  @Test func theManualNamesThem() throws {
    let manual = try Documents.read("Documentation/firefly.1").replacing("\\-", with: "-")
    let files = manual.split(separator: ".SH FILES", maxSplits: 1).last ?? ""
    for kept in KeptFile.allCases {
      #expect(files.contains(kept.rawValue), "\(kept)")
    }
  }
}

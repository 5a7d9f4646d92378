import Foundation
import Testing

/// A feature has its own state: the whole one belongs to `App`.
@Suite struct OwnStateTests {
  private static let app = "Sources/FireflyApp"

  /// How often the folders of features name the whole state.
  ///
  /// Each number may only fall; a folder that is not here names it nowhere.
  private static let names = [
    "Article": 1, "Links": 2, "Lists": 1, "Loading": 1, "Marks": 1, "Menu": 1, "Offline": 1,
    "Pictures": 1, "Settings": 1, "Thread": 2, "Writing": 2,
  ]

  @Test func onlyAppHasTheWholeState() throws {
    var found: [String: Int] = [:]
    for path in Documents.paths(below: [Self.app]) where path.hasSuffix(".swift") {
      let folder = path.dropFirst(Self.app.count + 1).prefix { $0 != "/" }
      guard folder != "App" else { continue }
      let count = try Documents.read(path).matches(of: /\bAppState\b/).count
      if count > 0 { found[String(folder), default: 0] += count }
    }
    #expect(found == Self.names)
  }
}

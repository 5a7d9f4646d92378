import Foundation
import Testing

/// A feature has its own state: the whole one belongs to `App`.
@Suite struct OwnStateTests {
  private static let app = "Sources/FireflyApp"

  /// How often the folders of features name the whole state.
  ///
  /// Each number may only fall; a folder that is not here names it nowhere.
  private static let names = [
    "Article": 1, "Automation": 3, "Badges": 1, "Cards": 1, "Columns": 2, "Focus": 3,
    "LineMode": 11, "Links": 2, "Lists": 1, "Loading": 1, "Marks": 1, "Menu": 1, "Offline": 1,
    "Palette": 1, "Pictures": 1, "Places": 3, "ReadMarks": 7, "Settings": 1, "SignIn": 2,
    "Thread": 2, "Writing": 2,
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

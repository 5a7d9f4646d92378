import Foundation
import Testing

/// A feature has its own state: the whole one belongs to `App`, others can only read it.
@Suite struct OwnStateTests {
  private static let app = "Sources/FireflyApp"

  @Test func onlyAppHasTheWholeState() throws {
    let others = Documents.paths(below: [Self.app]).filter {
      $0.hasSuffix(".swift") && !$0.hasPrefix(Self.app + "/App/")
    }
    #expect(others.count > 200)
    for path in others {
      #expect(try Documents.read(path).firstMatch(of: /\bAppState\b/) == nil, "\(path)")
    }
  }

  /// Layers say what they are, and what line mode does with lines (`LineUse`).
  @Test func lineModeAsksForNoKindOfLayer() throws {
    for folder in [Self.app + "/LineMode", "Sources/FireflyRuntime/LineMode"] {
      for path in Documents.paths(below: [folder]) where path.hasSuffix(".swift") {
        #expect(try Documents.read(path).firstMatch(of: /\btop\)? (as\?|is)\s/) == nil, "\(path)")
      }
    }
  }
}

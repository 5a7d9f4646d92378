import FireflyCore
import Foundation
import Testing

@testable import FireflyClient

/// What was imported in a shell is taken back by the program that is started next, within a day.
@Suite struct LastImportTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("firefly-import-\(UUID().uuidString)")
  private let server = SiteID(ofOwnServer: "one")
  private let now = Date(timeIntervalSince1970: 1_763_208_000)

  private func take(of server: SiteID, after seconds: Double) -> LastImport? {
    LastImport.take(of: server, in: folder, at: now + seconds) { Issue.record("\($0)") }
  }

  private func keep() {
    LastImport([7, 8], changed: 3, on: server, at: now).keep(in: folder) { Issue.record("\($0)") }
  }

  @Test func theNextProgramHasItOnce() {
    keep()
    #expect(take(of: SiteID(ofOwnServer: "two"), after: 60) == nil)
    let last = take(of: server, after: 60)
    #expect(last?.new == [7, 8] && last?.changed == 3)
    #expect(take(of: server, after: 60) == nil)
  }

  @Test func itIsForgottenAfterADay() {
    keep()
    #expect(take(of: server, after: 90_000) == nil)
    #expect(take(of: server, after: 60) == nil)
  }
}

import FireflyCore
import Foundation
import Testing

@testable import FireflyClient

/// A program that was stopped while it holds a lock.
@Suite struct StoppedProgramTests {
  @Test func aLockIsNotWaitedForWithoutLimit() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "firefly-lock-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = PrivateFile(url: folder.appendingPathComponent("file"))
    let held = try file.lock()
    #expect(throws: SystemProblem.self) { _ = try file.lock(within: 0.05) }
    close(held)
    close(try file.lock(within: 0.05))
  }
}

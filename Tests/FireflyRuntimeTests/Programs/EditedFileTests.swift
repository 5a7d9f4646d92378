import Foundation
import Testing

@testable import FireflyClient

/// Files that editors have left: what is kept elsewhere goes one day, all else stays.
@Suite struct EditedFileSweepingTests {
  private let home = TemporaryState()
  private var later: Date { Date(timeIntervalSinceNow: 20 * 86_400) }

  private func file(_ text: String = "---\ntitle: a\n---\nwords\n") throws -> EditedFile {
    try EditedFile(text, in: [home.state.path])
  }

  private func isThere(_ file: EditedFile) -> Bool {
    FileManager.default.fileExists(atPath: file.path)
  }

  private func sweep(_ now: Date) { EditedFile.sweep(home.state.path, now: now) }

  @Test func unchangedDraftsAreRemoved() throws {
    let file = try file()
    sweep(later)
    #expect(isThere(file))
    file.markOriginalSaved()
    sweep(Date())
    #expect(isThere(file))
    sweep(later)
    #expect(!isThere(file))
  }

  @Test func changedWordsStayUntilTheyAreKept() throws {
    let file = try file()
    file.markOriginalSaved()
    let words = "---\ntitle: a\n---\nother words\n"
    try Data(words.utf8).write(to: URL(fileURLWithPath: file.path))
    sweep(later)
    #expect(isThere(file))
    file.markSaved(words)
    sweep(Date())
    #expect(isThere(file))
    sweep(later)
    #expect(!isThere(file))
  }

  @Test func filesOfTheEditorItselfStay() throws {
    let file = try file()
    file.markOriginalSaved()
    let folder = (file.path as NSString).deletingLastPathComponent
    try Data("words".utf8).write(to: URL(fileURLWithPath: folder + "/.post.md.swp"))
    sweep(later)
    #expect(isThere(file))
  }

  /// Versions before have noted nothing: what has words stays.
  @Test func filesOfBefore() throws {
    let (full, empty) = (try file(), try file("---\ntitle: \nsummary: \n---\n\n"))
    sweep(later)
    #expect(isThere(full) && !isThere(empty))
    // Nothing else of the folder is touched.
    try Data().write(to: home.state.appendingPathComponent("notes"))
    sweep(later)
    #expect(FileManager.default.fileExists(atPath: home.state.appendingPathComponent("notes").path))
  }
}

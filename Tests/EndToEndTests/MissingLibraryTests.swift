import Foundation
import OwnThreads
import TerminalHarness
import Testing

/// Libraries that pictures need and that are not installed.
@Suite(.serialized, .ownThreads) struct MissingLibraryTests {
  /// Starts where files that are no libraries stand before the real ones.
  private func start(without files: [String], _ post: SamplePost) throws -> FireflySession {
    let home = try FireflyHome()
    for file in files { try home.write("no library", to: "broken/\(file)") }
    return try FireflySession.start(
      among: [post], home: home, environment: ["LD_LIBRARY_PATH": home.path + "/broken"])
  }

  @Test(arguments: [
    (["libgdk_pixbuf-2.0.so.0"], "apt install libgdk-pixbuf-2.0-0."),
    (["libchafa.so.0"], "apt install libchafa0."),
  ])
  func theSentenceNamesThePackage(files: [String], sentence: String) throws {
    var post = SamplePost(title: "a meadow", body: "It is green.")
    post.imageURL = "/uploads/meadow.jpg"
    let session = try start(without: files, post)
    try session.terminal.wait(for: sentence)
    #expect(try session.quit() == .code(0))
  }
}

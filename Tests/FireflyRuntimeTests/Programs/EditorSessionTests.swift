import FireflyApp
import FireflyCore
import FireflyScreen
import Foundation
import Testing

@testable import FireflyClient

/// The user's own editor, as far as the loop knows of it.
@Suite struct EditorSessionTests {
  /// A folder with a script that stands for the editor.
  private final class Desk {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    let environment: [String: String]

    init(_ script: String) throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let file = folder.appending(path: "editor.sh")
      try "cd '\(folder.path)'\n\(script)\n".write(to: file, atomically: true, encoding: .utf8)
      environment = ["VISUAL": "sh \(file.path)", "PATH": "/usr/bin:/bin", "TMPDIR": folder.path]
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    var editor: ExternalEditor { ExternalEditor(environment: environment, state: folder) }

    func has(_ name: String) -> Bool {
      FileManager.default.fileExists(atPath: folder.appending(path: name).path)
    }

    func make(_ name: String) throws { try Data().write(to: folder.appending(path: name)) }

    var left: [String] {
      let names = FileManager.default.enumerator(atPath: folder.path)?
        .compactMap { $0 as? String }
      return (names ?? []).filter { $0.hasSuffix("post.md") }
    }
  }

  /// While the editor has the terminal nothing is drawn, no key is lost, and what comes waits.
  @Test func everythingWaits() async throws {
    let desk = try Desk(
      "touch open; while test -e editor.sh && ! test -e go; do sleep 0.01; done; echo changed >> \"$1\""
    )
    try await Stage.run(editor: desk.editor) { stage, server in
      try await stage.start(among: 3, on: server)
      stage.press(.character("e"))
      try await stage.shows("Ctrl-S save")
      stage.press(.control("x"), .control("e"), .character("!"))
      try await waitUntil("the editor") { desk.has("open") && stage.runtime.isTerminalHandedOver }
      let shows = stage.screen.shows
      stage.runtime.send(.noted("from elsewhere", isError: false))
      stage.runtime.sizeChanged()
      stage.press(.character("?"))
      try await Task.sleep(for: .milliseconds(50))
      #expect(stage.screen.shows == shows)
      #expect(desk.left.count == 1)
      try desk.make("go")
      try await waitUntil("the return") { !stage.runtime.isTerminalHandedOver }
      try await stage.shows("!?")
      try await stage.shows("from elsewhere")
      try await waitUntil("the file to go") { desk.left.isEmpty }
    }
  }

  /// An editor that doesn't end with us is left behind, with its file.
  @Test func anEditorThatWontEnd() async throws {
    let desk = try Desk(
      "trap '' TERM; touch open; while test -e editor.sh && ! test -e go; do sleep 0.01; done")
    try await Stage.run(editor: desk.editor) { stage, server in
      try await stage.start(among: 3, on: server)
      stage.press(.character("e"))
      try await stage.shows("Ctrl-S save")
      stage.press(.control("x"), .control("e"))
      try await waitUntil("the editor") { desk.has("open") }
      // It goes on until it is told to end, below.
      await withCheckedContinuation { done in
        stage.runtime.endForeground(by: SIGTERM) { done.resume() }
      }
      #expect(desk.left.count == 1)
      try desk.make("go")
    }
  }

  @Test func fileAndPermissions() async throws {
    let desk = try Desk("true")
    let edit = try desk.editor.prepare("words\n")
    let file = desk.folder.path + "/" + (desk.left.first ?? "")
    let attributes = try FileManager.default.attributesOfItem(atPath: file)
    #expect((attributes[.posixPermissions] as? Int) == 0o600)
    #expect(try await edit.run() == .untouched)
    // An editor that has forked may save later.
    #expect(desk.left.count == 1)
    // Where the state can't be written to, the temporary folder does.
    try Data().write(to: desk.folder.appending(path: "file"))
    let other = ExternalEditor(
      environment: desk.environment, state: desk.folder.appending(path: "file"))
    #expect(try await other.prepare("words\n").run() == .untouched)
    let none = ExternalEditor(
      environment: desk.environment.merging(["TMPDIR": desk.folder.path + "/file"]) { $1 },
      state: desk.folder.appending(path: "file"))
    #expect(throws: ExternalEditor.Problem.self) { _ = try none.prepare("words\n") }
  }
}

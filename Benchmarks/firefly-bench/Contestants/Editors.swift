/// Editors of terminals, each as it is without settings, but for rows that end where the screen does.
enum Editors {
  /// How they are called, and started with a file.
  private static let commands: [(name: String, command: [String], opening: [(String, String)])] = [
    ("nano", ["nano", "-I", "-S"], []),
    ("vim", ["vim", "-u", "NONE", "-N", "-n"], [("i", "INSERT")]),
    ("micro", ["micro", "-softwrap", "true", "-autosave", "0"], []),
  ]

  /// All names.
  static var names: [String] { commands.map(\.name) }

  /// An editor with a long text and an empty one; nil if there is none of that name.
  ///
  /// - Throws: Foundation's error.
  static func contestant(_ name: String, in workspace: Workspace) throws -> Contestant? {
    guard let editor = commands.first(where: { $0.name == name }) else { return nil }
    let long = try workspace.write(SampleText.essay("an essay") + "\n", to: "essay.txt")
    let empty = try workspace.write("", to: "empty.txt")
    func opening(_ file: String, _ ready: String) -> Contestant.Writing.Opening {
      Contestant.Writing.Opening(
        command: editor.command + [file], ready: ready, steps: editor.opening)
    }
    return Contestant(
      name: name, command: [], isReady: { _ in true }, home: "", position: { _ in nil },
      writing: Contestant.Writing(
        long: opening(long, "an essay"), empty: opening(empty, "empty.txt")),
      hasLists: false)
  }
}

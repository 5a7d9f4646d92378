import FireflyClient
import FireflyCore
import FireflyModel
import Foundation

extension CommandContext {
  /// A queue of its own: an import may take minutes, and drafts are saved meanwhile.
  private static let importing = DispatchQueue(label: "firefly.import")

  /// Imports a file or folder into the user's own server, or follows the feeds of a file in OPML, as the verbs do.
  ///
  /// - Parameter typed: the path, as the user types it.
  /// - Returns: what the verb has said, and whether it is followed as feeds, or why it failed.
  package func importFile(
    _ typed: String
  ) async -> Result<(words: String, isFeeds: Bool, roots: [Int]), LoadFailure> {
    await BlockingThread.run(on: Self.importing) {
      guard let path = String(validating: TypedPath(typed).bytes, as: UTF8.self) else {
        return .failure(
          LoadFailure(.refused, "The name is not UTF-8: use firefly import in a shell."))
      }
      let hasFeeds =
        ["opml", "xml"].contains(URL(fileURLWithPath: path).pathExtension.lowercased())
        && ImportSource(path: path, isPrivate: false).feedCount > 0
      let own = database.map { ["--database", $0] } ?? []
      let arguments =
        hasFeeds
        ? ["feeds", "--add", "--", path]
        : ["import", "--data", paths.data.path] + own + ["--", path]
      let (said, printed) = (KeptOutput(), KeptOutput())
      var verb = VerbEnvironment(
        input: KeptInput(), output: printed, error: said, variables: environment, folder: nil)
      (verb.configuration, verb.isInShell) = (type(of: configuration), false)
      let status = VerbEnvironment.$current.withValue(verb) { Firefly.status(of: arguments) }
      let lines = said.text.split(separator: "\n").map { line in
        line.hasPrefix("firefly: ") ? line.dropFirst(9) : line
      }
      // They are lines of a shell: “guessed: 2 dates”.
      let sentences = lines.enumerated().map { index, line in
        (index == 0 ? String(line) : line.prefix(1).uppercased() + line.dropFirst())
          + (line.last.map(".!?".contains) == true ? "" : ".")
      }
      let words = sentences.joined(separator: " ")
      guard status == EXIT_SUCCESS else { return .failure(LoadFailure(.refused, words)) }
      return .success(
        hasFeeds
          ? (words, true, [])
          : (
            words.isEmpty ? "Imported." : "Imported: " + words, false,
            printed.text.split(separator: "\n").compactMap { Int($0) }
          ))
    }
  }
}

import FireflyClient
import FireflyCore
import FireflyModel
import FireflyStore
import Foundation
import Synchronization

extension CommandContext {
  /// A queue of its own: an import may take minutes, and drafts are saved meanwhile.
  private static let importing = DispatchQueue(label: "firefly.import")

  /// Imports a file or folder into the user's own server, or follows the feeds of a file in OPML, as the verbs do.
  ///
  /// - Parameter typed: the path, as the user types it.
  /// - Returns: what the verb has said, whether it is followed as feeds, the topmost and the new posts, and the number of
  ///   those that it has changed; or why it failed.
  package func importFile(
    _ typed: String
  ) async -> Result<
    (words: String, isFeeds: Bool, roots: [Int], new: [Int], changed: Int), LoadFailure
  > {
    await BlockingThread.run(on: Self.importing) {
      guard !typed.contains("://") || typed.hasPrefix("file://") else {
        return .failure(
          LoadFailure(
            .refused,
            "\(typed.shortened(to: 60)) is an address. The list of places goes there; a file or folder is imported."
          ))
      }
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
      let kept = KeptResult()
      verb.onImport = { result in kept.result.withLock { $0 = result } }
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
      let result = kept.result.withLock(\.self)
      return .success(
        hasFeeds
          ? (words, true, [], [], 0)
          : (
            words.isEmpty ? "Imported." : "Imported: " + words, false,
            result?.roots ?? [], result?.new ?? [], result?.updated ?? 0
          ))
    }
  }

  /// Takes back posts that came to the user's own server by an import.
  ///
  /// - Parameter changed: number of posts that it has changed, which stay so.
  package func takeBack(
    _ ids: [Int], changed: Int
  ) async -> Result<TakenBack, LoadFailure> {
    do {
      var taken = try await openStore().takeBack(ids, at: Date())
      taken.changed = changed
      return .success(taken)
    } catch {
      return .failure(LoadFailure(.refused, Failure(error).description))
    }
  }
}

/// What an import has done.
private final class KeptResult: Sendable {
  let result = Mutex<ImportResult?>(nil)
}

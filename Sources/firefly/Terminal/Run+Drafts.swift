import FireflyClient
import FireflyCore
import FireflyVerbs
import Foundation

// The drafts of a run, and what other programs do with them.
extension Run {
  /// The drafts that could not be written.
  var unwritten: [(draft: Draft, problem: DraftError)] { drafts?.unwritten ?? [] }

  /// Prints drafts that could not be written, because they would be lost.
  func printUnwritten() {
    for (draft, problem) in unwritten where !draft.words.isEmpty {
      // On the terminal, wherever standard error leads.
      StandardStreams.confirm(
        "Your text could not be kept: \(problem.reason) Here it is:\n\n\(draft.words.printed)")
    }
  }

  /// Returns the store of the drafts, which tells what could not be written.
  func draftStore() -> DraftStore {
    DraftStore(DraftFolder(state: context.paths.state)) { [weak self] report in
      let complaint: String? =
        switch report {
        case .failed(_, let error): error.description
        case .recovered: nil
        case .damaged(let path): DraftError.damaged(path).description
        }
      Task { @MainActor in
        self?.runtime?.send(.editor(.draftReported(complaint: complaint)))
      }
    }
  }

  /// Counts drafts that other programs write and remove.
  func watchDrafts() {
    guard let folder = drafts?.folder.folder else { return }
    var known = Self.times(of: folder)
    draftsWatch = FileWatch(folder: folder) { [weak self] in
      // To read a draft, its lock is opened, which is a change of the folder, too.
      let times = Self.times(of: folder)
      guard times != known else { return }
      known = times
      self?.runtime?.send(.editor(.draftsChanged))
    }
  }

  /// Returns when the drafts in a folder were changed, by their files.
  private static func times(of folder: URL) -> [String: Date] {
    let files = try? FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: [.contentModificationDateKey])
    return (files ?? []).filter { $0.pathExtension == "json" }.reduce(into: [:]) { times, file in
      let values = try? file.resourceValues(forKeys: [.contentModificationDateKey])
      times[file.lastPathComponent] = values?.contentModificationDate
    }
  }
}

import FireflyCore
import FireflyVerbs
import Foundation

// What other programs mark and write while this one runs.
extension Run {
  /// Learns which posts the account has read in other programs, as soon as they have written it.
  func watchMarks() {
    guard let marks else { return }
    marksWatch = FileWatch(folder: marks.folder) { [weak self] in
      guard let runtime = self?.runtime, runtime.state.settings.readMarks else { return }
      let account = runtime.state.account.key
      Task {
        let new = await BlockingThread.run { marks.marksChangedElsewhere(of: account) }
        guard let new, runtime.state.account.key == account else { return }
        runtime.send(.readMarks(.changedElsewhere(new)))
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

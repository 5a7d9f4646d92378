import FireflyCore
import FireflyVerbs
import Foundation

// What other programs mark while this one runs.
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
}

import FireflyAPI
import FireflyApp
import FireflyClient
import FireflyCore
import FireflyVerbs
import Foundation

// What other programs mark while this one runs.
extension Run {
  /// Returns what keeps the marks in step with the server of a session.
  func sharedMarks(of connection: Connection, _ client: any PostsClient) -> MarksSync? {
    let send = { @Sendable [weak self] (action: Action) in
      Task { @MainActor [weak self] in
        // The user may be elsewhere by now.
        guard let self, self.connection?.accountID == connection.accountID,
          self.connection?.credentials.account.key == connection.credentials.account.key
        else { return }
        runtime?.send(action)
      }
    }
    return context.sharedMarks(
      of: connection, client,
      laterChanged: { _ = send(.later(.response(.success($0), said: nil))) },
      refused: { _ = send(.readMarks(.sharingRefused)) })
  }

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

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
    let account = connection.credentials.account.key.map { AccountID($0, on: connection.accountID) }
    return context.sharedMarks(of: connection, client) { [weak self] posts in
      Task { @MainActor [weak self] in
        self?.send(.later(.response(.success(posts), said: nil)), to: account)
      }
    }
  }

  /// Sends an action, unless the user is elsewhere by now.
  func send(_ action: Action, to account: AccountID?) {
    guard let connection, let key = connection.credentials.account.key,
      AccountID(key, on: connection.accountID) == account
    else { return }
    runtime?.send(action)
  }

  /// Waits until what was marked is at the server or service, a while.
  func waitForService() {
    let settled = DispatchSemaphore(value: 0)
    Task.detached { [client, shared] in
      await client?.settle()
      await shared?.settle()
      settled.signal()
    }
    _ = settled.wait(timeout: .now() + 3)
    if let connection { context.sayUnsent(of: keys[connection.accountID], at: connection) }
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

import Foundation
import FoundationNetworking
import Synchronization

/// Hands what happens to the tasks of a session to their transfers.
final class SessionDelegate: NSObject, URLSessionDataDelegate, Sendable {
  private let transfers = Mutex<[Int: Transfer]>([:])

  /// Connects a transfer with the task that it is about.
  func connect(_ transfer: Transfer, to task: URLSessionTask) {
    transfers.withLock { $0[task.taskIdentifier] = transfer }
  }

  private func transfer(of task: URLSessionTask) -> Transfer? {
    transfers.withLock { $0[task.taskIdentifier] }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    let isWanted = transfer(of: dataTask)?.receive(response) ?? false
    completionHandler(isWanted ? .allow : .cancel)
    // On Linux the disposition is ignored.
    if !isWanted { dataTask.cancel() }
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    guard let (isWanted, isHeld) = transfer(of: dataTask)?.receive(data) else { return }
    if !isWanted {
      dataTask.cancel()
    } else if isHeld {
      dataTask.suspend()
    }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    let follows =
      transfer(of: task)?.follows(redirectTo: request, from: task.currentRequest) ?? false
    completionHandler(follows ? request : nil)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let transfer = transfers.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    if let error {
      transfer?.end(.failed((error as? URLError)?.code ?? .unknown))
    } else {
      transfer?.end(.complete)
    }
  }
}

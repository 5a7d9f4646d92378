import Foundation
import FoundationNetworking
import Synchronization

/// A session that carries one request at a time.
///
/// Several requests of one session share a work queue on Linux, and two answers that come faster than
/// they are read keep it busy for ever: then nothing can be cancelled or begun on it. So each request
/// has a line to itself, and a line that had to hang up is not used again.
final class Line: Sendable {
  private let session: URLSession
  private let delegate = Delegate()
  // The session may let its callers wait; the threads of the tasks must not.
  private let control = DispatchQueue(label: "firefly.line")

  init() {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    configuration.httpCookieAcceptPolicy = .never
    configuration.httpShouldSetCookies = false
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.httpMaximumConnectionsPerHost = 1
    // Transfers have a watchdog of their own, which counts the whole request.
    configuration.timeoutIntervalForRequest = 300
    session = URLSession(
      configuration: configuration, delegate: delegate, delegateQueue: InlineQueue())
  }

  deinit {
    control.async { [session] in session.finishTasksAndInvalidate() }
  }

  /// Sends a request, of which the transfer is told everything.
  func send(_ request: URLRequest, for transfer: Transfer) {
    control.async { [session, delegate] in
      delegate.transfer.withLock { $0 = transfer }
      transfer.start(session.dataTask(with: request))
    }
  }

  /// Breaks off what is under way; the line can't be used any more.
  func hangUp() {
    control.async { [delegate] in
      // Not under the lock: stopping waits for the session, which may be waiting for the delegate.
      delegate.transfer.withLock { $0.take() }?.stop()
    }
  }

  /// Hands what happens to the transfer.
  private final class Delegate: NSObject, URLSessionDataDelegate, Sendable {
    let transfer = Mutex<Transfer?>(nil)

    private var current: Transfer? { transfer.withLock { $0 } }

    func urlSession(
      _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
      completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
      current?.receive(response)
      // On Linux the disposition is ignored: what is not wanted is broken off by `hangUp`.
      completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      current?.receive(data)
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask,
      willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
      completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
      let follows = current?.follows(redirectTo: request, from: task.currentRequest) ?? false
      completionHandler(follows ? request : nil)
    }

    /// Answers no challenge: a 401 is a refusal like any other.
    func urlSession(
      _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
      completionHandler:
        @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?)
        -> Void
    ) {
      // Answering would cancel the task from within its own queue, and stop there.
      current?.refuse(challenge.failureResponse)
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
      current?.complete(error)
    }
  }
}

/// The lines to one server: those that are free are used again.
final class Lines: Sendable {
  private let free = Mutex<[Line]>([])

  /// A free line, or a new one.
  func take() -> Line {
    free.withLock { $0.popLast() } ?? Line()
  }

  /// Gives a line back whose request is over.
  func giveBack(_ line: Line) {
    free.withLock { $0.append(line) }
  }
}

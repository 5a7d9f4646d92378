import Foundation
import FoundationNetworking
import Synchronization

/// A session that carries one request at a time.
///
/// It keeps its connection open for the next request. A cancelled line is not reused.
final class Line: Sendable {
  private let session: URLSession
  private let delegate: Delegate
  // The session may block its callers; cooperative threads must not be blocked.
  private let control = DispatchQueue(label: "firefly.line")

  /// - Parameter server: the server, which may be behind a Unix socket.
  init(to server: ServerAddress) {
    delegate = Delegate(server: server)
    // Not the ephemeral configuration: its cache creates a folder.
    let configuration = URLSessionConfiguration.default
    configuration.httpCookieStorage = nil
    configuration.httpCookieAcceptPolicy = .never
    configuration.httpShouldSetCookies = false
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.protocolClasses = [TransferProtocol.self]
    session = URLSession(
      configuration: configuration, delegate: delegate, delegateQueue: InlineQueue())
  }

  deinit {
    control.async { [session] in session.finishTasksAndInvalidate() }
  }

  /// Sends a request and reports its events to the transfer.
  func send(_ request: URLRequest, for transfer: Transfer) {
    control.async { [session, delegate] in
      delegate.inTurn {
        delegate.transfer.withLock { $0 = transfer }
        transfer.start(session.dataTask(with: request))
      }
    }
  }

  /// Releases a finished transfer, whose response would otherwise stay in memory while the line is
  /// idle.
  func forget(_ transfer: Transfer) {
    control.async { [delegate] in
      delegate.inTurn {
        delegate.transfer.withLock { if $0 === transfer { $0 = nil } }
      }
    }
  }

  /// Cancels the transfer in flight; the line can't be used afterwards.
  func hangUp() {
    control.async { [delegate] in
      delegate.inTurn {
        // Not while holding the transfer's lock, which the delegate needs to handle the end.
        let transfer = delegate.transfer.withLock { $0.take() }
        transfer?.stop()
      }
    }
  }

  /// Forwards the session's events to the transfer.
  final class Delegate: NSObject, URLSessionDataDelegate, Sendable {
    fileprivate let transfer = Mutex<Transfer?>(nil)
    private let server: ServerAddress
    private let connection = Mutex<Wire?>(nil)
    private let turn = Mutex(())

    fileprivate init(server: ServerAddress) { self.server = server }

    /// The transfer in flight.
    var current: Transfer? { transfer.withLock { $0 } }

    /// Serializes access to the session's tasks.
    ///
    /// The session looks its tasks up in a table without a lock, and crashes if it doesn't find
    /// one: a task must not start or be cancelled while another one, or itself, ends. Never call
    /// this on the session's own queue, which cancelling a task waits for.
    fileprivate func inTurn(_ work: () -> Void) { turn.withLock { _ in work() } }

    /// Reports an event of the transfer in flight to the session, unless it has been cancelled.
    func tell(_ work: () -> Void) {
      inTurn { if current != nil { work() } }
    }

    /// The connection of the line; nil only if memory runs out.
    func wire() -> Wire? {
      connection.withLock { connection in
        connection = connection ?? Wire(to: server)
        return connection
      }
    }

    func urlSession(
      _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
      completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
      current?.responseReceived(response)
      // On Linux the disposition is ignored: `hangUp` cancels unwanted transfers.
      completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      current?.dataReceived(data)
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
      current?.complete(error)
    }
  }
}

/// The lines to one server; idle lines are reused.
final class Lines: Sendable {
  private let server: ServerAddress
  private let free = Mutex<[Line]>([])

  init(to server: ServerAddress) { self.server = server }

  /// Removes an idle line from the pool, or creates a line.
  func take() -> Line {
    free.withLock { $0.popLast() } ?? Line(to: server)
  }

  /// Returns a line whose request has ended to the pool.
  func giveBack(_ line: Line) {
    free.withLock { $0.append(line) }
  }
}

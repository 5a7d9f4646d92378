import Foundation
import FoundationNetworking
import Synchronization

/// A session that carries one request at a time.
///
/// It keeps its connection for the next one, as long as the server does. A line that had to hang up is
/// not used again.
final class Line: Sendable {
  private let session: URLSession
  private let delegate: Delegate
  // The session may let its callers wait; the threads of the tasks must not.
  private let control = DispatchQueue(label: "firefly.line")

  /// - Parameter server: may be reached by a socket.
  init(to server: ServerAddress) {
    delegate = Delegate(server: server)
    // Not the ephemeral one, which brings a cache of its own that makes a folder for itself.
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

  /// Sends a request, of which the transfer is told everything.
  func send(_ request: URLRequest, for transfer: Transfer) {
    control.async { [session, delegate] in
      delegate.inTurn {
        delegate.transfer.withLock { $0 = transfer }
        transfer.start(session.dataTask(with: request))
      }
    }
  }

  /// Lets go of a transfer that is over: what it has received would stay in memory while the line is idle.
  func forget(_ transfer: Transfer) {
    control.async { [delegate] in
      delegate.inTurn {
        delegate.transfer.withLock { if $0 === transfer { $0 = nil } }
      }
    }
  }

  /// Breaks off what is under way; the line can't be used any more.
  func hangUp() {
    control.async { [delegate] in
      delegate.inTurn {
        // Not under the lock of the transfer, which the delegate takes while it is told of the end.
        let transfer = delegate.transfer.withLock { $0.take() }
        transfer?.stop()
      }
    }
  }

  /// Hands what happens to the transfer.
  final class Delegate: NSObject, URLSessionDataDelegate, Sendable {
    fileprivate let transfer = Mutex<Transfer?>(nil)
    private let server: ServerAddress
    private let connection = Mutex<Wire?>(nil)
    private let turn = Mutex(())

    fileprivate init(server: ServerAddress) { self.server = server }

    /// The transfer that is under way.
    var current: Transfer? { transfer.withLock { $0 } }

    /// Does what concerns the session's tasks while nobody else does.
    ///
    /// The session looks its tasks up in a table without a lock, and ends the process where one isn't in
    /// it any more: a task must neither begin nor be cancelled while the one before, or itself, ends.
    /// Never called on the session's own queue, for which a task that is cancelled waits.
    fileprivate func inTurn(_ work: () -> Void) { turn.withLock { _ in work() } }

    /// Tells the session something of the transfer under way, unless that has been hung up.
    func tell(_ work: () -> Void) {
      inTurn { if current != nil { work() } }
    }

    /// The connection of the line; nil only if there is no memory for it.
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
      current?.receive(response)
      // On Linux the disposition is ignored: what is not wanted is broken off by `hangUp`.
      completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      current?.receive(data)
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
  private let server: ServerAddress
  private let free = Mutex<[Line]>([])

  init(to server: ServerAddress) { self.server = server }

  /// A free line, or a new one.
  func take() -> Line {
    free.withLock { $0.popLast() } ?? Line(to: server)
  }

  /// Gives a line back whose request is over.
  func giveBack(_ line: Line) {
    free.withLock { $0.append(line) }
  }
}

import Foundation
import FoundationNetworking

/// What a line's session loads http and https with, instead of URLSession's own protocol.
///
/// That one ends the process where a server hangs up within the head of an answer, names a length of
/// 2⁶³ − 1 or asks for a password in a way it doesn't know, and has no hook to prevent it.
final class TransferProtocol: URLProtocol, Exchange.Receiver {
  private let stopped = StopFlag()

  override class func canInit(with request: URLRequest) -> Bool {
    ["http", "https"].contains(request.url?.scheme?.lowercased() ?? "")
  }

  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  // Looked up once, while the session begins the task: later it may be letting go of both at the moment
  // they are asked for, which ends the process.
  private var line: Line.Delegate?

  override func startLoading() {
    line = task?.delegate as? Line.Delegate
    // The thread has it for itself: from here on others only set the flag.
    nonisolated(unsafe) let loader = self
    let thread = Thread { [stopped] in
      guard let wire = loader.line?.wire() else { return loader.finish(.resourceUnavailable) }
      stopped.wakes(wire)
      let exchange = Exchange(over: wire, stopped: stopped, receiver: loader)
      loader.finish(exchange.run(loader.request))
    }
    thread.name = "firefly.transfer"
    thread.start()
  }

  override func stopLoading() {
    stopped.set()
  }

  func receive(_ head: HTTPURLResponse) {
    line?.tell { client?.urlProtocol(self, didReceive: head, cacheStoragePolicy: .notAllowed) }
  }

  func receive(_ body: Data) {
    line?.tell { client?.urlProtocol(self, didLoad: body) }
  }

  func sent(byteCount: Int) { line?.current?.sent(byteCount: byteCount) }

  func follows(redirectTo new: URLRequest, from old: URLRequest) -> Bool {
    line?.current?.follows(redirectTo: new, from: old) ?? false
  }

  private func finish(_ error: URLError.Code?) {
    line?.tell {
      if let error {
        client?.urlProtocol(self, didFailWithError: URLError(error))
      } else {
        client?.urlProtocolDidFinishLoading(self)
      }
    }
  }
}

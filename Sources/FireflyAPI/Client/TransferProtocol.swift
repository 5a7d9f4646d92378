import Foundation
import FoundationNetworking

/// Loads http and https for a line's session, instead of URLSession's own protocol.
///
/// That one crashes if a server hangs up within a header, sends a length of 2⁶³ − 1, or requests an
/// unknown kind of authentication, and has no hook to prevent it.
final class TransferProtocol: URLProtocol, Exchange.Receiver {
  private let stopped = StopFlag()

  override class func canInit(with request: URLRequest) -> Bool {
    ["http", "https"].contains(request.url?.scheme?.lowercased() ?? "")
  }

  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  // Looked up once, while the session starts the task. Later the session may release both during
  // the call, which would crash.
  private var line: Line.Delegate?

  override func startLoading() {
    line = task?.delegate as? Line.Delegate
    // Owned by the thread from here on; other threads only set the flag.
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

  func responseReceived(_ head: HTTPURLResponse) {
    line?.tell { client?.urlProtocol(self, didReceive: head, cacheStoragePolicy: .notAllowed) }
  }

  func dataReceived(_ body: Data) {
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

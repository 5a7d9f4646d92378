import Foundation
import FoundationNetworking

/// What a line's session loads http and https with, instead of URLSession's own protocol.
///
/// That one ends the process where a server hangs up within the head of an answer, names a length of
/// 2⁶³ − 1 or asks for a password in a way it doesn't know, and has no hook to prevent it.
final class TransferProtocol: URLProtocol, Exchange.Receiver {
  override class func canInit(with request: URLRequest) -> Bool {
    ["http", "https"].contains(request.url?.scheme?.lowercased() ?? "")
  }

  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  private var line: Line.Delegate? { task?.delegate as? Line.Delegate }

  override func startLoading() {
    guard let transfer = line?.current else { return finish(.cancelled) }
    guard let wire = line?.wire() else { return finish(.resourceUnavailable) }
    let stopped = transfer.stopped
    stopped.wakes(wire)
    // The thread has it for itself: from here on others only set the flag.
    nonisolated(unsafe) let loader = self
    let thread = Thread {
      let exchange = Exchange(over: wire, stopped: stopped, receiver: loader)
      loader.finish(exchange.run(loader.request))
    }
    thread.name = "firefly.transfer"
    thread.start()
  }

  // URLSession stops only what it was told to cancel, and nobody cancels a task that has begun.
  override func stopLoading() {}

  func receive(_ head: HTTPURLResponse) {
    client?.urlProtocol(self, didReceive: head, cacheStoragePolicy: .notAllowed)
  }

  func receive(_ body: Data) {
    client?.urlProtocol(self, didLoad: body)
  }

  func follows(redirectTo new: URLRequest, from old: URLRequest) -> Bool {
    line?.current?.follows(redirectTo: new, from: old) ?? false
  }

  private func finish(_ error: URLError.Code?) {
    if let error {
      client?.urlProtocol(self, didFailWithError: URLError(error))
    } else {
      client?.urlProtocolDidFinishLoading(self)
    }
  }
}

import Foundation
import FoundationNetworking

// What the session reports.
extension Transfer: URLSessionDataDelegate {
  /// Handles the header of the response; rejects a length above the limit.
  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    // On Linux the disposition is ignored.
    completionHandler(.allow)
    guard let response = response as? HTTPURLResponse else {
      return end(.failure(.unreadable(reason: "no HTTP")))
    }
    var head = ResponseHead(response)
    let onHead = state.withLock { state in
      head.newAddress = state.newAddress
      state.head = head
      return state.onHead.take()
    }
    onHead?()
    if head.isSuccess, response.expectedContentLength > Int64(request.byteLimit) {
      end(.failure(.tooLarge(limit: request.byteLimit)))
    }
  }

  /// Passes a chunk on, unless it exceeds the limit.
  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    // JSON begins with a brace or a bracket.
    let expectsJSON = request.expects == .json
    let isSuccess: Bool? = state.withLock { state in
      guard state.outcome == nil, let head = state.head else { return nil }
      if head.isSuccess, expectsJSON, state.received == 0, data.looksLikeMarkup {
        state.isWebPage = true
      }
      state.received += data.count
      if !head.isSuccess {
        state.refusal.append(data.prefix(Self.refusalBytes - state.refusal.count))
      }
      return head.isSuccess
    }
    guard let isSuccess else { return }
    if state.withLock(\.isWebPage) { return end(.failure(.webPage)) }
    let isTooMuch = byteCount > (isSuccess ? request.byteLimit : Self.refusalBytes)
    if isTooMuch {
      end(isSuccess ? .failure(.tooLarge(limit: request.byteLimit)) : .failure(refusal))
    } else if isSuccess {
      do throws(APIError) {
        try receiver(data)
      } catch {
        end(.failure(error))
      }
    }
  }

  /// Handles the end of the response.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let head = state.withLock { state in
      state.task = nil
      return state.head
    }
    switch (head, error) {
    case (.some(let head), nil) where head.isSuccess || head.status == 304 && request.isConditional:
      end(.success(head))
    // An error response counts even if the server hangs up in the middle of it.
    case (.some(let head), _) where !head.isSuccess: end(.failure(refusal))
    case (_, .some) where state.withLock { $0.refusedHost != nil }:
      let host = state.withLock(\.refusedHost) ?? host
      end(.failure(.notOffered("\(host) is in your own network: \(request.expects.refusal)")))
    case (_, .some) where state.withLock { $0.proxyProblem != nil }:
      end(.failure(.unreachable(host: state.withLock(\.proxyProblem) ?? host)))
    case (_, .some(let error)):
      let code = (error as? URLError)?.code ?? .unknown
      end(.failure(APIError(code, host: host, state.withLock(\.certificateProblem))))
    case (_, nil): end(.failure(.interrupted))
    }
  }
}

extension Data {
  /// Whether the first character is that of a web page.
  fileprivate var looksLikeMarkup: Bool {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = starts(with: mark) ? dropFirst(mark.count) : self[...]
    return text.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "<")
  }
}

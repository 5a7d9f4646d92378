import FireflyCore
import Foundation

// Why a server refused a request.
extension Transfer {
  var refusal: APIError {
    let (head, target, body) = state.withLock { ($0.head, $0.refusedTarget, $0.refusal) }
    if let address = target.flatMap(newAddress) { return .moved(address) }
    if let head, let form = head.unknownForm, request.expects == .feed || head.status == 407 {
      let host = head.status == 407 ? "The proxy" : request.url?.host ?? "The server"
      return .notOffered(
        "\(host) wants a password in the form “\(form)”, which Firefly doesn't send (\(head.status))."
      )
    }
    let message = ErrorResponse.sentence(in: body)
    return .status(head?.status ?? 0, message: head?.pause(after: message) ?? message)
  }

  /// The server's new address, if a redirect leads to the same call there.
  ///
  /// A network's sign-in page doesn't keep the path, and nothing leads away from https. An address on another host is
  /// never suggested: a hostile server could send the user and their words there.
  private func newAddress(_ target: URL) -> String? {
    let isSecure = connections.server.description.hasPrefix("https:")
    let text = target.absoluteString.prefix { $0 != "?" && $0 != "#" }
    guard request.method != .get,
      let host = target.host?.lowercased(),
      host == URL(string: connections.server.description)?.host?.lowercased(),
      text.utf8.count <= 200, text.hasSuffix(request.name),
      text.hasPrefix("https:") || !isSecure
    else { return nil }
    return (try? ServerAddress(String(text.dropLast(request.name.count))))?.description
  }
}

import Foundation

/// The proxy that libcurl uses, by the environment.
enum Proxy {
  /// Returns the proxy for an address, such as `proxy.example.org:3128`; nil for none, or if that can't be known.
  ///
  /// - Parameter environment: the variables that libcurl reads.
  /// - Returns: its host and port, without a password.
  static func name(
    for url: URL, environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> String? {
    guard let scheme = url.scheme?.lowercased(), let host = url.host?.lowercased() else {
      return nil
    }
    let excepted = environment["no_proxy"] ?? environment["NO_PROXY"] ?? ""
    if excepted.trimmingCharacters(in: .whitespaces) == "*" { return nil }
    // Of blocks such as 10.0.0.0/8, libcurl alone knows which addresses are in them.
    if excepted.contains("/"), host.contains(":") || host.allSatisfy({ $0.isNumber || $0 == "." }) {
      return nil
    }
    let isExcepted = excepted.lowercased().split(whereSeparator: { ", ".contains($0) })
      .map { $0.drop { $0 == "." } }
      .contains { !$0.isEmpty && (host == $0 || host.hasSuffix(".\($0)")) }
    // `HTTP_PROXY` is none: in a program of a web server, a request could set it.
    let names = ["\(scheme)_proxy"] + (scheme == "https" ? ["HTTPS_PROXY"] : [])
    let value = (names + ["all_proxy", "ALL_PROXY"]).lazy
      .compactMap { environment[$0] }.first { !$0.isEmpty }
    guard !isExcepted, let value,
      let proxy = URL(string: value.contains("://") ? value : "http://\(value)")
    else { return nil }
    return (proxy.host ?? "") + (proxy.port.map { ":\($0)" } ?? "")
  }
}

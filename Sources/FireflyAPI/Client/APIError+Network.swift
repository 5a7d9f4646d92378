import FireflyCore
import Foundation
import FoundationNetworking

extension APIError {
  /// What a network error means; its own texts say nothing on Linux.
  init(_ code: URLError.Code, host: String) {
    switch code {
    case .cancelled: self = .cancelled
    case .timedOut, .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed,
      .notConnectedToInternet:
      self = .unreachable(host: host)
    case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
      self = .untrusted(host: host)
    case .badServerResponse, .cannotParseResponse, .cannotDecodeContentData,
      .cannotDecodeRawData:
      self = .unreadable(reason: "no HTTP")
    default: self = .interrupted
    }
  }
}

extension ErrorAnswer {
  /// The server's own words in a refusal, fit for a sentence; nil if there are none, or HTML.
  static func sentence(in body: Data) -> String? {
    guard JSONNesting.depth(of: body) <= DeepStack.shallow else { return nil }
    return (try? JSONDecoder().decode(ErrorAnswer.self, from: body))
      .flatMap { ForeignText.sentence($0.text) }
  }
}

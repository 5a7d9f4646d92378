import FireflyCore
import Foundation
import FoundationNetworking

extension APIError {
  /// Translates a network error; on Linux, its own descriptions are empty.
  init(_ code: URLError.Code, host: String, _ problem: CertificateProblem? = nil) {
    switch code {
    case .cancelled: self = .cancelled
    case .timedOut, .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed,
      .notConnectedToInternet:
      self = .unreachable(host: host)
    case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
      self = .untrusted(host: host, problem)
    case .badServerResponse, .cannotParseResponse, .cannotDecodeRawData:
      self = .unreadable(reason: "no HTTP")
    case .cannotDecodeContentData: self = .wrongCoding
    default: self = .interrupted
    }
  }

  /// The body is not coded as its header says.
  static let wrongCoding = APIError.unreadable(
    reason: "it is not compressed as its header says")
}

extension ErrorResponse {
  /// The server's message in an error response, as one line; nil if it has none or is HTML.
  ///
  /// Takahē's refusal of a token is no JSON.
  static func sentence(in body: Data) -> String? {
    guard JSONNesting.depth(of: body) <= DeepStack.shallow else { return nil }
    if let response = try? JSONDecoder().decode(ErrorResponse.self, from: body) {
      return ForeignText.sentence(response.text)
    }
    return body == Data("Invalid Bearer token".utf8) ? "Invalid Bearer token" : nil
  }
}

extension HTTPClient.Expected {
  /// The sentence that says that nothing of this kind is loaded from the user's own network.
  var refusal: String {
    switch self {
    case .page: "only its own feeds and posts lead to pages on it."
    case .picture: "only its own feeds and posts show pictures from it."
    case .json, .feed, .stream: "addresses of others are not followed there."
    }
  }
}

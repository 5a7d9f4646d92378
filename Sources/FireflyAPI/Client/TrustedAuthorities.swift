import FireflyCore

/// The certificate authorities that a server's identity is checked with; by default the system's.
package struct TrustedAuthorities: Hashable, Sendable {
  /// The path of a file of certificates (PEM) to use instead; nil for the system's.
  package var file: String?
  /// The path of a folder of certificates, named by their hashes; nil for the system's.
  package var folder: String?

  /// Creates the authorities of the system, or others.
  ///
  /// - Parameters:
  ///   - file: a file of the user's; nil for none.
  ///   - environment: its `SSL_CERT_FILE` and `SSL_CERT_DIR` are used as by other programs.
  package init(file: String? = nil, environment: [String: String] = [:]) {
    func path(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    self.file = file ?? path("SSL_CERT_FILE")
    folder = path("SSL_CERT_DIR")
  }
}

/// Why a server's certificate doesn't prove its identity.
package enum CertificateProblem: Hashable, Sendable {
  /// Its time is over.
  case expired
  /// Its time has not begun.
  case notYetValid
  /// It is signed by itself only.
  case selfSigned
  /// It is for other host names.
  case wrongName
  /// It is signed by an authority that isn't trusted.
  case unknownAuthority
  /// The file of trusted certificates can't be read.
  case unreadableAuthorities
  /// It has none: it speaks http.
  case missing

  /// The problem of a result of the verification by OpenSSL; nil if there is another one.
  init?(verifyResult: Int) {
    switch verifyResult {
    // libcurl compares the names itself, and leaves its own value, 1, if they differ.
    case 0, 1, 62, 64: self = .wrongName
    case 9: self = .notYetValid
    case 10: self = .expired
    case 18: self = .selfSigned
    case 2, 19, 20, 21, 27: self = .unknownAuthority
    default: return nil
    }
  }

  /// The end of a sentence that begins with a host that can't be verified.
  var reason: String {
    switch self {
    case .expired: "its certificate has expired."
    case .notYetValid: "its certificate is not valid yet. Is the clock of this computer right?"
    case .selfSigned:
      "its certificate is self-signed. If you trust it, set \(SettingName.caFile) to it."
    case .wrongName: "its certificate is for another name."
    case .unknownAuthority:
      "its certificate is by an unknown authority. If you trust that, set \(SettingName.caFile) to its certificate."
    case .unreadableAuthorities: "the file of trusted certificates can't be read."
    case .missing: "it does not speak https. Write http:// before its name."
    }
  }
}

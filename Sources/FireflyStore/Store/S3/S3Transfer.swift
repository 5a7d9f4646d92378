import CCurl
import Foundation

/// Performs one request with libcurl.
///
/// It must be used on one thread.
final class S3Transfer {
  private let request: S3Request
  private var response = S3Response()
  private var isTooLarge = false
  private var sent = 0
  /// Maximum size of the response's header in bytes.
  private static let headLimit = 32 << 10
  private var headLength = 0

  init(_ request: S3Request) { self.request = request }

  /// Performs the request; blocks the calling thread.
  func perform(
    over multi: UnsafeMutableRawPointer, region: String, _ credentials: S3Credentials,
    _ limits: S3Timeouts
  ) throws(S3Error) -> S3Response {
    guard let easy = curl_easy_init() else { throw .noLibrary }
    defer { curl_easy_cleanup(easy) }
    var headers: UnsafeMutablePointer<curl_slist>?
    defer { curl_slist_free_all(headers) }
    for line in lines(credentials) { headers = curl_slist_append(headers, line) ?? headers }
    guard configure(easy, headers, region, credentials, limits) == CURLE_OK else {
      throw .noLibrary
    }
    let code = firefly_perform(multi, easy, 1_000, nil, nil)
    if isTooLarge { throw .tooLarge }
    switch code {
    case CURLE_OK: break
    case CURLE_OPERATION_TIMEDOUT: throw .timedOut
    // The server has responded before it received the whole body.
    case CURLE_SEND_ERROR where response.status >= 400: break
    case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR:
      throw .incomplete
    case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL: throw .unexpected("not HTTP")
    default: throw .unreachable(String(cString: curl_easy_strerror(code)))
    }
    response.status = firefly_status(easy)
    return response
  }

  private func lines(_ credentials: S3Credentials) -> [String] {
    let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    return ["x-amz-content-sha256: \(request.body?.hash ?? empty)"]
      + (credentials.token.map { ["x-amz-security-token: \($0)"] } ?? [])
      + (request.tag.map { ["If-Match: \($0)"] } ?? [])
  }

  private func configure(
    _ easy: UnsafeMutableRawPointer, _ headers: UnsafeMutablePointer<curl_slist>?, _ region: String,
    _ credentials: S3Credentials, _ limits: S3Timeouts
  ) -> CURLcode {
    let context = Unmanaged.passUnretained(self).toOpaque()
    var codes = [
      firefly_prepare(
        easy, request.url, headers, Self.receiveHead, Self.receiveBody, context),
      firefly_set_text(easy, CURLOPT_AWS_SIGV4, "aws:amz:\(region):s3"),
      firefly_set_text(easy, CURLOPT_USERNAME, credentials.key),
      firefly_set_text(easy, CURLOPT_PASSWORD, credentials.secret),
      firefly_set_number(easy, CURLOPT_CONNECTTIMEOUT_MS, limits.connecting),
      firefly_set_number(easy, CURLOPT_TIMEOUT_MS, limits.time(for: request.method)),
    ]
    switch request.method {
    case .get: break
    case .head: codes.append(firefly_set_number(easy, CURLOPT_NOBODY, 1))
    case .delete: codes.append(firefly_set_text(easy, CURLOPT_CUSTOMREQUEST, "DELETE"))
    case .put:
      codes += [
        firefly_set_number(easy, CURLOPT_UPLOAD, 1),
        firefly_set_length(easy, CURLOPT_INFILESIZE_LARGE, curl_off_t(request.body?.length ?? 0)),
        firefly_set_sender(easy, Self.send, context),
      ]
    }
    if let range = request.range {
      codes.append(
        firefly_set_text(easy, CURLOPT_RANGE, "\(range.lowerBound)-\(range.upperBound)"))
    }
    return codes.first { $0 != CURLE_OK } ?? CURLE_OK
  }

  // MARK: What libcurl calls

  private static let receiveHead: firefly_receiver = { bytes, size, count, context in
    guard let bytes, let context else { return 0 }
    let transfer = Unmanaged<S3Transfer>.fromOpaque(context).takeUnretainedValue()
    let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return transfer.appendHeadLine(String(decoding: line, as: UTF8.self)) ? size * count : 0
  }

  private static let receiveBody: firefly_receiver = { bytes, size, count, context in
    guard let bytes, let context else { return 0 }
    let transfer = Unmanaged<S3Transfer>.fromOpaque(context).takeUnretainedValue()
    let piece = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return transfer.appendBody(piece) ? size * count : 0
  }

  private static let send: firefly_receiver = { bytes, size, count, context in
    guard let bytes, let context else { return Int(CURL_READFUNC_ABORT) }
    let transfer = Unmanaged<S3Transfer>.fromOpaque(context).takeUnretainedValue()
    guard let piece = transfer.request.body?.read(transfer.sent, size * count) else {
      return Int(CURL_READFUNC_ABORT)
    }
    UnsafeMutableRawBufferPointer(start: bytes, count: size * count).copyBytes(from: piece)
    transfer.sent += piece.count
    return piece.count
  }

  private func appendHeadLine(_ line: String) -> Bool {
    headLength += line.utf8.count
    isTooLarge = headLength > Self.headLimit
    guard !isTooLarge else { return false }
    if line.hasPrefix("HTTP/") {
      // After an interim response (100 Continue).
      response.fields = [:]
      response.status = Int(line.split(separator: " ").dropFirst().first ?? "") ?? 0
    } else if let colon = line.firstIndex(of: ":") {
      let name = line[..<colon].lowercased()
      let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespacesAndNewlines)
      if ["etag", "content-length"].contains(name) { response.fields[name] = value }
    }
    return true
  }

  private func appendBody(_ piece: UnsafeRawBufferPointer) -> Bool {
    isTooLarge = response.body.count + piece.count > request.limit
    guard !isTooLarge else { return false }
    response.body += piece
    return true
  }
}

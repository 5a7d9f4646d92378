import FireflyCore

/// A request to S3.
struct S3Request: Sendable {
  enum Method: String {
    case get = "GET"
    case head = "HEAD"
    case put = "PUT"
    case delete = "DELETE"
  }

  var method: Method
  var url: String
  /// The first and the last byte to read.
  var range: ClosedRange<Int>?
  /// The required ETag of the object.
  var tag: String?
  /// The object to store.
  var body: S3Body?
  /// Maximum size of the response's body in bytes.
  var limit = 16 << 10
}

/// The body of a request, read in pieces.
struct S3Body: Sendable {
  var length: Int
  /// The SHA-256 hash in hexadecimal digits.
  var hash: String
  /// Returns the bytes at an offset; nil if they can't be read.
  var read: @Sendable (_ offset: Int, _ count: Int) -> [UInt8]?

  init(_ draft: PictureDraft) {
    length = draft.byteCount
    hash = draft.digest.hexadecimal
    read = { offset, count in try? draft.read(at: offset, atMost: count) }
  }

  init(_ bytes: [UInt8]) {
    length = bytes.count
    hash = SHA256.hash(bytes).hexadecimal
    read = { offset, count in Array(bytes.dropFirst(offset).prefix(count)) }
  }
}

/// A response of S3.
struct S3Response: Sendable {
  var status = 0
  /// The header fields that are used, by name in lower case.
  var fields: [String: String] = [:]
  var body: [UInt8] = []

  /// The ETag of the object, if it is valid in a header.
  var tag: String? {
    fields["etag"].flatMap { tag in
      tag.utf8.count <= 200 && tag.hasPrefix("\"") && tag.hasSuffix("\"") && tag.utf8.count > 2
        && tag.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } ? tag : nil
    }
  }

  /// Size of the object in bytes.
  var length: Int? { fields["content-length"].flatMap { Int($0) } }

  /// The `<Code>` of an error, or the status.
  var code: String {
    let text = String(decoding: body.prefix(4 << 10), as: UTF8.self)
    let match = text.firstMatch(of: /<Code>([A-Za-z0-9.]{1,60})<\/Code>/)
    return match.map { String($0.1) } ?? "status \(status)"
  }

  /// The error that the response reports; nil if the object doesn't exist.
  var error: S3Error? {
    switch (status, code) {
    case (_, "NoSuchBucket"): .noBucket
    case (404, _): nil
    case (301, _), (302, _), (307, _), (308, _), (_, "AuthorizationHeaderMalformed"): .wrongRegion
    case (401, let code), (403, let code): .refused(code)
    case (429, _), (500, _), (502, _), (503, _), (504, _): .busy
    case (_, let code): .unexpected(code)
    }
  }
}

internal import Foundation

/// Parses `multipart/form-data` (RFC 7578) as it arrives.
struct MultipartReader: FormParser {
  /// Maximum size in bytes of a part's header.
  private static let headBytes = 4096

  private enum State {
    /// Before the first delimiter.
    case preamble
    /// After a delimiter: another part follows, or the end.
    case delimited
    /// In a part's header.
    case head
    /// In the content of a field, which is buffered.
    case field(name: String)
    /// In the content of a file, which is passed on.
    case file(name: String)
    /// After the last delimiter; the rest is ignored.
    case over
  }

  private let limits: FormLimits
  private let delimiter: [UInt8]
  private var state = State.preamble
  // A line break before the form, so that the first delimiter looks like the others.
  private var bytes = Array("\r\n".utf8)
  private var value: [UInt8] = []
  private var count = 0

  init(boundary: String, _ limits: FormLimits) {
    self.limits = limits
    delimiter = Array("\r\n--\(boundary)".utf8)
  }

  mutating func read(_ new: [UInt8]) throws(FormError) -> [FormPart] {
    bytes += new
    var parts: [FormPart] = []
    while try step(&parts) {}
    return parts
  }

  mutating func finish() throws(FormError) -> [FormPart] {
    guard case .over = state else { throw .malformed }
    return []
  }

  /// Parses one element at the front of the buffer.
  /// - Parameter parts: receives the parsed parts.
  /// - Returns: false if more bytes are needed.
  private mutating func step(_ parts: inout [FormPart]) throws(FormError) -> Bool {
    switch state {
    case .preamble:
      guard consumeContent(use: { _ in }) else { return false }
      state = .delimited
    case .delimited:
      guard bytes.count >= 2 else { return false }
      let sign = bytes.prefix(2)
      bytes.removeFirst(2)
      switch sign {
      case [0x2D, 0x2D]: state = .over
      case [0x0D, 0x0A]: state = .head
      default: throw .malformed
      }
    case .head:
      guard try parseHead() else { return false }
    case .field(let name):
      let limit = limits.bytes(of: name)
      let room = limit - value.count
      var piece: ArraySlice<UInt8> = []
      let isWhole = consumeContent { piece = $0 }
      guard piece.count <= room else { throw .fieldTooLarge(name: name, limit: limit) }
      value += piece
      guard isWhole else { return false }
      guard let text = String(validating: value, as: UTF8.self) else { throw .malformed }
      parts.append(.field(name: name, value: text))
      value = []
      state = .delimited
    case .file(let name):
      let isWhole = consumeContent { piece in
        if !piece.isEmpty { parts.append(.file(name: name, bytes: Array(piece))) }
      }
      guard isWhole else { return false }
      state = .delimited
    case .over:
      bytes = []
      return false
    }
    return true
  }

  /// Passes on the content up to the next delimiter and consumes both; without a delimiter, passes
  /// on the bytes that can't be part of one.
  private mutating func consumeContent(use: (ArraySlice<UInt8>) -> Void) -> Bool {
    if let end = Self.position(of: delimiter, in: bytes) {
      use(bytes[..<end])
      bytes.removeFirst(end + delimiter.count)
      return true
    }
    let sure = max(0, bytes.count - delimiter.count + 1)
    use(bytes[..<sure])
    bytes.removeFirst(sure)
    return false
  }

  private mutating func parseHead() throws(FormError) -> Bool {
    guard let end = Self.position(of: Array("\r\n\r\n".utf8), in: bytes) else {
      guard bytes.count <= Self.headBytes else { throw .malformed }
      return false
    }
    guard end <= Self.headBytes, let head = String(validating: bytes[..<end], as: UTF8.self) else {
      throw .malformed
    }
    let disposition = head.components(separatedBy: "\r\n").first {
      $0.lowercased().hasPrefix("content-disposition:")
    }
    guard let disposition, let name = FieldParameters.value(of: "name", in: disposition) else {
      throw .malformed
    }
    count += 1
    guard count <= limits.fields else { throw .tooManyFields(limit: limits.fields) }
    bytes.removeFirst(end + 4)
    let isFile = FieldParameters.value(of: "filename", in: disposition) != nil
    state = isFile ? .file(name: name) : .field(name: name)
    return true
  }

  /// The first index of a text that begins with a line break.
  private static func position(of needle: [UInt8], in bytes: [UInt8]) -> Int? {
    bytes.withUnsafeBytes { bytes in
      needle.withUnsafeBytes { needle in
        guard let start = bytes.baseAddress, let wanted = needle.baseAddress else { return nil }
        var offset = 0
        while offset + needle.count <= bytes.count {
          let room = bytes.count - needle.count + 1 - offset
          guard let found = memchr(start + offset, 0x0D, room) else { return nil }
          offset = UnsafeRawPointer(found) - start
          if memcmp(found, wanted, needle.count) == 0 { return offset }
          offset += 1
        }
        return nil
      }
    }
  }
}

/// An answer of HTTP while it comes in, understood as far as its end has to be known.
struct IncomingAnswer {
  private enum Part: Equatable {
    case head
    /// So many bytes of the body are still to come.
    case body(Int)
    case chunkSize
    /// So many bytes of a chunk, the line break behind it included.
    case chunk(Int)
    case trailer
    case end
  }

  /// Its body, if it is kept.
  private(set) var body: [UInt8] = []
  private let keepsBody: Bool
  /// Its status; 0 before that has come.
  private(set) var status = 0
  private var part = Part.head
  private var line: [UInt8] = []
  private var length: Int?
  private var isChunked = false

  /// Bytes that a line may have.
  private static let maximumLine = 16 << 10
  /// Bytes that a body or a chunk may have.
  private static let maximumBody = 64 << 20

  /// An answer of which nothing has come.
  init(keepsBody: Bool = false) { self.keepsBody = keepsBody }

  /// Whether all of it has come.
  var isComplete: Bool { part == .end }

  /// Takes bytes of it.
  ///
  /// - Throws: `BenchError.badServer` for what is no answer, or is more than one.
  mutating func take(_ bytes: ArraySlice<UInt8>) throws {
    var rest = bytes
    while let first = rest.first {
      switch part {
      case .body(let left):
        if keepsBody { body += rest.prefix(left) }
        part = left > rest.count ? .body(left - rest.count) : .end
        rest = rest.dropFirst(left)
      case .chunk(let left):
        if keepsBody { body += rest.prefix(max(0, left - 2)) }
        part = left > rest.count ? .chunk(left - rest.count) : .chunkSize
        rest = rest.dropFirst(left)
      case .head, .chunkSize, .trailer:
        rest = rest.dropFirst()
        guard first == UInt8(ascii: "\n") else {
          line.append(first)
          if line.count > Self.maximumLine { throw Self.nonsense }
          continue
        }
        let text = String(
          decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line[...], as: UTF8.self)
        line.removeAll(keepingCapacity: true)
        try take(line: text)
      case .end: throw BenchError.badServer("the server says more than it was asked")
      }
    }
  }

  private mutating func take(line: String) throws {
    switch part {
    case .head where status == 0:
      let words = line.split(separator: " ")
      guard words.count > 1, words[0] == "HTTP/1.1", let number = Int(words[1]) else {
        throw Self.nonsense
      }
      status = number
    case .head where line.isEmpty:
      guard isChunked || length != nil else { throw Self.nonsense }
      part = isChunked ? .chunkSize : length == 0 ? .end : .body(length ?? 0)
    case .head: try take(field: line.lowercased())
    case .chunkSize:
      guard let size = Int(line.prefix { $0 != ";" }, radix: 16), 0...Self.maximumBody ~= size
      else { throw Self.nonsense }
      part = size == 0 ? .trailer : .chunk(size + 2)
    case .trailer: if line.isEmpty { part = .end }
    case .body, .chunk, .end: break
    }
  }

  private mutating func take(field: String) throws {
    let value = field.drop { $0 != ":" }.dropFirst().drop { $0 == " " }
    if field.hasPrefix("content-length:") {
      guard let number = Int(value), 0...Self.maximumBody ~= number else { throw Self.nonsense }
      length = number
    } else if field.hasPrefix("transfer-encoding:") {
      isChunked = value == "chunked"
    }
  }

  private static let nonsense = BenchError.badServer("the server says what is no answer")
}

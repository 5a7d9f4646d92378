import FireflyTransfer
import Foundation

/// Reads the files of a tar archive, one after the other.
struct TarReader {
  /// A file in it.
  struct Entry {
    enum Kind {
      case file
      /// The same file as the one with this path.
      case copy(of: String)
      /// Nothing that can be read; its name after 1, and after other numbers.
      case none(String, String)
    }

    let path: String
    let kind: Kind
    /// Its bytes by the header.
    let size: Int
    /// When it was changed; nil if unknown.
    let changed: Date?
  }

  private static let block = 512
  /// Maximum bytes of what the headers before a file say of it, and of a piece of its content.
  private static let (maxRecords, maxPiece) = (1 << 20, 256 << 10)

  private let stream: ArchiveStream
  /// Bytes of the content that were not read, and of those that fill its last block.
  private var (left, padding) = (0, 0)
  /// Whether the archive ends in the middle of a file.
  private(set) var isCut = false

  init(_ stream: ArchiveStream) { self.stream = stream }

  /// Returns whether some bytes begin with a header.
  static func isTar(_ data: Data) -> Bool {
    data.count >= block && data.dropFirst(257).prefix(5).elementsEqual("ustar".utf8)
  }

  /// Returns the next file; nil at the end.
  ///
  /// What was not read of the one before is skipped.
  ///
  /// - Throws: `ImportError`, and what reading the archive throws.
  mutating func next() throws -> Entry? {
    // What the headers before say of the file.
    var records: [String: String] = [:]
    while try skipContent() {
      let head = Array(try stream.read(Self.block))
      guard head.count == Self.block, head[0] != 0 else {
        isCut = !head.isEmpty && head.count < Self.block
        return nil
      }
      guard let size = Self.number(head, 124) else {
        isCut = true
        return nil
      }
      (left, padding) = (size, (Self.block - size % Self.block) % Self.block)
      switch head[156] {
      case UInt8(ascii: "L"): records["path"] = ArchiveEntry.text(try record().prefix { $0 != 0 })
      case UInt8(ascii: "K"):
        records["linkpath"] = ArchiveEntry.text(try record().prefix { $0 != 0 })
      case UInt8(ascii: "x"): records.merge(Self.records(try record())) { $1 }
      case UInt8(ascii: "g"): break
      // A folder.
      case UInt8(ascii: "5"): records = [:]
      default: return Self.entry(head, size, records)
      }
    }
    return nil
  }

  /// Returns the next piece of the content of the last file; nil at its end.
  ///
  /// - Throws: what reading the archive throws.
  mutating func piece() throws -> ArraySlice<UInt8>? {
    guard left > 0, !isCut else { return nil }
    let piece = try stream.read(min(left, Self.maxPiece))
    left -= piece.count
    isCut = piece.isEmpty
    return isCut ? nil : piece
  }

  /// Skips the rest of the last file; returns whether the archive goes on.
  private mutating func skipContent() throws -> Bool {
    while try piece() != nil {}
    isCut = try isCut || stream.read(padding).count < padding
    padding = 0
    return !isCut
  }

  private mutating func record() throws -> ArraySlice<UInt8> {
    guard left <= Self.maxRecords else {
      throw ImportError.damaged(place: "document", reason: "the tar archive is damaged")
    }
    let record = try stream.read(left)
    isCut = record.count < left
    left = 0
    return record
  }

  private static func field(_ head: [UInt8], _ start: Int, _ count: Int) -> ArraySlice<UInt8> {
    head[start..<(start + count)].prefix { $0 != 0 }
  }

  private static func number(_ head: [UInt8], _ start: Int) -> Int? {
    let digits = field(head, start, 12).filter { 0x30...0x37 ~= $0 }
    return digits.isEmpty ? 0 : Int(String(decoding: digits, as: UTF8.self), radix: 8)
  }

  private static func entry(_ head: [UInt8], _ size: Int, _ records: [String: String]) -> Entry {
    let (prefix, name) = (field(head, 345, 155), field(head, 0, 100))
    let path = records["path"] ?? ArchiveEntry.text(prefix.isEmpty ? name : prefix + [0x2F] + name)
    let time = records["mtime"].flatMap(Double.init) ?? number(head, 136).map(Double.init)
    let kind: Entry.Kind =
      switch head[156] {
      case UInt8(ascii: "0"), UInt8(ascii: "7"), 0: .file
      case UInt8(ascii: "1"):
        .copy(of: records["linkpath"] ?? ArchiveEntry.text(field(head, 157, 100)))
      case UInt8(ascii: "2"): .none("symbolic link", "symbolic links")
      default: .none("special file", "special files")
      }
    return Entry(
      path: path, kind: kind, size: size,
      changed: time.flatMap { $0 > 0 ? Date(timeIntervalSince1970: $0) : nil })
  }

  /// Reads records such as `20 path=a/b`; the number is that of the record's bytes.
  private static func records(_ bytes: ArraySlice<UInt8>) -> [String: String] {
    var (records, rest): ([String: String], ArraySlice<UInt8>) = ([:], bytes)
    while let blank = rest.firstIndex(of: 0x20),
      let count = Int(
        String(decoding: rest[..<blank], as: UTF8.self)), count > 0, count <= rest.count,
      rest.startIndex + count > blank
    {
      let record = rest[(blank + 1)..<(rest.startIndex + count)].withoutBreak
      if let sign = record.firstIndex(of: 0x3D) {
        let key = String(decoding: record[..<sign], as: UTF8.self)
        records[key] = ArchiveEntry.text(record[(sign + 1)...])
      }
      rest = rest.dropFirst(count)
    }
    return records
  }
}

import Foundation

/// The headers of a tar archive.
enum TarEntries {
  private static let block = 512

  /// Returns whether some bytes begin with a header.
  static func isTar(_ data: Data) -> Bool {
    data.count >= block && data.dropFirst(257).prefix(5).elementsEqual("ustar".utf8)
  }

  /// Reads all headers.
  ///
  /// - Returns: the files, and whether the archive ends in the middle of one.
  static func read(_ bytes: [UInt8]) -> (entries: [ArchiveEntry], isCut: Bool) {
    func field(_ start: Int, _ count: Int) -> ArraySlice<UInt8> {
      bytes[start..<(start + count)].prefix { $0 != 0 }
    }
    func number(_ start: Int) -> Int? {
      let digits = field(start, 12).filter { 0x30...0x37 ~= $0 }
      return digits.isEmpty ? 0 : Int(String(decoding: digits, as: UTF8.self), radix: 8)
    }
    var (entries, place): ([ArchiveEntry], Int) = ([], 0)
    // What the headers before say of the next file.
    var records: [String: String] = [:]
    while place + block <= bytes.count, bytes[place] != 0 {
      let start = place + block
      guard let size = number(place + 124), size <= bytes.count - start else {
        return (entries, true)
      }
      let range = start..<(start + size)
      let kind = bytes[place + 156]
      place = start + (size + block - 1) / block * block
      switch kind {
      case UInt8(ascii: "L"): records["path"] = ArchiveEntry.text(bytes[range].prefix { $0 != 0 })
      case UInt8(ascii: "K"):
        records["linkpath"] = ArchiveEntry.text(bytes[range].prefix { $0 != 0 })
      case UInt8(ascii: "x"): records.merge(Self.records(bytes[range])) { $1 }
      case UInt8(ascii: "g"): break
      default:
        let header = start - block
        let (prefix, name) = (field(header + 345, 155), field(header, 100))
        let path = ArchiveEntry.text(prefix.isEmpty ? name : prefix + [0x2F] + name)
        let time = records["mtime"].flatMap(Double.init) ?? number(header + 136).map(Double.init)
        let target = records["linkpath"] ?? ArchiveEntry.text(field(header + 157, 100))
        if let content = Self.content(kind, range, target) {
          entries.append(
            ArchiveEntry(
              path: records["path"] ?? path, content: content,
              changed: time.flatMap { $0 > 0 ? Date(timeIntervalSince1970: $0) : nil }))
        }
        records = [:]
      }
    }
    return (entries, place < bytes.count && place + block > bytes.count || place > bytes.count)
  }

  private static func content(
    _ kind: UInt8, _ range: Range<Int>, _ target: String
  ) -> ArchiveEntry.Content? {
    switch kind {
    case UInt8(ascii: "0"), UInt8(ascii: "7"), 0: .stored(range)
    case UInt8(ascii: "1"): .copy(of: target)
    case UInt8(ascii: "2"): ArchiveEntry.symbolicLink
    case UInt8(ascii: "5"): nil
    default: .none("special file", "special files")
    }
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

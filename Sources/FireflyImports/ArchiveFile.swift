import FireflyServer
import Foundation

/// Files in a tar or zip archive.
public enum ArchiveFile {
  /// Maximum number of files, and of bytes of all of them: a small archive may unpack to any size.
  static let (maxFiles, maxBytes) = (100_000, 1 << 30)

  private enum Entry {
    case stored(path: String, Range<Int>)
    case deflated(path: String, Range<Int>, size: Int)
  }

  /// Returns whether data is an archive.
  public static func isOne(_ data: Data) -> Bool { isZip(data) || isTar(data) }

  private static func isZip(_ data: Data) -> Bool {
    data.prefix(4).elementsEqual([0x50, 0x4B, 3, 4])
  }

  private static func isTar(_ data: Data) -> Bool {
    data.count >= 512 && data.dropFirst(257).prefix(5).elementsEqual("ustar".utf8)
  }

  /// Writes the files into a new folder; those with paths that lead out of it are left out.
  ///
  /// - Parameters:
  ///   - data: the archive.
  ///   - folder: the folder.
  /// - Throws: `ImportError`, or Foundation's error if a file can't be written.
  public static func unpack(_ data: Data, into folder: URL) throws {
    let bytes = [UInt8](data)
    let entries = try isZip(data) ? zipped(bytes) : tarred(bytes)
    guard entries.count <= maxFiles else { throw ImportError.tooManyPosts(limit: maxFiles) }
    var room = maxBytes
    for entry in entries {
      let path: String
      let content: Data
      switch entry {
      case .stored(let name, let range):
        path = name
        content = Data(bytes[range])
      case .deflated(let name, let range, let size):
        guard size <= room else { throw ImportError.tooLarge(limit: maxBytes) }
        path = name
        content = try GzipFile.inflated(Data(bytes[range]), limit: room)
      }
      room -= content.count
      guard room >= 0 else { throw ImportError.tooLarge(limit: maxBytes) }
      let steps = path.split(separator: "/")
      guard !path.hasPrefix("/"), !steps.isEmpty, !steps.contains(".."), !path.contains("\0") else {
        continue
      }
      let file = steps.reduce(folder) { $0.appendingPathComponent(String($1)) }
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
      try content.write(to: file)
    }
  }

  /// Reads the headers of a tar archive; only regular files count.
  private static func tarred(_ bytes: [UInt8]) -> [Entry] {
    func text(_ range: Range<Int>) -> String {
      String(decoding: bytes[range].prefix { $0 != 0 }, as: UTF8.self)
    }
    var (entries, place, longName): ([Entry], Int, String?) = ([], 0, nil)
    while place + 512 <= bytes.count, bytes[place] != 0 {
      let digits = text((place + 124)..<(place + 136)).filter { "01234567".contains($0) }
      let start = place + 512
      guard let size = Int(digits.isEmpty ? "0" : digits, radix: 8), size <= bytes.count - start
      else { break }
      let range = start..<(start + size)
      switch bytes[place + 156] {
      case UInt8(ascii: "L"): longName = text(range)
      case UInt8(ascii: "x"): longName = path(inRecords: bytes[range])
      case UInt8(ascii: "0"), 0:
        let prefix = text((place + 345)..<(place + 500))
        let name = text(place..<(place + 100))
        entries.append(
          .stored(path: longName ?? (prefix.isEmpty ? name : "\(prefix)/\(name)"), range))
        longName = nil
      default: longName = nil
      }
      place = start + (size + 511) / 512 * 512
    }
    return entries
  }

  /// Returns the path in records such as `20 path=a/b`; nil if they have none.
  private static func path(inRecords bytes: ArraySlice<UInt8>) -> String? {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n").lazy.compactMap { record in
      record.split(separator: " ", maxSplits: 1).dropFirst().first.flatMap {
        $0.hasPrefix("path=") ? String($0.dropFirst(5)) : nil
      }
    }.first
  }

  /// Reads the directory at the end of a zip archive.
  private static func zipped(_ bytes: [UInt8]) throws -> [Entry] {
    let damaged = ImportError.damaged(place: "document", reason: "the zip archive is damaged")
    func number(_ place: Int, _ count: Int) throws -> Int {
      guard place >= 0, place + count <= bytes.count else { throw damaged }
      return bytes[place..<(place + count)].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    let first = max(0, bytes.count - 66_000)
    guard bytes.count >= 22,
      let end = (first...(bytes.count - 22)).last(where: {
        bytes[$0] == 0x50 && bytes[$0..<($0 + 4)].elementsEqual([0x50, 0x4B, 5, 6])
      })
    else { throw damaged }
    var entries: [Entry] = []
    var place = try number(end + 16, 4)
    let count = try number(end + 10, 2)
    for _ in 0..<count {
      guard try number(place, 4) == 0x0201_4B50 else { throw damaged }
      let (name, extra) = try (number(place + 28, 2), number(place + 30, 2))
      let (comment, method) = try (number(place + 32, 2), number(place + 10, 2))
      let (packed, size) = try (number(place + 20, 4), number(place + 24, 4))
      let header = try number(place + 42, 4)
      guard place + 46 + name <= bytes.count else { throw damaged }
      let path = String(decoding: bytes[(place + 46)..<(place + 46 + name)], as: UTF8.self)
      let start = try header + 30 + number(header + 26, 2) + number(header + 28, 2)
      guard start + packed <= bytes.count else { throw damaged }
      let range = start..<(start + packed)
      if !path.hasSuffix("/") {
        switch method {
        case 0: entries.append(.stored(path: path, range))
        case 8: entries.append(.deflated(path: path, range, size: size))
        default: throw damaged
        }
      }
      place += 46 + name + extra + comment
    }
    return entries
  }
}

import FireflyTransfer
import Foundation

/// The directory at the end of a zip archive.
struct ZipEntries {
  static let damaged = ImportError.damaged(
    place: "document", reason: "the zip archive is damaged")
  /// In a field of 2 or 4 bytes: the number is in the record for large archives.
  private static let (elsewhere16, elsewhere32) = (0xFFFF, 0xFFFF_FFFF)

  private let file: ArchiveBytes

  static func isZip(_ data: Data) -> Bool { data.prefix(4).elementsEqual([0x50, 0x4B, 3, 4]) }

  /// Reads the directory.
  ///
  /// - Throws: `ImportError`.
  static func read(_ file: ArchiveBytes) throws -> [ArchiveEntry] {
    try ZipEntries(file: file).read()
  }

  private func number(_ place: Int, _ count: Int) throws -> Int {
    guard place >= 0, place <= file.count - count else { throw Self.damaged }
    let bytes = try file.bytes(place..<(place + count))
    guard count < 8 || bytes.last.map({ $0 < 0x80 }) == true else { throw Self.damaged }
    return bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  private func read() throws -> [ArchiveEntry] {
    let first = max(0, file.count - 66_000)
    let tail = Array(try file.read(first..<file.count))
    guard tail.count >= 22,
      let last = (0...(tail.count - 22)).last(where: {
        tail[$0] == 0x50 && tail[$0..<($0 + 4)].elementsEqual([0x50, 0x4B, 5, 6])
      })
    else { throw Self.damaged }
    let end = first + last
    var (place, count) = try (number(end + 16, 4), number(end + 10, 2))
    if count == Self.elsewhere16 || place == Self.elsewhere32, end >= 20,
      try number(end - 20, 4) == 0x0706_4B50
    {
      let record = try number(end - 12, 8)
      guard try number(record, 4) == 0x0606_4B50 else { throw Self.damaged }
      (place, count) = try (number(record + 48, 8), number(record + 32, 8))
    }
    var entries: [ArchiveEntry] = []
    var isWindows = true
    for _ in 0..<min(count, ArchiveFile.maxFiles + 1) {
      let (entry, size) = try entry(at: place)
      isWindows = isWindows && !entry.path.contains("/")
      entries.append(entry)
      place += size
    }
    // Some programs write the separators of Windows.
    if isWindows { for index in entries.indices { entries[index].path.replace("\\", with: "/") } }
    return entries.filter { !$0.path.hasSuffix("/") }
  }

  /// Returns the file or folder at a place of the directory, and the size of its record.
  private func entry(at place: Int) throws -> (ArchiveEntry, size: Int) {
    guard try number(place, 4) == 0x0201_4B50 else { throw Self.damaged }
    let (name, extra) = try (number(place + 28, 2), number(place + 30, 2))
    let size = try 46 + name + extra + number(place + 32, 2)
    guard place + 46 + name + extra <= file.count else { throw Self.damaged }
    let path = ArchiveEntry.text(try file.bytes((place + 46)..<(place + 46 + name)))
    let extra64 = (place + 46 + name)..<(place + 46 + name + extra)
    let content = try content(at: place, extra64)
    let seconds = try seconds(inExtra: extra64)
    let date = try seconds.map { Date(timeIntervalSince1970: Double($0)) } ?? localTime(place + 12)
    return (ArchiveEntry(path: path, content: content, changed: date), size)
  }

  private func content(
    at place: Int, _ extra: Range<Int>
  ) throws -> ArchiveEntry.Content {
    let (flags, method) = try (number(place + 8, 2), number(place + 10, 2))
    // Programs that don't know the size beforehand write that of small files into the record for large ones, too.
    var large = try record(1, inExtra: extra) ?? 0..<0
    func number32(_ place: Int) throws -> Int {
      let known = try number(place, 4)
      guard known == Self.elsewhere32, large.count >= 8 else { return known }
      defer { large = large.dropFirst(8) }
      return try number(large.lowerBound, 8)
    }
    let size = try number32(place + 24)
    let packed = try number32(place + 20)
    let header = try number32(place + 42)
    // The system that made it, and the mode of the file there.
    let (host, mode) = try (number(place + 5, 1), number(place + 40, 2))
    if host == 3 || host == 19, mode & 0xF000 == 0xA000 { return ArchiveEntry.symbolicLink }
    if flags & 1 != 0 { return .none("encrypted file", "encrypted files") }
    guard header <= file.count - 30 else { throw Self.damaged }
    // The bytes of the directory stay.
    let sizes = Array(try file.read((header + 26)..<(header + 30))).map(Int.init)
    let start = header + 30 + (sizes[0] | sizes[1] << 8) + (sizes[2] | sizes[3] << 8)
    guard packed < Self.elsewhere32, size < Self.elsewhere32 else {
      return .none("file that is too large", "files that are too large")
    }
    guard start <= file.count - packed else { throw Self.damaged }
    switch method {
    case 0: return .stored(start..<(start + packed))
    case 8: return .deflated(start..<(start + packed), size: size)
    default: return .none("file in an unknown compression", "files in an unknown compression")
    }
  }

  /// Returns the time in the record of Info-ZIP, in seconds since 1970; nil if there is none.
  private func seconds(inExtra range: Range<Int>) throws -> Int? {
    guard let record = try record(0x5455, inExtra: range), record.count >= 5,
      try number(record.lowerBound, 1) & 1 == 1
    else { return nil }
    return try number(record.lowerBound + 1, 4)
  }

  /// Returns the place of a record of a kind among others; nil if there is none.
  private func record(_ kind: Int, inExtra range: Range<Int>) throws -> Range<Int>? {
    var place = range.lowerBound
    while place + 4 <= range.upperBound {
      let end = try place + 4 + number(place + 2, 2)
      guard end <= range.upperBound else { return nil }
      if try number(place, 2) == kind { return (place + 4)..<end }
      place = end
    }
    return nil
  }

  /// Returns the time at a place: seconds by two, minutes, hours, days, months and years since 1980, in the
  /// time zone of the program that made the archive; nil if it is none.
  private func localTime(_ place: Int) throws -> Date? {
    let (time, day) = try (number(place, 2), number(place + 2, 2))
    var parts = DateComponents()
    (parts.year, parts.month, parts.day) = (1980 + (day >> 9), (day >> 5) & 15, day & 31)
    (parts.hour, parts.minute, parts.second) = (time >> 11, (time >> 5) & 63, (time & 31) * 2)
    // The first day is written for none.
    guard day > 33, let month = parts.month, 1...12 ~= month else { return nil }
    return Calendar(identifier: .gregorian).date(from: parts)
  }
}

/// An mbox file: each mail begins with a line `From …` after an empty one.
///
/// A paragraph of a mail may begin with `From `, too: the line before a mail has a date, or a time of day
/// or a sender alone and a field of the header below it.
enum Mbox {
  /// Returns the mails of a file.
  static func messages(in bytes: [UInt8], name: String = "") -> [MailMessage] {
    var splitter = MboxSplitter(name: name)
    return splitter.add(bytes[...]) + splitter.end()
  }

  /// Returns what a line that begins with `From ` separates.
  ///
  /// - Parameters:
  ///   - next: what follows it.
  ///   - isAfterBlank: whether an empty line precedes it. Some programs forget that.
  /// - Returns: what it separates; nil for a line of a text.
  fileprivate static func separator(
    _ line: ArraySlice<UInt8>, before next: ArraySlice<UInt8>, isAfterBlank: Bool
  ) -> Separator? {
    let words = line.withoutBreak.dropFirst(5).prefix(400).split(separator: 0x20)
      .map { String(decoding: $0, as: UTF8.self) }
    let hasTime = words.contains(where: isTime)
    let isDated =
      hasTime && words.contains { MailMessage.days.contains($0) }
      && words.contains { $0.count == 4 && Int($0) != nil }
    let isBeforeField = isField(next.prefix(200))
    let isSeparator =
      isAfterBlank
      ? isDated || isBeforeField && (hasTime || words.count <= 1) : isDated && isBeforeField
    guard isSeparator else { return nil }
    // The line above a patch of Git has a constant date. Mails have such patches within them.
    let isHash = words.first.map { $0.utf8.count >= 40 && $0.allSatisfy(\.isHexDigit) } ?? false
    return isHash && words.suffix(2) == ["00:00:00", "2001"] ? .patch : .mail
  }

  fileprivate enum Separator {
    case mail, patch
  }

  /// Whether a word is a time of day, such as 10:31.
  private static func isTime(_ word: String) -> Bool {
    let parts = word.utf8.split(separator: 0x3A, omittingEmptySubsequences: false)
    guard parts.count > 1, (1...2).contains(parts[0].count) else { return false }
    return (Array(parts[0]) + parts[1].prefix(2)).allSatisfy { 0x30...0x39 ~= $0 }
      && parts[1].count >= 2
  }

  /// Whether some bytes begin with a field of a header.
  fileprivate static func isField(_ bytes: ArraySlice<UInt8>) -> Bool {
    let line = bytes.prefix { $0 != 0x0A }
    guard let colon = line.firstIndex(of: 0x3A), colon > line.startIndex else { return false }
    return line[..<colon].allSatisfy { $0 > 0x20 && $0 < 0x7F }
  }

  /// Returns lines without the `>` that escapes `From `.
  fileprivate static func unescaped(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    func isEscaped(_ line: ArraySlice<UInt8>) -> Bool {
      let signs = line.prefix(20).prefix { $0 == 0x3E }.count
      return signs > 0 && line.dropFirst(signs).starts(with: "From ".utf8)
    }
    guard ByteLines(bytes).contains(where: isEscaped) else { return bytes }
    return Array(ByteLines(bytes).map { isEscaped($0) ? $0.dropFirst() : $0 }.joined())[...]
  }
}

/// Splits an mbox file of any size into its mails, while it is read.
///
/// A file is one mail if it begins with a field of a header, unless its name is that of an mbox file:
/// a mail may have others within it.
struct MboxSplitter {
  private static let mark = Array("From ".utf8)
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
  /// Maximum bytes of a mail; the rest of it is left out.
  static let maxMail = 64 << 20
  /// Bytes after which a line ends without a line break.
  private static let longest = 1 << 20
  /// Bytes that are enough for a line before a mail and the line after it.
  private static let ahead = 1_000

  /// Maximum bytes of a mail.
  private let limit: Int
  /// Whether the end of the mail was left out.
  private var isCut = false
  /// The ending of the file's name.
  private let ending: String
  private var buffer: [UInt8] = []
  /// Where the mail begins in the buffer, and the line that is looked at next.
  private var (start, next) = (0, 0)
  private var wasBlank = true
  /// Whether the file is one mail; nil until its first line.
  private var isSingle: Bool?
  /// Whether its mails are patches of Git; nil until the first one.
  private var isPatches: Bool?
  /// Whether lines end with returns alone; nil until the first bytes.
  private var hasReturns: Bool?
  /// The line before the mail.
  private var last: ArraySlice<UInt8> = []

  /// Begins a file.
  init(name: String = "", limit: Int = maxMail) {
    self.limit = limit
    let name = name.lowercased()
    let isPacked = name.hasSuffix(".gz")
    ending = name.dropLast(isPacked ? 3 : 0).split(separator: ".").last.map(String.init) ?? ""
  }

  /// Adds bytes of the file.
  ///
  /// - Returns: the mails that have ended.
  mutating func add(_ bytes: ArraySlice<UInt8>) -> [MailMessage] {
    if hasReturns == nil, !bytes.isEmpty {
      let start = bytes.prefix(Self.ahead)
      hasReturns = start.contains(0x0D) && !start.contains(0x0A)
    }
    if hasReturns == true {
      buffer += bytes.lazy.map { $0 == 0x0D ? 0x0A : $0 }
    } else {
      buffer += bytes
    }
    return messages(upTo: buffer.count - Self.ahead)
  }

  /// Returns the mails at the end of the file.
  mutating func end() -> [MailMessage] {
    var messages = messages(upTo: buffer.count)
    if let message = message(upTo: buffer.count) { messages.append(message) }
    buffer = []
    return messages
  }

  private mutating func messages(upTo limit: Int) -> [MailMessage] {
    var messages: [MailMessage] = []
    while next < limit {
      if isSingle == nil, buffer[next...].starts(with: Self.byteOrderMark) {
        (start, next) = (next + 3, next + 3)
        continue
      }
      let isWhole = limit == buffer.count || buffer.count - next > Self.longest
      let newLine = buffer[next...].prefix(Self.longest).firstIndex(of: 0x0A)
      guard let end = newLine.map({ $0 + 1 }) ?? (isWhole ? buffer.count : nil) else { break }
      let line = buffer[next..<end]
      let isBlank = line.withoutBreak.isEmpty
      if isSingle == nil, !isBlank { isSingle = isOneMail(from: line) }
      if isSeparator(line, before: end) {
        if var message = message(upTo: next) {
          message.isFirstText = last.isEmpty
          messages.append(message)
        }
        (start, last) = (end, ArraySlice(Array(line)))
      }
      wasBlank = isBlank
      next = end
    }
    // What has been read is dropped, and of a mail that is too large all but its beginning.
    buffer.removeSubrange(..<start)
    (start, next) = (0, next - start)
    if next > self.limit {
      buffer.removeSubrange(self.limit..<next)
      (next, isCut) = (self.limit, true)
    }
    return messages
  }

  /// Whether a file with this first line is one mail.
  private func isOneMail(from line: ArraySlice<UInt8>) -> Bool {
    if line.starts(with: Self.mark) { return false }
    switch ending {
    case "eml": return true
    case "mbox", "mbx": return false
    default: return Mbox.isField(line)
    }
  }

  private mutating func isSeparator(_ line: ArraySlice<UInt8>, before end: Int) -> Bool {
    guard isSingle == false else { return false }
    // The first one may have been escaped, as if it were in a mail.
    let isEscaped = last.isEmpty && start == next && line.first == 0x3E
    let words = isEscaped ? line.dropFirst() : line
    guard words.starts(with: Self.mark),
      let kind = Mbox.separator(words, before: buffer[end...], isAfterBlank: wasBlank)
    else { return false }
    if isPatches == nil { isPatches = kind == .patch }
    return kind == .mail || isPatches == true
  }

  private mutating func message(upTo end: Int) -> MailMessage? {
    let bytes = buffer[start..<end].drop { $0 == 0x0A || $0 == 0x0D }
    guard !bytes.isEmpty else { return nil }
    defer { isCut = false }
    return MailMessage(
      bytes: Mbox.unescaped(ArraySlice(Array(bytes))), mark: last, isCut: isCut)
  }
}

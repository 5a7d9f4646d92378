import FireflyCore
import FireflyForeign
import Foundation

/// A file of an entry, such as a recording.
struct FeedFile: Hashable, Sendable {
  /// Maximum length of a recording in seconds: four days.
  private static let longest = 4 * 86_400

  var address: String
  /// Its type, such as `audio/mpeg`.
  var type: String?
  var bytes: Int?
  var title: String?
  /// Its length in seconds.
  var seconds: Int?

  /// What a recording is called; nil for another file.
  var kind: String? {
    let kind = type?.lowercased().split(separator: "/").first.map(String.init) ?? ""
    let ending = URL(string: address)?.pathExtension.lowercased() ?? ""
    if kind == "video" || kind.isEmpty && Self.films.contains(ending) { return "Film" }
    let isHeard = kind == "audio" || kind.isEmpty && Self.recordings.contains(ending)
    return isHeard || seconds != nil ? "Recording" : nil
  }

  /// The endings of recordings and films whose type is not said.
  private static let recordings: Set = ["mp3", "m4a", "aac", "ogg", "oga", "opus", "flac", "wav"]
  private static let films: Set = ["mp4", "m4v", "webm", "mkv", "mov", "ogv"]

  /// Returns a type in lower case without parameters, such as `; charset=utf-8`.
  static func plainType(_ type: String) -> String {
    type.lowercased().prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces)
  }

  /// Reads a length: seconds, or `minutes:seconds`, or `hours:minutes:seconds`; nil for none.
  static func seconds(_ text: String?) -> Int? {
    guard let text = text.map({ ForeignText.cleanLine($0, limit: 20) }) else { return nil }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count) else { return nil }
    var seconds = 0.0
    for part in parts {
      guard let number = Double(part), number.isFinite, number >= 0 else { return nil }
      seconds = seconds * 60 + number
    }
    let whole = seconds.rounded()
    return whole > 0 && whole <= Double(longest) ? Int(whole) : nil
  }

  /// The length: `34:10`, `1:02:03`.
  private var length: String? {
    guard let seconds else { return nil }
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60)
    return (hours > 0 ? "\(hours):\(two(minutes))" : "\(minutes)") + ":" + two(seconds % 60)
  }

  /// Returns what it is called.
  ///
  /// - Parameter entry: the title of its entry, which is that of a recording without one.
  func name(in entry: String) -> String {
    let own = title?.line ?? (kind != nil ? entry.line : nil)
    return ForeignText.cleanLine(
      own ?? URL(string: address)?.lastPathComponent ?? address, limit: 120)
  }

  /// Returns the line that names it.
  ///
  /// - Parameter entry: the title of its entry.
  /// - Returns: the line in Markdown.
  func line(in entry: String) -> String {
    let words = name(in: entry).split(separator: " ").map { MarkdownWriter.escaped($0) }
      .joined(separator: " ")
    let what = kind == nil ? type.map { ForeignText.cleanLine($0, limit: 60) } : length
    let size = bytes.flatMap { $0 > 0 ? ByteCount.words($0) : nil }
    let facts = [what, size].compactMap { $0?.isEmpty == false ? $0 : nil }
    return (kind.map { "\($0): " } ?? "") + "[\(words.isEmpty ? "file" : words)](<\(address)>)"
      + (facts.isEmpty ? "" : " (\(facts.joined(separator: ", ")))")
  }
}

extension FeedEntry {
  /// Adds a line that names a file of the entry, such as a recording.
  mutating func attach(_ file: FeedFile) {
    guard !text.contains("](\(file.address))") else { return }
    text += (text.isEmpty ? "" : "\n\n") + file.line(in: title)
    guard file.kind != nil else { return }
    let recording = Post.Recording(title: file.name(in: title), address: file.address)
    recordings = (recordings ?? []) + [recording]
  }
}

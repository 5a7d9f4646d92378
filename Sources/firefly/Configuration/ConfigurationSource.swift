import FireflyApp
import FireflyCore
import Foundation
import Yams

/// What `config.yaml` and the `FIREFLY_…` variables say, key by key, and where each says it.
struct ConfigurationSource: Sendable {
  /// The value of a key.
  enum Value: Equatable {
    case missing
    case text(String)
    /// A list, where one word is wanted.
    case list
  }

  /// What the file says for one key, and in which line.
  private struct Entry {
    var words: [String]
    var isList: Bool
    /// From 1.
    var line: Int?
  }

  /// Bytes of a file, at most.
  private static let sizeLimit = 1_000_000
  /// Names and values of a file, at most; aliases could make millions of them from a few lines.
  private static let maximumWords = 5_000

  private let environment: [String: String]
  /// The file, as messages name it.
  let file: String
  /// The keys of the file that have a value, as their levels; each once, in the file's order.
  private(set) var fileKeys: [[String]] = []
  private var entries: [[String]: Entry] = [:]
  /// Why the file cannot be read at all.
  private(set) var failure: SettingsComplaint?

  /// Reads both; a file that is missing or holds only comments says nothing.
  init(file: URL, environment: [String: String]) {
    self.file = Self.short(file.path, environment)
    self.environment = environment.filter { $0.key.hasPrefix("FIREFLY_") }
    // As with NO_COLOR, any value that is not empty asks; one that says no in so many words doesn't.
    asksForLessMotion = ["NO_MOTION", "PREFERS_REDUCED_MOTION", "REDUCED_MOTION"].contains {
      environment[$0].map { !["", "0", "false", "no"].contains($0.lowercased()) } ?? false
    }
    do {
      guard let yaml = try Self.text(of: file), let root = try Yams.compose(yaml: yaml) else {
        return
      }
      guard let mapping = root.mapping else {
        throw Unreadable.content("expected lines such as “mouse: false”")
      }
      var words = 0
      try add(mapping, under: [], words: &words)
    } catch {
      failure = SettingsComplaint(
        place: self.file, text: (error as? Unreadable)?.sentence ?? YAMLFailure.sentence(for: error)
      )
      (fileKeys, entries) = ([], [:])
    }
  }

  /// Adds the entries of a mapping; names with dots count as several levels.
  private mutating func add(_ mapping: Node.Mapping, under key: [String], words: inout Int) throws {
    for (name, node) in mapping {
      guard let text = name.scalar?.string else {
        throw Unreadable.content("expected a name, found a list")
      }
      let levels = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      let key = key + levels
      let line = name.mark?.line
      words += 1
      switch node {
      case .scalar(let scalar):
        set(key, Entry(words: [scalar.string], isList: false, line: line))
      case .sequence(let sequence):
        words += sequence.count
        set(key, Entry(words: try Self.words(of: sequence, at: key), isList: true, line: line))
      case .mapping(let mapping): try add(mapping, under: key, words: &words)
      case .alias: break
      }
      guard words <= Self.maximumWords else {
        throw Unreadable.file("it has more than 5,000 names and values.")
      }
    }
  }

  private mutating func set(_ key: [String], _ entry: Entry) {
    if entries.updateValue(entry, forKey: key) == nil { fileKeys.append(key) }
  }

  private static func words(of sequence: Node.Sequence, at key: [String]) throws -> [String] {
    try sequence.map { node in
      guard let word = node.scalar?.string else {
        let name = ForeignText.cleanLine(key.joined(separator: "."), limit: 120)
        throw Unreadable.content("the list \(name) may contain only words")
      }
      return word
    }
  }

  /// The value of a key, as one word or text.
  func value(_ key: [String]) -> Value {
    if let text = environment[Self.variable(for: key)] { return .text(text) }
    guard let entry = entries[key] else { return .missing }
    return entry.isList ? .list : .text(entry.words[0])
  }

  /// The words of a key that may have a list; variables have commas between them.
  func words(_ key: [String]) -> [String]? {
    if let text = environment[Self.variable(for: key)] {
      return text.split(separator: ",", omittingEmptySubsequences: false)
        .map { $0.trimmingCharacters(in: .whitespaces) }
    }
    return entries[key]?.words
  }

  /// A complaint about a key, at the place that its value is from.
  func complaint(_ key: [String], _ text: String) -> SettingsComplaint {
    let variable = Self.variable(for: key)
    if environment[variable] != nil { return SettingsComplaint(place: variable, text: text) }
    return SettingsComplaint(place: file, text: key.joined(separator: ".") + ": " + text)
  }

  /// The line of the file that has a key, from 1; nil where it isn't there, or a variable has the key.
  func line(of key: [String]) -> Int? { origin(of: key) == file ? entries[key]?.line : nil }

  /// Where a key has its value from: a variable's name, or the file; nil where neither has it.
  func origin(of key: [String]) -> String? {
    let variable = Self.variable(for: key)
    if environment[variable] != nil { return variable }
    return entries[key] == nil ? nil : file
  }

  /// Whether a variable that is not Firefly's own asks all programs to move less.
  let asksForLessMotion: Bool

  /// Names of the variables that there are.
  var variables: [String] { environment.keys.sorted() }

  /// The variable that a key can be given by.
  static func variable(for key: [String]) -> String {
    (["firefly"] + key).map { part in
      String(part.uppercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })
    }.joined(separator: "_")
  }

  private static func short(_ path: String, _ environment: [String: String]) -> String {
    guard let home = environment["HOME"], home.count > 1, path.hasPrefix(home + "/") else {
      return path
    }
    return "~" + path.dropFirst(home.count)
  }

  /// The text of a file; nil if there is none.
  private static func text(of file: URL) throws(Unreadable) -> String? {
    var status = stat()
    if stat(file.path, &status) != 0 {
      guard errno != ENOENT, errno != ENOTDIR else { return nil }
      throw .file("\(StandardStreams.reason(errno)).")
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .file("it is not a file.") }
    guard status.st_size <= sizeLimit else { throw .file("it is larger than 1 MB.") }
    guard let bytes = try? InputFile(path: file.path).read(limit: sizeLimit) else {
      throw .file("\(StandardStreams.reason(errno)).")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .content("it is not UTF-8 text")
    }
    return text
  }

  private enum Unreadable: Error {
    /// The file can't be read; the reason as a sentence.
    case file(String)
    /// What is in it can't be read; the reason without a full stop.
    case content(String)

    var sentence: String {
      switch self {
      case .file(let reason): "the file can't be read: " + reason
      case .content(let reason): YAMLFailure.sentence(reason)
      }
    }
  }
}

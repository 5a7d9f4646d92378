import FireflyCore
import FireflyModel
import FireflyVerbs
import Foundation
import Yams

/// The values in `config.yaml` and the `FIREFLY_…` variables, by key, with their origin.
struct ConfigurationSource: Sendable {
  /// The value of a key.
  enum Value: Equatable {
    case missing
    case text(String)
    /// A list instead of a single value.
    case list
  }

  /// A value in the file.
  private struct Entry {
    /// Nil for a list of anything but words.
    var words: [String]?
    var isList: Bool
  }

  /// Maximum bytes of the file.
  private static let sizeLimit = 1_000_000
  /// Maximum number of names and values; YAML aliases could create millions from a few lines.
  private static let maximumWords = 5_000

  private let environment: [String: String]
  private let home: String
  /// The path for messages.
  let file: String
  /// The keys with a value in the file, split into levels, in file order.
  private(set) var fileKeys: [[String]] = []
  private var entries: [[String]: Entry] = [:]
  /// The lines of names in the file, from 1, also of those with names below them.
  private var lines: [[String]: Int] = [:]
  /// Why the file can't be read.
  private(set) var failure: SettingsError?

  /// Reads the file and the variables; a missing file is empty.
  init(file: URL, environment: [String: String]) {
    self.file = Self.short(file.path, environment)
    home = environment["HOME"] ?? ""
    self.environment = environment.filter { $0.key.hasPrefix("FIREFLY_") }
    // As with NO_COLOR, any value counts, except empty, 0, false and no.
    lessMotion = ["NO_MOTION", "PREFERS_REDUCED_MOTION", "REDUCED_MOTION"].first {
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
      failure = SettingsError(
        place: self.file,
        text: (error as? Unreadable)?.sentence ?? YAMLFailure.sentence(for: error), isWhole: true)
      (fileKeys, entries) = ([], [:])
    }
  }

  /// Adds the entries of a mapping; dots in names separate levels.
  private mutating func add(_ mapping: Node.Mapping, under key: [String], words: inout Int) throws {
    for (name, node) in mapping {
      guard let text = name.scalar?.string else {
        throw Unreadable.content("expected a name, found a list")
      }
      let levels = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      let key = key + levels
      note(name.mark?.line, of: key)
      words += 1
      switch node {
      case .scalar(let scalar):
        set(key, Entry(words: [scalar.string], isList: false))
      case .sequence(let sequence):
        words += sequence.count
        if key == ["commands"], sequence.contains(where: { $0.mapping != nil }) {
          for (index, node) in sequence.enumerated() {
            let key = key + ["\(index + 1)"]
            if let mapping = node.mapping {
              try add(mapping, under: key, words: &words)
            } else {
              note(node.mark?.line, of: key)
              set(key, Entry(words: [], isList: true))
            }
          }
          break
        }
        set(key, Entry(words: Self.words(of: sequence), isList: true))
      case .mapping(let mapping): try add(mapping, under: key, words: &words)
      case .alias: break
      }
      guard words <= Self.maximumWords else {
        throw Unreadable.file("it has more than 5,000 names and values.")
      }
    }
  }

  /// Notes the line of a name, and of the sections that it begins by its dots.
  private mutating func note(_ line: Int?, of key: [String]) {
    for length in 1..<key.count where lines[Array(key.prefix(length))] == nil {
      lines[Array(key.prefix(length))] = line
    }
    lines[key] = line
  }

  private mutating func set(_ key: [String], _ entry: Entry) {
    if entries.updateValue(entry, forKey: key) == nil { fileKeys.append(key) }
  }

  /// Returns the words of a list; nil if it contains anything else.
  private static func words(of sequence: Node.Sequence) -> [String]? {
    let words = sequence.compactMap { $0.scalar?.string }
    return words.count == sequence.count ? words : nil
  }

  /// The lists with anything but words, which are as if they were missing.
  var refusedLists: [[String]] { fileKeys.filter { entries[$0]?.words == nil } }

  /// Returns the value of a key that accepts a single value.
  func value(_ key: [String]) -> Value {
    if let text = variable(key) { return .text(text) }
    guard let entry = entries[key] else { return .missing }
    return entry.isList ? .list : entry.words.map { .text($0[0]) } ?? .missing
  }

  /// Returns the numbers of the entries of a list in the file, in order.
  func numbers(under name: String) -> [String] {
    var seen: Set<String> = []
    return fileKeys.filter { $0.count > 2 && $0[0] == name }.map { $0[1] }
      .filter { seen.insert($0).inserted }
  }

  /// Returns the values of a key that accepts a list; in variables they are separated by commas.
  func words(_ key: [String]) -> [String]? {
    if let text = variable(key) {
      return text.split(separator: ",", omittingEmptySubsequences: false)
        .map { $0.trimmingCharacters(in: .whitespaces) }
    }
    return entries[key]?.words
  }

  /// Returns the value of the variable for a key; nil for none, and for the commands, which the file alone names.
  private func variable(_ key: [String]) -> String? {
    environment.isEmpty || key[0] == "commands" ? nil : environment[Self.variable(for: key)]
  }

  /// Returns a complaint about a key, with the origin of its value.
  func complaint(_ key: [String], _ text: String) -> SettingsError {
    var complaint = SettingsError(place: Self.variable(for: key), text: text)
    if variable(key) == nil {
      complaint.place = file
      complaint.text = key.joined(separator: ".") + lineNote(key) + ": " + text
    }
    complaint.key = key
    return complaint
  }

  /// The line of a key in the file, as it follows the key in sentences; empty if it has none.
  func lineNote(_ key: [String]) -> String { lines[key].map { " (line \($0))" } ?? "" }

  /// Returns the line of a key in the file, from 1; nil if it is missing, or a variable overrides
  /// it.
  func line(of key: [String]) -> Int? { origin(of: key) == file ? lines[key] : nil }

  /// Returns the origin of a value: the name of a variable, or the file; nil for a default.
  func origin(of key: [String]) -> String? {
    if variable(key) != nil { return Self.variable(for: key) }
    return entries[key] == nil ? nil : file
  }

  /// The general variable that asks for reduced motion; nil if none does.
  let lessMotion: String?

  /// The names of existing variables.
  var variables: [String] { environment.keys.sorted() }

  /// Returns the name of the variable for a key.
  static func variable(for key: [String]) -> String {
    (["firefly"] + key).map { part in
      String(part.uppercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })
    }.joined(separator: "_")
  }

  /// Returns a path, in which `~/` at the beginning is the home folder.
  func expanded(_ path: String) -> String {
    path.hasPrefix("~/") ? home + path.dropFirst() : path
  }

  private static func short(_ path: String, _ environment: [String: String]) -> String {
    guard let home = environment["HOME"], home.count > 1, path.hasPrefix(home + "/") else {
      return path
    }
    return "~" + path.dropFirst(home.count)
  }

  /// Returns the text of a file; nil if there is none.
  private static func text(of file: URL) throws(Unreadable) -> String? {
    var status = stat()
    if stat(file.path, &status) != 0 {
      guard errno != ENOENT, errno != ENOTDIR else {
        guard lstat(file.path, &status) == 0 else {
          if let folder = danglingFolder(of: file) {
            throw .file("\(folder) is a link to a folder that does not exist.")
          }
          return nil
        }
        throw .file("it is a link to a file that does not exist.")
      }
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

  /// The folder of a file that is a link to nothing, such as one on a disk that is not there; nil for none.
  private static func danglingFolder(of file: URL) -> String? {
    var (folder, status) = (file.deletingLastPathComponent(), stat())
    while folder.path != "/", lstat(folder.path, &status) != 0 {
      folder.deleteLastPathComponent()
    }
    return stat(folder.path, &status) == 0 ? nil : folder.path
  }

  private enum Unreadable: Error {
    /// The file can't be read; the reason as a sentence.
    case file(String)
    /// The contents are invalid; the reason without a full stop.
    case content(String)

    var sentence: String {
      switch self {
      case .file(let reason): "the file can't be read: " + reason
      case .content(let reason): YAMLFailure.sentence(reason)
      }
    }
  }
}

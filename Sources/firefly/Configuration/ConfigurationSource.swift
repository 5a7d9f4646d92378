import Configuration
import FireflyApp
import FireflyCore
import Foundation
import Synchronization

/// What `config.yaml` and the `FIREFLY_…` variables say, key by key, and where each says it.
struct ConfigurationSource: Sendable {
  /// What there is for a key.
  enum Value: Equatable {
    case missing
    case text(String)
    /// A list where a word is wanted.
    case list
  }

  /// Bytes of a configuration at most; no hand ever wrote as many.
  private static let sizeLimit = 1_000_000

  /// Names and values at most: the time that the library takes grows with the square of their number.
  private static let maximumWords = 5_000

  private let reader: ConfigReader?
  private let environment: [String: String]
  /// The file, as messages have it.
  let file: String
  /// The lines of the file; none where it can't be read.
  private var lines: [String] = []
  /// Keys of the file that have a value, as their levels; each once, in its order.
  private(set) var fileKeys: [[String]] = []
  private var knownFileKeys: Set<String> = []
  /// Why the file can't be read at all.
  private(set) var failure: SettingsComplaint?

  /// Reads both; a file that is missing or has nothing but comments says nothing.
  init(file: URL, environment: [String: String]) async {
    self.file = Self.short(file.path, environment)
    self.environment = environment.filter { $0.key.hasPrefix("FIREFLY_") }
    // As with NO_COLOR, any value that is not empty asks; one that says no in so many words doesn't.
    asksForLessMotion = ["NO_MOTION", "PREFERS_REDUCED_MOTION", "REDUCED_MOTION"].contains {
      environment[$0].map { !["", "0", "false", "no"].contains($0.lowercased()) } ?? false
    }
    var providers: [any ConfigProvider] = []
    if !self.environment.isEmpty {
      let provider = EnvironmentVariablesProvider(environmentVariables: environment)
      providers.append(provider.prefixKeys(with: "firefly"))
    }
    do {
      if try Self.saysSomething(file) {
        lines = Self.lines(of: file)
        let keys = KeyList()
        // The one place where the library tells which keys there are.
        let options = YAMLSnapshot.ParsingOptions(
          bytesDecoder: .base64, secretsSpecifier: .dynamic { key, _ in keys.note(key) })
        providers.append(
          try await FileProvider<YAMLSnapshot>(
            parsingOptions: options, filePath: .init(file.path)))
        let names = keys.all
        knownFileKeys = Set(names)
        fileKeys = names.map {
          $0.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        }
      }
    } catch let error as Unreadable {
      failure = SettingsComplaint(place: self.file, text: error.reason)
    } catch {
      failure = SettingsComplaint(place: self.file, text: YAMLFailure.sentence(for: error))
    }
    reader = providers.isEmpty ? nil : ConfigReader(providers: providers)
  }

  /// What there is for a key, as one word or text.
  func value(_ key: [String]) -> Value {
    guard let reader else { return .missing }
    if let text = reader.string(forKey: ConfigKey(key)) { return .text(text) }
    return isInFile(key) ? .list : .missing
  }

  /// What there is for a key that may have a list.
  func words(_ key: [String]) -> [String]? {
    guard let reader else { return nil }
    let key = ConfigKey(key)
    if let words = reader.stringArray(forKey: key) { return words }
    return reader.string(forKey: key).map { [$0] }
  }

  /// What there is for a key that is true or false.
  func bool(_ key: [String]) -> Bool? { reader?.bool(forKey: ConfigKey(key)) }

  /// A complaint about a key, at the place that its value is from.
  func complaint(_ key: [String], _ text: String) -> SettingsComplaint {
    let variable = Self.variable(for: key)
    if environment[variable] != nil { return SettingsComplaint(place: variable, text: text) }
    return SettingsComplaint(place: file, text: key.joined(separator: ".") + ": " + text)
  }

  /// The line in which the file has a key, from 1; nil where it isn't found, or a variable has the key.
  ///
  /// The library doesn't tell. Each level is looked for behind the one above it, as it is written by people.
  func line(of key: [String]) -> Int? {
    guard origin(of: key) == file else { return nil }
    var found: Int?
    for (level, name) in key.enumerated() {
      let start = found ?? 0
      let next = lines[start...].firstIndex { line in
        let words = line.prefix { $0 != "#" }.split { " \t{},\"'".contains($0) }
        let isTop = level > 0 || line.first.map { !" \t".contains($0) } ?? false
        return isTop && words.contains { $0 == name + ":" || $0.hasPrefix(name + ":") }
      }
      guard let next else { return nil }
      found = next
    }
    return found.map { $0 + 1 }
  }

  private static func lines(of file: URL) -> [String] {
    guard let bytes = try? InputFile(path: file.path).read(limit: sizeLimit) else { return [] }
    return String(decoding: bytes, as: UTF8.self)
      .split(omittingEmptySubsequences: false) { $0.isNewline }.map(String.init)
  }

  /// Where a key has its value from: a variable's name, or the file; nil where nothing says anything.
  func origin(of key: [String]) -> String? {
    let variable = Self.variable(for: key)
    if environment[variable] != nil { return variable }
    return isInFile(key) ? file : nil
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

  private func isInFile(_ key: [String]) -> Bool {
    knownFileKeys.contains(key.joined(separator: "."))
  }

  private static func short(_ path: String, _ environment: [String: String]) -> String {
    guard let home = environment["HOME"], home.count > 1, path.hasPrefix(home + "/") else {
      return path
    }
    return "~" + path.dropFirst(home.count)
  }

  /// Whether there is a file with anything in it but comments, and not too much of that.
  private static func saysSomething(_ file: URL) throws -> Bool {
    var status = stat()
    if stat(file.path, &status) != 0 {
      guard errno != ENOENT, errno != ENOTDIR else { return false }
      throw Unreadable(reason: "it can't be read: \(StandardStreams.reason(errno)).")
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw Unreadable(reason: "it can't be read: it is not a file.")
    }
    guard status.st_size <= sizeLimit else {
      throw Unreadable(reason: "it can't be read: it is larger than 1 MB.")
    }
    let bytes: Data
    do {
      bytes = try InputFile(path: file.path).read(limit: sizeLimit)
    } catch {
      throw Unreadable(reason: "it can't be read: \(StandardStreams.reason(errno)).")
    }
    let ends = [UInt8(ascii: "\n"), UInt8(ascii: "\r")]
    let lines = bytes.split { ends.contains($0) }.filter { line in
      line.first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
        .map { $0 != UInt8(ascii: "#") } ?? false
    }
    // Each of them ends with its line, or with one of these signs.
    let words = lines.reduce(lines.count) { count, line in
      count + line.count { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ",") }
    }
    guard words <= maximumWords else {
      throw Unreadable(reason: "it can't be read: it has more than 5,000 names and values.")
    }
    return !lines.isEmpty
  }

  private struct Unreadable: Error {
    let reason: String
  }
}

/// The keys of a file, as they are met.
private final class KeyList: Sendable {
  private let keys = Mutex<[String]>([])

  var all: [String] { keys.withLock { $0 } }

  /// Takes a key; none of them is a secret.
  func note(_ key: String) -> Bool {
    keys.withLock { $0.append(key) }
    return false
  }
}

import Foundation

/// The two files of a dictionary.
public struct DictionaryFiles: Hashable, Sendable {
  /// Its name, such as `en_GB`.
  public let name: String
  /// The path of the file with the rules.
  let rules: String
  /// The path of the file with the words.
  let words: String

  /// The dictionary of a name, or, where there is none, another one of its language.
  ///
  /// - `name`: a language and mostly a country, such as `en_GB` or `de`.
  /// - `folders`: in which dictionaries are looked for, the first first.
  /// - Returns: nil if there is none of that language.
  public init?(_ name: String, in folders: [String]) {
    let name = name.replacing("-", with: "_")
    guard Self.isName(name) else { return nil }
    let language = name.prefix { $0 != "_" }.lowercased()
    var names = [name, language, "\(language)_\(language.uppercased())"]
    names += folders.flatMap { Self.names(in: $0) }.filter { $0.hasPrefix(language + "_") }.sorted()
    for name in names {
      for folder in folders {
        let path = folder + "/" + name
        guard Self.isFile(path + ".aff"), Self.isFile(path + ".dic") else { continue }
        self.name = name
        (rules, words) = (path + ".aff", path + ".dic")
        return
      }
    }
    return nil
  }

  /// Where dictionaries are: the user's own folders, those of the variable of hunspell, the system's.
  ///
  /// - `environment`: the variables of the process.
  public static func folders(_ environment: [String: String]) -> [String] {
    var folders = (environment["DICPATH"] ?? "").split(separator: ":").map(String.init)
    if let home = environment["HOME"], home.hasPrefix("/") {
      folders.append((environment["XDG_DATA_HOME"] ?? home + "/.local/share") + "/hunspell")
    }
    let shared = environment["XDG_DATA_DIRS"] ?? "/usr/local/share:/usr/share"
    for folder in shared.split(separator: ":") {
      folders += [folder + "/hunspell", folder + "/myspell", folder + "/myspell/dicts"]
    }
    return folders.filter { $0.hasPrefix("/") }
  }

  /// The language of the user's surroundings, such as `en_GB`; nil where they name none.
  ///
  /// - `environment`: the variables of the process.
  public static func language(_ environment: [String: String]) -> String? {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty }
    let name = (locale ?? "").prefix { $0 != "." && $0 != "@" }
    return isName(String(name)) && name != "C" && name != "POSIX" ? String(name) : nil
  }

  /// Whether a text can name a dictionary: letters, digits, lines, and nothing that leads elsewhere.
  public static func isName(_ name: String) -> Bool {
    (1...40).contains(name.utf8.count)
      && name.utf8.allSatisfy {
        $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A || $0 >= 0x30 && $0 <= 0x39 || $0 == 0x5F
          || $0 == 0x2D
      }
  }

  private static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  private static func names(in folder: String) -> [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return files.filter { $0.hasSuffix(".dic") }.map { String($0.dropLast(4)) }
  }
}

import Foundation

/// The two files of a dictionary.
package struct DictionaryFiles: Hashable, Sendable {
  /// The name, such as `en_GB`.
  package let name: String
  /// The path of the affix file.
  let rules: String
  /// The path of the word list.
  let words: String

  /// Finds the dictionary with a name, or another one of the same language.
  ///
  /// - Parameters:
  ///   - name: a language, usually with a country, such as `en_GB` or `de`.
  ///   - folders: the folders to search, in order.
  package init?(_ name: String, in folders: [String]) {
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

  /// Returns the folders with dictionaries: the user's, those of hunspell's variable, the system's.
  ///
  /// - Parameter environment: the environment of the process.
  /// - Returns: the paths, in order of precedence.
  package static func folders(_ environment: [String: String]) -> [String] {
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

  /// Returns the user's language, such as `en_GB`.
  ///
  /// - Parameter environment: the environment of the process.
  /// - Returns: the name; nil if the environment sets none.
  package static func language(_ environment: [String: String]) -> String? {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty }
    let name = (locale ?? "").prefix { $0 != "." && $0 != "@" }
    return isName(String(name)) && name != "C" && name != "POSIX" ? String(name) : nil
  }

  /// Whether a text is a valid dictionary name: letters, digits, hyphens and underscores, which
  /// can't form a path.
  package static func isName(_ name: String) -> Bool {
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

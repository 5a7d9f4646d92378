import Glibc

/// Sets the process's character set from the environment.
package enum TerminalLocale {
  /// Sets the user's character set; returns whether it is UTF-8.
  ///
  /// Only the character set: a decimal comma in the C library would confuse libraries that parse
  /// numbers with it. If the locale is not installed, as in many containers, but its name says
  /// UTF-8, uses `C.UTF-8`. The name may be just `UTF-8`, as macOS has it and ssh passes it on.
  @discardableResult
  package static func adopt(environment: [String: String]) -> Bool {
    if setlocale(LC_CTYPE, "") == nil, namesUTF8(environment) {
      _ = setlocale(LC_CTYPE, "C.UTF-8")
    }
    guard let codeset = nl_langinfo(nl_item(CODESET)) else { return false }
    return isUTF8(String(cString: codeset))
  }

  /// Whether no variable sets the character set, which is then assumed to be ASCII.
  package static func isUnset(_ environment: [String: String]) -> Bool {
    ["LC_ALL", "LC_CTYPE", "LANG"].allSatisfy { environment[$0, default: ""].isEmpty }
  }

  /// Whether the variable that determines the character set says UTF-8.
  static func namesUTF8(_ environment: [String: String]) -> Bool {
    let decisive = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty }
    guard let charset = decisive?.split(separator: ".").last else { return false }
    return isUTF8(String(charset.prefix { $0 != "@" }))
  }

  static func isUTF8(_ name: String) -> Bool {
    ["utf-8", "utf8"].contains(name.lowercased())
  }
}

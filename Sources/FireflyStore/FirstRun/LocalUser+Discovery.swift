import FireflyPrograms
import Foundation

extension LocalUser {
  /// Time limit for git, in seconds.
  private static let timeout = 1.0

  /// Determines the user of this computer: by git's configuration, otherwise by login and host
  /// name.
  ///
  /// Starts a program and waits for it, so call it once.
  package static func discover() -> LocalUser { discover(in: nil) }

  /// Does the same with other variables, which name the home folder; nil for those of the process.
  package static func discover(in environment: [String: String]?) -> LocalUser {
    let git = gitConfiguration(environment)
    let login = NSUserName().isEmpty ? "user" : NSUserName()
    return LocalUser(
      name: git["user.name"] ?? login,
      email: git["user.email"] ?? "\(login)@\(hostName)")
  }

  /// The host name without a network request, which Foundation would make.
  static var hostName: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0, name[0] != 0 else { return "localhost" }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Returns `user.name` and `user.email` of git's configuration.
  private static func gitConfiguration(_ environment: [String: String]?) -> [String: String] {
    let git = ChildProgram()
    git.environment = environment
    git.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    git.arguments = ["git", "config", "--null", "--get-regexp", "^user\\.(name|email)$"]
    let output = Pipe()
    git.standardInput = FileHandle.nullDevice
    git.standardOutput = output
    git.standardError = FileHandle.nullDevice
    guard (try? git.run()) != nil else { return [:] }
    guard git.waitUntilExit(atMost: timeout) else {
      git.terminate()
      return [:]
    }
    return parse(String(decoding: output.fileHandleForReading.remainingData(), as: UTF8.self))
  }

  /// Parses `name\nvalue\0…`; like git, uses the last value of a name.
  static func parse(_ listing: String) -> [String: String] {
    var values: [String: String] = [:]
    for entry in listing.split(separator: "\0") {
      let sides = entry.split(separator: "\n", maxSplits: 1)
      guard sides.count == 2 else { continue }
      let value = sides[1].trimmingCharacters(in: .whitespacesAndNewlines)
      if !value.isEmpty { values[String(sides[0])] = value }
    }
    return values
  }
}

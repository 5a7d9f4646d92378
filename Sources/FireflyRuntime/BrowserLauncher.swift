import Foundation

/// Opens links in a web browser or mail program.
public struct BrowserLauncher: Sendable {
  private static let noBrowser = "No browser found. Set $BROWSER."
  private let environment: [String: String]

  /// Creates a launcher for an environment.
  public init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    self.environment = environment
  }

  /// Returns whether an address may be opened: http, https and mailto only.
  static func allows(_ address: String) -> Bool {
    guard let scheme = URL(string: address)?.scheme?.lowercased() else { return false }
    return ["http", "https", "mailto"].contains(scheme)
  }

  /// Opens an address with `$BROWSER` or else `xdg-open`.
  ///
  /// - Returns: why that failed, as a sentence; nil if it succeeded.
  public func open(_ address: String) -> String? {
    guard Self.allows(address) else { return "Only web and mail addresses can be opened." }
    let browser = environment["BROWSER"].flatMap { $0.isEmpty ? nil : $0 } ?? "xdg-open"
    guard let command = command(browser, for: Self.withoutAttachments(address)) else {
      return Self.noBrowser
    }
    let process = Process()
    process.executableURL = command.program
    process.arguments = command.arguments
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    do {
      try process.run()
      return nil
    } catch {
      return Self.noBrowser
    }
  }

  /// Returns a mail address with harmless fields only: some mail programs attach files that an
  /// address names.
  static func withoutAttachments(_ address: String) -> String {
    let sides = address.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard sides.count == 2, sides[0].lowercased().hasPrefix("mailto:") else { return address }
    let fields = sides[1].split(separator: "&").filter { field in
      let name = field.prefix { $0 != "=" }
      return harmless.contains(String(name).lowercased())
    }
    return sides[0] + (fields.isEmpty ? "" : "?" + fields.joined(separator: "&"))
  }

  /// The fields of a mail that a link may set.
  private static let harmless: Set = ["to", "cc", "bcc", "subject", "body", "in-reply-to"]

  /// Returns the program and its arguments; the address replaces `%s` or is the last argument.
  private func command(
    _ browser: String, for address: String
  ) -> (program: URL, arguments: [String])? {
    // The path may contain spaces.
    if let program = executable(browser) { return (program, [address]) }
    let words = browser.split(separator: " ").map(String.init)
    guard let name = words.first, let program = executable(name) else { return nil }
    let arguments = words.dropFirst().map { $0.replacing("%s", with: address) }
    return (program, words.contains { $0.contains("%s") } ? arguments : arguments + [address])
  }

  /// Returns the path of a program.
  ///
  /// Starting a missing program would report no error.
  private func executable(_ name: String) -> URL? {
    let folders = name.contains("/") ? [""] : (environment["PATH"] ?? "").split(separator: ":")
    return folders.lazy.map { $0.isEmpty ? name : "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
      .map { URL(fileURLWithPath: $0) }
  }
}

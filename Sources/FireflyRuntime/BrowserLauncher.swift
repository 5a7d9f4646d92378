import Foundation

/// Opens addresses outside of the terminal.
public struct BrowserLauncher: Sendable {
  private static let noBrowser = "No browser found. Set $BROWSER."
  private let environment: [String: String]

  /// A launcher that obeys `$BROWSER`.
  public init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    self.environment = environment
  }

  /// Whether an address may be opened: only the web and mail.
  static func allows(_ address: String) -> Bool {
    guard let scheme = URL(string: address)?.scheme?.lowercased() else { return false }
    return ["http", "https", "mailto"].contains(scheme)
  }

  /// Opens an address with `$BROWSER`, else `xdg-open`.
  ///
  /// - Returns: why it could not be opened, as a sentence for the user; nil if it was.
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

  /// A mail address with only those fields that a stranger may fill in: some mail programs attach a file of
  /// the user's that the address names.
  static func withoutAttachments(_ address: String) -> String {
    let sides = address.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard sides.count == 2, sides[0].lowercased().hasPrefix("mailto:") else { return address }
    let fields = sides[1].split(separator: "&").filter { field in
      let name = field.prefix { $0 != "=" }
      return harmless.contains(String(name).lowercased())
    }
    return sides[0] + (fields.isEmpty ? "" : "?" + fields.joined(separator: "&"))
  }

  /// Fields of a mail that can be taken over from a link.
  private static let harmless: Set = ["to", "cc", "bcc", "subject", "body", "in-reply-to"]

  /// The program and its arguments: the address stands for `%s`, or else comes last.
  private func command(
    _ browser: String, for address: String
  ) -> (program: URL, arguments: [String])? {
    // A path may have blanks in it.
    if let program = executable(browser) { return (program, [address]) }
    let words = browser.split(separator: " ").map(String.init)
    guard let name = words.first, let program = executable(name) else { return nil }
    let arguments = words.dropFirst().map { $0.replacing("%s", with: address) }
    return (program, words.contains { $0.contains("%s") } ? arguments : arguments + [address])
  }

  /// Looked for here, because starting a missing program reports no error.
  private func executable(_ name: String) -> URL? {
    let folders = name.contains("/") ? [""] : (environment["PATH"] ?? "").split(separator: ":")
    return folders.lazy.map { $0.isEmpty ? name : "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
      .map { URL(fileURLWithPath: $0) }
  }
}

import Foundation

/// Opens addresses outside of the terminal.
public struct BrowserLauncher: Sendable {
  private let environment: [String: String]

  /// A launcher that obeys `$BROWSER`.
  public init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    self.environment = environment
  }

  /// Whether an address may be opened: only the web and mail.
  public static func allows(_ address: String) -> Bool {
    guard let scheme = URL(string: address)?.scheme?.lowercased() else { return false }
    return ["http", "https", "mailto"].contains(scheme)
  }

  /// Opens an address with `$BROWSER`, else `xdg-open`.
  ///
  /// - Returns: why it could not be opened, as a sentence for the user; nil if it was.
  public func open(_ address: String) -> String? {
    guard Self.allows(address) else { return "Only web and mail addresses are opened." }
    let program = environment["BROWSER"].flatMap { $0.isEmpty ? nil : $0 } ?? "xdg-open"
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program, address]
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    do {
      try process.run()
      return nil
    } catch {
      return "There is no browser to open it with: set $BROWSER."
    }
  }
}

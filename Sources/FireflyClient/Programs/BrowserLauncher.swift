import FireflyPrograms
import Foundation

/// Opens links in a web browser or mail program.
package struct BrowserLauncher: Sendable {
  private static let noBrowser = "No browser found. Set $BROWSER."
  /// Time after which a browser that still runs has opened its window.
  private static let patience = Duration.seconds(10)
  /// The variables of the programs.
  package let environment: [String: String]
  private let path: SearchPath

  /// Creates a launcher for an environment.
  package init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    self.environment = environment
    path = SearchPath(environment)
  }

  /// A browser with its arguments.
  package struct Command: Hashable {
    /// The path of the program, and its arguments.
    package var words: [String]
    /// Whether it draws in the terminal.
    var usesTerminal: Bool
    /// Whether what it has written waits for Enter, if it failed or ended at once.
    package var waitsForReader = false

    /// Creates a command.
    package init(words: [String], usesTerminal: Bool, waitsForReader: Bool = false) {
      (self.words, self.usesTerminal) = (words, usesTerminal)
      self.waitsForReader = waitsForReader
    }

    /// The name of the program.
    package var name: String { URL(fileURLWithPath: words.first ?? "").lastPathComponent }
    /// Whether it tries other browsers, and complains of each that is missing.
    package var isStarter: Bool { BrowserLauncher.starters.contains(name) }
  }

  /// How a browser ended.
  package enum Exit: Hashable, Sendable {
    /// It opened the address, or still runs.
    case opened
    /// It failed: the exit code, or 128 and the number of a signal.
    case failed(Int32)
  }

  /// Returns whether an address may be opened: http, https and mailto only.
  static func allows(_ address: String) -> Bool {
    guard let scheme = URL(string: address)?.scheme?.lowercased() else { return false }
    return ["http", "https", "mailto"].contains(scheme)
  }

  /// Whether web pages open in a window on the screen of the user, who did not come by ssh.
  package var opensWindows: Bool {
    hasDisplay && environment["SSH_CONNECTION"] == nil
      && commands(for: "https://localhost/").first?.usesTerminal == false
  }

  /// Opens an address in a window.
  ///
  /// - Returns: why that failed, as a sentence; nil if it succeeded.
  @discardableResult
  package func open(_ address: String) async -> String? {
    await open(address) { _ in .failed(127) }
  }

  /// Opens an address with the first program that can: of the list in `$BROWSER`, or else `xdg-open`
  /// or, without a display, a browser of the terminal.
  ///
  /// - Parameters:
  ///   - isRecording: whether it is known to be that of a recording or a film; otherwise its ending tells.
  ///   - inTerminal: runs a program that draws in the terminal.
  /// - Returns: why that failed, as a sentence; nil if it succeeded.
  package func open(
    _ address: String, isRecording: Bool = false,
    inTerminal: @MainActor @Sendable (Command) async -> Exit
  ) async -> String? {
    guard Self.allows(address) else { return "Only web and mail addresses can be opened." }
    var complaint = Self.noBrowser
    for command in commands(for: Self.withoutAttachments(address), isRecording) {
      let exit = command.usesTerminal ? await inTerminal(command) : await run(command)
      guard case .failed(let code) = exit else { return nil }
      complaint = "\(command.name.prefix(40)) could not open it (exit code \(code))."
    }
    return complaint
  }

  /// The installed players and browsers, in order.
  package func commands(for address: String, _ isRecording: Bool = false) -> [Command] {
    ((isRecording || Self.isRecording(address) ? players : []) + browsers).compactMap {
      command($0, for: address)
    }
  }

  /// Whether an address is that of a recording or a film, by its ending.
  package static func isRecording(_ address: String) -> Bool {
    guard address.hasPrefix("http") else { return false }
    let ending = URL(string: address)?.pathExtension.lowercased() ?? ""
    return recordings.contains(ending)
  }

  private static let recordings: Set = [
    "mp3", "m4a", "aac", "ogg", "oga", "opus", "flac", "wav", "mp4", "m4v", "webm", "mkv", "mov",
    "ogv",
  ]

  /// The programs that play recordings: that of `$PLAYER`, or mpv.
  private var players: [String] {
    let named = environment["PLAYER"] ?? ""
    return [named.allSatisfy(\.isWhitespace) ? "mpv" : named]
  }

  /// Players that are controlled in the terminal.
  private static let playersOfTerminal: Set = [
    "mpv", "mplayer", "ffplay", "mpg123", "cvlc", "nvlc",
  ]

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

  /// Browsers that use the terminal, the best first.
  private static let ofTerminal = [
    "www-browser", "w3m", "links2", "elinks", "links", "lynx", "browsh", "carbonyl", "cha",
    "edbrowse",
  ]
  /// Programs that start one of them if there is no display.
  private static let starters: Set = ["xdg-open", "sensible-browser"]

  private var hasDisplay: Bool {
    ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment[$0]?.isEmpty == false }
  }

  private var browsers: [String] {
    let named = environment["BROWSER"] ?? ""
    if path.program(named) != nil { return [named] }
    let list = named.split(separator: ":").map(String.init)
    guard list.allSatisfy({ $0.allSatisfy(\.isWhitespace) }) else { return list }
    return hasDisplay ? ["xdg-open"] : Self.ofTerminal + ["xdg-open"]
  }

  /// Returns a program of the list with its arguments; the address replaces `%s` or is the last one.
  private func command(_ browser: String, for address: String) -> Command? {
    // The path may contain spaces.
    let words =
      path.program(browser) == nil ? browser.split(separator: " ").map(String.init) : [browser]
    guard let name = words.first, let program = path.program(name) else { return nil }
    let arguments = words.dropFirst().map { $0.replacing("%s", with: address) }
    let isPlaced = words.contains { $0.contains("%s") }
    var command = Command(
      words: [program] + arguments + (isPlaced ? [] : [address]), usesTerminal: false)
    command.usesTerminal =
      Self.ofTerminal.contains(command.name) || Self.playersOfTerminal.contains(command.name)
      || !hasDisplay && Self.starters.contains(command.name)
    return command
  }

  /// Starts a browser with a window, and waits for its end, or for a while.
  private func run(_ command: Command) async -> Exit {
    let process = ChildProgram()
    process.executableURL = command.words.first.map { URL(fileURLWithPath: $0) }
    process.arguments = Array(command.words.dropFirst())
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    let (ends, end) = AsyncStream<Exit>.makeStream()
    do { try process.run() } catch { return .failed(127) }
    process.whenEnded { process in
      let code = process.terminationStatus + (process.terminationReason == .exit ? 0 : 128)
      end.yield(code == 0 ? .opened : .failed(code))
    }
    let wait = Task {
      try await Task.sleep(for: Self.patience)
      end.yield(.opened)
    }
    defer { wait.cancel() }
    for await exit in ends { return exit }
    return .opened
  }
}

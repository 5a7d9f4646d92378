import FireflyImports
import FireflyStore
import Foundation

/// What a verb gets from the process: its streams, variables, working folder and clock.
///
/// Verbs read `VerbEnvironment.current` and touch nothing else of the process, so that a test runs them with
/// another one.
package struct VerbEnvironment: Sendable {
  /// Standard input.
  package var input: any VerbInput
  /// Standard output.
  package var output: any VerbOutput
  /// Standard error.
  package var error: any VerbOutput
  /// The variables.
  package var variables: [String: String]
  /// The folder that relative paths begin at; nil for that of the process.
  package var folder: String?
  /// The time.
  package var now: @Sendable () -> Date
  /// Reads the configuration; nil for none, without which no verb runs.
  package var configuration: (any VerbConfiguration.Type)?
  /// Whether commands can be typed where it speaks: elsewhere it gives no advice about them, and the screen shows
  /// itself what is wrong with the configuration.
  package var isInShell = true
  /// Whether results are printed without what is said of them.
  package var isQuiet = false
  /// Whether it may ask the user.
  package var asks = true
  /// Called with what an import has done.
  package var onImport: @Sendable (ImportResult) -> Void = { _ in }
  /// Where archives are unpacked.
  package let scratch = ScratchFolder()

  /// Begins a session of the terminal UI; returns whether there is a terminal for it.
  package var openSession: @Sendable (SessionOptions) throws -> Bool = { _ in false }

  /// Creates an environment.
  package init(
    input: any VerbInput, output: any VerbOutput, error: any VerbOutput,
    variables: [String: String], folder: String?, now: @escaping @Sendable () -> Date = { Date() }
  ) {
    (self.input, self.output, self.error) = (input, output, error)
    (self.variables, self.folder, self.now) = (variables, folder, now)
  }

  /// The environment of the verb that runs.
  @TaskLocal package static var current = process

  /// The environment of the process.
  package static let process = VerbEnvironment(
    input: ProcessInput(), output: ProcessOutput(descriptor: STDOUT_FILENO),
    error: ProcessOutput(descriptor: STDERR_FILENO),
    variables: ProcessInfo.processInfo.environment, folder: nil)

  /// Why the user can't be asked, as a sentence; nil if they can.
  var silence: String? {
    guard asks else { return "Nothing is asked with --no-input." }
    return input.isTerminal ? nil : "No terminal to ask on."
  }

  /// Returns advice about commands; nothing where none can be typed.
  func advice(_ words: String) -> String { isInShell ? words : "" }

  /// Returns the path of a file or folder that the user has named.
  package func path(_ typed: String) -> String {
    guard let folder, !typed.hasPrefix("/") else { return typed }
    return "\(folder)/\(typed)"
  }
}

/// What a verb reads.
package protocol VerbInput: Sendable {
  /// Whether it is a terminal.
  var isTerminal: Bool { get }
  /// Whether it is a pipe, or a file with unread data.
  var isPiped: Bool { get }
  /// Whether unread data waits in it.
  var hasData: Bool { get }

  /// A handle that reads the rest.
  var handle: FileHandle { get }

  /// Reads into a buffer.
  ///
  /// - Returns: the number of bytes; 0 at the end, -1 for an error, which `errno` names.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int
}

/// What a verb writes.
package protocol VerbOutput: Sendable {
  /// The columns of the terminal; nil if it is none.
  var columns: Int? { get }

  /// Writes all bytes, which are complete letters of UTF-8.
  ///
  /// - Returns: the number of the error; nil if all bytes were written.
  func write(_ bytes: [UInt8]) -> Int32?
}

/// Standard input of the process.
struct ProcessInput: VerbInput {
  var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }

  var isPiped: Bool {
    switch kind {
    case S_IFREG: hasRest
    case S_IFIFO: true
    default: false
    }
  }

  var hasData: Bool {
    switch kind {
    case S_IFREG: return hasRest
    case S_IFIFO, S_IFSOCK:
      var count: Int32 = 0
      return ioctl(STDIN_FILENO, UInt(FIONREAD), &count) == 0 && count > 0
    default: return false
    }
  }

  var handle: FileHandle { .standardInput }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    Glibc.read(STDIN_FILENO, buffer.baseAddress, buffer.count)
  }

  private var kind: mode_t? { status.map { $0.st_mode & S_IFMT } }

  /// Whether a file has unread data.
  private var hasRest: Bool {
    status.map { lseek(STDIN_FILENO, 0, SEEK_CUR) < $0.st_size } ?? false
  }

  private var status: stat? {
    var status = stat()
    return fstat(STDIN_FILENO, &status) == 0 ? status : nil
  }
}

/// Standard output or standard error of the process.
struct ProcessOutput: VerbOutput {
  let descriptor: Int32

  var columns: Int? {
    guard isatty(descriptor) == 1 else { return nil }
    var size = winsize()
    let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return isKnown ? Int(size.ws_col) : 80
  }

  func write(_ bytes: [UInt8]) -> Int32? { StandardStreams.write(bytes, to: descriptor) }
}

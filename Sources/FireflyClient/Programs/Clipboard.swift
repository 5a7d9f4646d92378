import FireflyCore
import FireflyPrograms
import Foundation

/// Writes to the terminal's clipboard with OSC 52, or to tmux's, which passes it on.
package struct Clipboard: Sendable {
  /// Maximum bytes of text, by xterm's limit for the sequence.
  package static let limit = 74_000

  private let environment: [String: String]
  /// The path of tmux, inside of it: it ignores the sequence unless it is configured otherwise.
  private let tmux: String?

  /// Creates the clipboard of an environment.
  package init(environment: [String: String] = [:]) {
    self.environment = environment
    let isInside = environment["TMUX"]?.isEmpty == false
    tmux = isInside ? SearchPath(environment).program("tmux") : nil
  }

  /// Whether texts go to tmux.
  package var usesTmux: Bool { tmux != nil }

  /// Returns the sequence that copies a text; longer texts are cut between characters.
  package static func sequence(for text: String) -> [UInt8] {
    let bytes = Data(text.utf8.prefixOfLetters(limit))
    return Array("\u{1B}]52;c;\(bytes.base64EncodedString())\u{07}".utf8)
  }

  /// The number of bytes that the sequence copies.
  static func keptBytes(of text: String) -> Int { text.utf8.prefixOfLetters(limit).count }

  /// What the user should know if a text was cut; nil if it was copied whole.
  package static func complaint(about text: String) -> String? {
    let (kept, all) = (keptBytes(of: text), text.utf8.count)
    guard kept < all else { return nil }
    func thousands(_ bytes: Int) -> Int { (bytes + 500) / 1_000 }
    return "Copied only the first \(thousands(kept)) of \(thousands(all)) kB: "
      + "terminals accept no more."
  }

  /// Copies a text to tmux's newest buffer and to the clipboard of its terminal.
  ///
  /// - Returns: whether it succeeded; tmux before 3.2 can't.
  package func loadIntoTmux(_ text: String) async -> Bool {
    guard let tmux, let file = tmpfile() else { return false }
    defer { fclose(file) }
    let bytes = Array(text.utf8)
    guard fwrite(bytes, 1, bytes.count, file) == bytes.count, fflush(file) == 0 else {
      return false
    }
    rewind(file)
    let process = ChildProgram()
    process.executableURL = URL(fileURLWithPath: tmux)
    process.arguments = ["load-buffer", "-w", "-"]
    process.environment = environment
    process.standardInput = FileHandle(fileDescriptor: fileno(file), closeOnDealloc: false)
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    do { try process.run() } catch { return false }
    return await withCheckedContinuation { done in
      process.whenEnded {
        done.resume(returning: $0.terminationReason == .exit && $0.terminationStatus == 0)
      }
    }
  }
}

import FireflyClient
import FireflyCore
import Foundation

/// Writes a draft over and over in a folder, and says what is on the disk: for tests that end it.
///
/// A line `kept N` is printed when the draft's body has N lines on the disk, `failed …` when it can't be
/// written; that ends the program.
@main
enum Probe {
  static let key = Draft.Key(
    server: SiteID(kept: "probe"), account: PersonID(email: "ada@example.org"), target: .newQuery)

  /// Prints a line at once.
  private static func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }

  static func main() async {
    // Where a limit of the size of files stands for a full disk.
    signal(SIGXFSZ, SIG_IGN)
    let folder = DraftFolder(state: URL(fileURLWithPath: CommandLine.arguments[1]))
    let isPatient = CommandLine.arguments.contains("--patient")
    let store = DraftStore(folder) { report in
      if case .failed(_, let error) = report { say("failed \(error)") }
    }
    guard case .ready(let kept, _) = await store.open(key) else {
      say("unavailable")
      return
    }
    var draft = kept?.draft ?? Draft(key: key)
    var count = draft.words.body.split(separator: "\n").count
    say("ready \(count)")
    while true {
      count += 1
      draft.words.body += "\(count) words that must not be lost\n"
      store.save(draft)
      if isPatient {
        try? await Task.sleep(for: .milliseconds(20))
        say("typed \(count)")
      } else if store.flush() == nil {
        say("kept \(count)")
      } else {
        return
      }
    }
  }
}

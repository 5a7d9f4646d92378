import FireflyApp
import Foundation

/// Reads the configuration again whenever it is written, and has the session obey it.
@MainActor
final class SettingsReload {
  private let file: URL
  private let environment: [String: String]
  private let adapt: (Settings) -> Settings
  private weak var session: Session?
  private var last: SettingsFile?
  private var watch: SettingsWatch?
  private var reading: Task<Void, Never>?

  /// - Parameter adapt: what the command line makes of the configuration's settings.
  init(
    file: URL, environment: [String: String], adapt: @escaping (Settings) -> Settings,
    session: Session
  ) {
    self.file = file
    self.environment = environment
    self.adapt = adapt
    self.session = session
  }

  /// Watches the file from now on.
  ///
  /// - Parameter first: what the session obeys already.
  func begin(from first: SettingsFile) {
    last = first
    watch = SettingsWatch(file: file) { [weak self] in self?.read() }
  }

  private func read() {
    let (file, environment) = (file, environment)
    // Of two that are under way only the later one counts, whichever ends first.
    reading?.cancel()
    reading = Task {
      let new = await SettingsFile(file: file, environment: environment)
      if !Task.isCancelled { take(new) }
    }
  }

  private func take(_ new: SettingsFile) {
    guard let session, let last else { return }
    let complaints = new.complaintsAboutFile
    guard complaints.isEmpty else { return session.settingsRefused(complaints) }
    self.last = new
    if new.settings != last.settings || !last.complaintsAboutFile.isEmpty {
      session.settingsChanged(adapt(new.settings))
    }
    if new.server != last.server || new.logLevel != last.logLevel {
      session.tell(
        "The settings were read again; server and log-level count from the next start.")
    } else if new.settings != last.settings {
      session.tell("The settings were read again.")
    }
  }
}

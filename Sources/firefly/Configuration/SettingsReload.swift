import FireflyApp
import Foundation

/// Reads the configuration again whenever it is written, and has the run obey it.
@MainActor
final class SettingsReload {
  private let file: URL
  private let environment: [String: String]
  private let adapt: (Settings) -> Settings
  private weak var run: Run?
  private var last: SettingsFile?
  private var watch: SettingsWatch?

  /// - `adapt`: what the command line makes of the configuration's settings.
  init(
    file: URL, environment: [String: String], adapt: @escaping (Settings) -> Settings,
    run: Run
  ) {
    self.file = file
    self.environment = environment
    self.adapt = adapt
    self.run = run
  }

  /// Watches the file from now on.
  ///
  /// - Parameter first: what the run obeys already.
  func begin(from first: SettingsFile) {
    last = first
    watch = SettingsWatch(file: file) { [weak self] in self?.read() }
  }

  private func read() {
    take(SettingsFile(file: file, environment: environment))
  }

  private func take(_ new: SettingsFile) {
    guard let run, let last else { return }
    let complaints = new.complaintsAboutFile
    guard complaints.isEmpty else { return run.settingsRefused(complaints) }
    self.last = new
    if new.settings != last.settings || !last.complaintsAboutFile.isEmpty {
      run.settingsChanged(adapt(new.settings))
    }
    if new.server != last.server || new.logLevel != last.logLevel
      || new.automation != last.automation
    {
      run.showNote(
        "Settings reloaded; server, log-level and automation take effect at the next start.")
    } else if new.settings != last.settings {
      run.showNote("Settings reloaded.")
    }
  }
}

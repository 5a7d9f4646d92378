import FireflyApp
import Foundation

/// Reloads the configuration when its file changes, and applies it.
@MainActor
final class SettingsReload {
  private let file: URL
  private let environment: [String: String]
  private let adapt: (Settings) -> Settings
  private weak var run: Run?
  private var last: SettingsFile?
  private var watch: SettingsWatch?

  /// Creates a value.
  ///
  /// - Parameters:
  ///   - file: the configuration file.
  ///   - environment: the environment.
  ///   - adapt: applies the command line to configured settings.
  ///   - run: receives the settings.
  init(
    file: URL, environment: [String: String], adapt: @escaping (Settings) -> Settings,
    run: Run
  ) {
    self.file = file
    self.environment = environment
    self.adapt = adapt
    self.run = run
  }

  /// Starts to watch the file.
  ///
  /// - Parameter first: the configuration in effect.
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

import FireflyApp
import FireflyConfiguration
import FireflyCore
import FireflyModel
import FireflyVerbs

extension CommandContext {
  /// The configuration with the settings of the terminal UI.
  var settingsFile: SettingsFile {
    configuration as? SettingsFile ?? .standard
  }
}

// Changes of the configuration while the program runs.
extension Run {
  /// Applies the configuration whenever its file changes.
  ///
  /// - Parameter adapt: applies the command line to configured settings.
  func watchSettings(_ adapt: @escaping (Settings) -> Settings) {
    let (file, environment) = (context.paths.configuration, context.environment)
    var last = context.settingsFile
    settingsWatch = FileWatch(file: file) { [weak self] in
      guard let self else { return }
      let new = SettingsFile(file: file, environment: environment)
      let complaints = new.complaintsAboutFile
      guard complaints.isEmpty else {
        runtime?.send(.settings(.refused(complaints)))
        return logComplaints(complaints)
      }
      let old = last
      last = new
      if new.settings != old.settings || !old.complaintsAboutFile.isEmpty {
        apply(adapt(new.settings))
      }
      if new.server != old.server || new.logLevel != old.logLevel
        || new.automation != old.automation
      {
        let late = "\(SettingName.server), \(SettingName.logLevel) and \(SettingName.automation)"
        showNote("Settings reloaded; \(late) take effect at the next start.")
      } else if new.settings != old.settings {
        showNote("Settings reloaded.")
      }
    }
  }

  private func apply(_ settings: Settings) {
    screen.setMouse(settings.mouse)
    if terminal.choice != settings.pictures {
      terminal.choice = settings.pictures
      runtime?.terminalChanged(terminal)
      askTerminal()
    }
    runtime?.send(.settings(.changed(settings)))
  }

  private func showNote(_ text: String) { runtime?.send(.noted(text, isError: false)) }

  /// Writes mistakes in the configuration to the log.
  func logComplaints(_ complaints: [SettingsError]) {
    for complaint in complaints {
      context.log.warning("configuration", metadata: ["problem": "\(complaint)"])
    }
  }
}

import FireflyModel

/// An event of the configuration.
///
/// Indirect, because settings are large and actions are copied for every element of a frame.
package indirect enum SettingsAction: Hashable, Sendable {
  /// The configuration was reloaded.
  case changed(Settings)
  /// Tunables were changed until the next reload.
  case tuned(Tunables)
  /// The configuration has errors, or files of Firefly's own can't be used.
  case misread([SettingsError], notices: [String] = [])
  /// A file of Firefly's own can't be used from now on; the reason as sentences.
  case fileFailed(String)
  /// The reloaded configuration has errors, so the old one still applies.
  case refused([SettingsError])
}

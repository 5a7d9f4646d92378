/// Something that happened with the configuration.
///
/// Indirect, because settings are large and actions are copied for every element of a frame.
public indirect enum SettingsAction: Hashable, Sendable {
  /// It was read again.
  case changed(Settings)
  /// Constants of the look were given other values, until the configuration says something else.
  case tuned(Tunables)
  /// Something in it could not be understood.
  case misread([SettingsComplaint])
  /// It was read again and could not be understood, so that the old one holds.
  case refused([SettingsComplaint])
}

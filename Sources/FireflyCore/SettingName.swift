/// The name of a setting in the configuration, with its levels: what the file, its report and sentences say.
package enum SettingName: String, CustomStringConvertible, Sendable {
  case accessible, automation, columns, density, marks, motion, mouse, notify, pictures, prefetch,
    preview, server, spelling, theme, view
  case caFile = "ca-file"
  /// The filter of a feed; its second level is the name of a feed.
  case feedFilter = "feeds./.hide"
  case logLevel = "log-level"
  case mutePeople = "mute.people"
  case muteWords = "mute.words"
  case readMarks = "read-marks"
  case screenReader = "screen-reader"
  case writeIn = "write-in"

  /// The name.
  package var description: String { rawValue }

  /// The levels of the name.
  package var key: [String] { rawValue.split(separator: ".").map(String.init) }
}

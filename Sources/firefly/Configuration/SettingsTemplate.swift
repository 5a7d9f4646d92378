import FireflyApp
import FireflyScreen

/// A configuration file with every setting and its default, commented out and explained.
enum SettingsTemplate {
  /// The settings with a single name: the explanation and an example.
  private static let single = [
    ("Animations: full, reduced (no sliding between levels) or none.", "motion: full"),
    (
      "How pictures are drawn: auto, sharp (even if the terminal doesn't announce it), blocks or none.",
      "pictures: auto"
    ),
    ("Whether Firefly uses the mouse; false leaves it to the terminal.", "mouse: true"),
    (
      "For screen readers that speak everything that is written: words only, the focus first.",
      "screen-reader: false"
    ),
    ("Spelling: auto (by your locale), none, or a dictionary.", "spelling: auto"),
    ("The log: trace, debug, info, notice, warning or error.", "log-level: info"),
    (
      "The port of 127.0.0.1 for programs that control the terminal UI, or none.",
      "automation: none"
    ),
    (
      "Use another server instead of your own.",
      "server: https://posts.example.org"
    ),
    ("Colours: auto (by the terminal's background), \(themes), or your own.", "theme: auto"),
  ]

  private static var themes: String { Theme.all.map(\.name).joined(separator: ", ") }

  private static let ownTheme = """
    themes:
      dusk:
        base: dark
        card: "#26303a"
        accent: "#ffb000"
    """

  /// The text of the file.
  static var text: String {
    var lines = [
      "# Firefly's settings. Remove the # before a line to use it; the values shown are the defaults.",
      "# `firefly config --check` finds mistakes, and `man firefly-config` explains everything.",
    ]
    for (help, line) in single { lines += ["", "# " + help, "#" + line] }
    lines += ["", "# Your own theme; choose it with “theme: dusk”."]
    lines += ownTheme.split(separator: "\n").map { "#" + $0 }
    lines += ["", "# Constants of the look.", "#tunables:"]
    for tunable in Tunable.all {
      let value = tunable.standard.hasPrefix("#") ? "\"\(tunable.standard)\"" : tunable.standard
      lines.append("#  \(tunable.name): \(value)  # \(tunable.range): \(tunable.help)")
    }
    lines += ["", "# Keys; a key bound here loses its old binding.", "#keys:"]
    for section in Keymap().sections where section.context == .lists {
      for binding in section.bindings {
        let keys = binding.keys.map { "\"\($0.label)\"" }.joined(separator: ", ")
        lines.append("#  \(binding.name): [\(keys)]  # \(binding.help)")
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }
}

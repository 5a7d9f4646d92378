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
    (
      "How much room closed posts take: cards, compact (two rows), lines (one row) or auto (compact on sources).",
      "density: auto"
    ),
    ("How replies are shown: cards, thread or auto (a thread on sources).", "view: auto"),
    (
      "The columns of a wide screen: auto (three from 162 columns, two from 132), one, or three (from 120, two from 90).",
      "columns: auto"
    ),
    ("Where posts are written: card, or editor (your own one first).", "write-in: card"),
    ("Whether Firefly remembers which posts were read.", "read-marks: true"),
    (
      "Whether replies are loaded ahead, of the post that has been selected for a moment.",
      "prefetch: true"
    ),
    (
      "Whether the terminal notifies you of a reply to you while its window is in the background.",
      "notify: false"
    ),
    ("Words, such as [spoiler], whose posts are folded to one line.", "mute.words: []"),
    ("People, by name or e-mail, whose posts are folded to one line.", "mute.people: []"),
    (
      "Words of entries that a feed or folder does not show, or the only ones that it shows, for example:",
      "feeds.news.hide: [sponsored]"
    ),
    ("Whether Firefly uses the mouse; false leaves it to the terminal.", "mouse: true"),
    (
      "Whether `firefly` uses line mode, sentences instead of a screen, as --accessible does.",
      "accessible: false"
    ),
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
      "Use another server instead of your own, for example:",
      "server: https://posts.example.org"
    ),
    (
      "Certificates (PEM) to trust, for a server with a private certificate authority, for example:",
      "ca-file: ~/certificates/our-ca.pem"
    ),
    ("Colours: auto (by the terminal's background), \(themes), or your own.", "theme: auto"),
  ]

  private static var themes: String { Theme.all.map(\.name).joined(separator: ", ") }

  /// A theme of the user's own: the colours of the theme that it starts from.
  private static var ownTheme: [String] {
    let base = Theme.dark
    let colors = Theme.colors.compactMap { name, path in
      base[keyPath: path].name.map { "\(name): \(SettingsReport.quoted($0))" }
    }
    return (["base: \(base.name)"] + colors).map { "themes.dusk.\($0)" }
  }

  /// The text of the file.
  ///
  /// Each line names all levels of its setting, so that it can be used alone.
  static var text: String {
    var lines = [
      "# Firefly's settings. Remove the # before a line to use it; the values shown are the defaults, or examples",
      "# where it says so. `firefly config --check` finds mistakes, and `man firefly-config` explains everything.",
    ]
    for (help, line) in single { lines += ["", "# " + help, "#" + line] }
    lines += ["", "# A theme of your own, for example; choose it with “theme: dusk”."]
    lines += ownTheme.map { "#" + $0 }
    lines += [
      "",
      "# A program of your own as a source, for example; read it with `firefly --server notes:`.",
      "#sources.notes: ~/bin/notes-source", "",
      "# A program of your own on a key, for example; OWN COMMANDS in the manual has more.",
      "#commands: [{name: count words, key: W, run: [wc, -w], input: body}]", "",
      "# Constants of the look.",
    ]
    for tunable in Tunable.all {
      let value = tunable.standard.hasPrefix("#") ? "\"\(tunable.standard)\"" : tunable.standard
      lines.append("#tunables.\(tunable.name): \(value)  # \(tunable.range): \(tunable.help)")
    }
    lines += ["", "# Keys; a key bound here loses its old binding."]
    for section in Keymap().sections {
      lines += ["", "# \(section.title)"]
      for binding in section.bindings {
        let path = SettingsFile.path(of: binding.name, in: section.context).joined(separator: ".")
        let keys = binding.keys.map { SettingsReport.quoted($0.label) }.joined(separator: ", ")
        lines.append("#\(path): [\(keys)]  # \(binding.help)")
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }
}

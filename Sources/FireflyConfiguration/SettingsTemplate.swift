import FireflyApp
import FireflyCore
import FireflyScreen

/// A configuration file with every setting and its default, commented out and explained.
enum SettingsTemplate {
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
      "# where it says so. `firefly config check` finds mistakes, and `man firefly-config` explains everything.",
    ]
    for setting in Setting.all { lines += ["", "# " + setting.help, "#" + setting.line] }
    lines += [
      "", "# A theme of your own, for example; choose it with “\(SettingName.theme): dusk”.",
    ]
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

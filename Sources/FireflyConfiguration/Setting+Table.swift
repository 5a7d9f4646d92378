import FireflyAPI
import FireflyApp
import FireflyCore
import FireflyModel
import FireflySpelling
import FireflyVerbs
import Foundation

// All settings but sections of names: the source for the file, its report, the template, and the manual page.
extension Setting {
  /// All settings, in the order of the template and the manual.
  static let all = looks + lists + use + [theme]

  /// The settings with one value.
  static let single = looks + use + [theme]

  private static let looks: [Setting] = [
    choice(
      .motion, \.settings.motion,
      "Animations: full, reduced (no sliding between levels) or none."),
    choice(
      .pictures, \.settings.pictures,
      "How pictures are drawn: auto, sharp (even if the terminal doesn't announce it), blocks or none."
    ),
    parsed(
      .density, \.settings.density, "auto, cards, compact or lines",
      "How much room closed posts take: cards, compact (two rows), lines (one row) or auto (compact on sources).",
      { $0?.rawValue ?? "auto" }
    ) { name, _ in name == "auto" ? .some(nil) : Density(rawValue: name).map(Optional.some) },
    choice(
      .view, \.settings.view,
      "How replies are shown: cards, thread or auto (a thread on sources)."),
    choice(
      .columns, \.settings.columns,
      "The columns of a wide screen: auto (three from 162 columns, two from 132), one, or three (from 120, two from 90)."
    ),
    choice(
      .preview, \.settings.preview,
      "What stands beside the selected post: its first replies, or the article that it is about (its site is asked)."
    ),
    choice(
      .writeIn, \.settings.writeIn,
      "Where posts are written: card, or editor (your own one first)."),
    flag(
      .readMarks, \.settings.readMarks, "Whether Firefly remembers which posts were read."),
    choice(
      .marks, \.settings.marks,
      "Who knows what you have read and saved on a server: the server, for all your machines, or this machine."
    ),
    flag(
      .prefetch, \.settings.prefetch,
      "Whether replies are loaded ahead, of the post that has been selected for a moment."),
    flag(
      .notify, \.settings.notify,
      "Whether the terminal notifies you of a reply to you while its window is in the background."
    ),
  ]

  /// What is folded or left out.
  ///
  /// The filters of feeds are named by the user: their row is an example.
  static let lists: [Setting] = [
    muted(
      .muteWords, "Words, such as [spoiler], whose posts are folded to one line.", \.words
    ) { $0 = Muted(words: $1, people: $0.people) },
    muted(
      .mutePeople, "People, by name or e-mail, whose posts are folded to one line.",
      { $0.people.sorted() }
    ) { $0 = Muted(words: $0.words, people: $1) },
    Setting(
      .feedFilter, "a list",
      "Words of entries that no feed shows; the name of a feed or folder in the place of / is for that alone, for example:",
      example: "[sponsored]"
    ) { _, source, file in file.readFeedFilters(source) },
  ]

  private static let use: [Setting] = [
    flag(
      .mouse, \.settings.mouse, "Whether Firefly uses the mouse; false leaves it to the terminal."),
    flag(
      .accessible, \.isAccessible,
      "Whether `firefly` uses line mode, sentences instead of a screen, as --accessible does."),
    flag(
      .screenReader, \.isForScreenReader,
      "For screen readers that speak everything that is written: words only, the focus first."),
    parsed(
      .spelling, \.settings.spelling, "auto, none, or a dictionary such as en_GB",
      "Spelling: auto (by your locale), none, or a dictionary.", \.name
    ) { name, _ in
      switch name {
      case "auto": .automatic
      case "none": Settings.Spelling.none
      default: DictionaryFiles.isName(name) ? .named(name) : nil
      }
    },
    choice(
      .logLevel, \.logLevel, "The log: trace, debug, info, notice, warning or error."),
    parsed(
      .automation, \.automation, "none or a port, from 0 to 65535",
      "The port of 127.0.0.1 for programs that control the terminal UI, or none.",
      { $0.map { "\($0)" } ?? "none" }
    ) { text, _ in
      if text == "none" { return .some(nil) }
      return Int(text).flatMap { Firefly.automationPorts.contains($0) ? $0 : nil }.map(
        Optional.some)
    },
    Setting(
      .server, "the address of one server",
      "Use another server instead of your own, for example:",
      example: "https://posts.example.org", absence: "none: your own server is used"
    ) {
      $0.server.map { "\($0)" }
    } change: { text, file, _ in
      do throws(APIError) {
        file.server = try ServerChoice(configured: text, programs: file.programs.keys)
        return nil
      } catch {
        return error.sentence
      }
    },
    parsed(
      .caFile, \.authorities, "a file of certificates that can be read",
      "Certificates (PEM) to trust, for a server with a private certificate authority, for example:",
      example: "~/certificates/our-ca.pem", absence: "none: the system's certificates are trusted",
      { $0.map(SettingsReport.quoted) }
    ) { text, source in
      let path = source.expanded(text)
      return access(path, R_OK) == 0 ? .some(path) : nil
    },
  ]

  /// The theme, which `readThemes` reads with the user's own ones.
  static let theme = Setting(
    .theme, "the name of a theme",
    "Colours: auto (by the terminal's background), \(Theme.all.map(\.name).joined(separator: ", ")), or your own."
  ) {
    $0.settings.isThemeChosen ? $0.settings.theme.name : SettingsFile.byTerminal
  } reading: { _, _, _ in
  }
}

extension Settings.Spelling {
  /// Its name in the configuration.
  fileprivate var name: String? {
    switch self {
    case .automatic: "auto"
    case .none: "none"
    case .named(let name): name
    }
  }
}

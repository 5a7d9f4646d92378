import FireflyCore
import FireflyModel

/// The settings, from the configuration and the command line.
package struct Settings: Hashable, Sendable {
  /// The amount of animation.
  package enum Motion: String, CaseIterable, Hashable, Sendable {
    /// All animations.
    case full
    /// Cards expand; levels don't slide.
    case reduced
    /// No animation.
    case none
  }

  /// How pictures are shown.
  package enum Pictures: String, CaseIterable, Hashable, Sendable {
    /// As sharp as the terminal supports.
    case auto
    /// With the kitty protocol or sixel, even if the terminal doesn't announce it.
    case sharp
    /// With coloured characters.
    case blocks
    /// No pictures.
    case none
  }

  /// The columns of a wide screen.
  package enum Columns: String, CaseIterable, Hashable, Sendable {
    /// As many as the width suggests.
    case auto
    /// The list only.
    case one
    /// Three as soon as there is room for them.
    case three
  }

  /// What a wide screen shows beside the selected post.
  package enum Preview: String, CaseIterable, Hashable, Sendable {
    /// Its first replies.
    case replies
    /// The article of the page that it is about, otherwise its first replies.
    case article
  }

  /// Where posts are written.
  package enum WritingPlace: String, CaseIterable, Hashable, Sendable {
    /// On their cards.
    case card
    /// In the user's external editor first.
    case editor
  }

  /// Where it is known what the user has read and saved on a server.
  package enum MarksPlace: String, CaseIterable, Hashable, Sendable {
    /// On the server, for all machines of the account, if the server keeps it.
    case server
    /// On this machine only.
    case thisMachine = "this machine"
  }

  /// The dictionary of the spelling check.
  package enum Spelling: Hashable, Sendable {
    /// The dictionary of the language in the environment.
    case automatic
    /// No spelling check.
    case none
    /// The dictionary of a language, such as `en_GB`.
    case named(String)
  }

  /// The amount of animation.
  package var motion = Motion.full
  /// How pictures are shown.
  package var pictures = Pictures.auto
  /// How much room closed posts take, unless the user chooses it for a server; nil to choose by the
  /// server.
  package var density: Density?
  /// How the replies to a post are shown, unless the user chooses it for a server.
  package var view = RepliesView.auto
  /// The columns of a wide screen.
  package var columns = Columns.auto
  /// What a wide screen shows beside the selected post.
  package var preview = Preview.replies
  /// Where posts are written.
  package var writeIn = WritingPlace.card
  /// Whether Firefly remembers which posts were read.
  package var readMarks = true
  /// Where it is known what was read and saved.
  package var marks = MarksPlace.server
  /// Whether a server may know it.
  package var sharesMarks: Bool { readMarks && marks == .server }
  /// Whether replies are loaded ahead of the reader.
  package var prefetch = true
  /// Whether the terminal notifies the user of a reply while the window is in the background.
  package var notify = false
  /// The words and people whose posts are folded.
  package var muted = Muted()
  /// Whether Firefly handles the mouse; otherwise the terminal does.
  package var mouse = true
  /// Whether the output is for a screen reader: without graphics, and with the focus written first.
  package var screenReader = false
  /// The dictionary of the spelling check.
  package var spelling = Spelling.automatic
  /// The theme.
  package var theme = Theme.firefly
  /// The theme for a light background, unless the user chose one.
  package var lightTheme = Theme.light
  /// The theme for a dark background, unless the user chose one.
  package var darkTheme = Theme.dark
  /// Whether the user chose the theme; otherwise the background decides.
  package var isThemeChosen = false
  /// The tunables.
  package var tunables = Tunables()
  /// The keys.
  package var keymap = Keymap()
  /// The user's own commands; their keys are in the keymap, too.
  package var commands: [OwnCommand] = []

  /// The time zone that dates are shown in.
  package var time = LocalTime.gmt

  /// Creates the default settings.
  package init() {}
}

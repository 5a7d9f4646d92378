import FireflyCore
import FireflyEditor
import FireflyScreen

/// What a feature may look at, but not change: the moment, the screen, the user's choices, and what is
/// known of pictures.
struct Context: Sendable {
  /// Seconds of the monotonic clock.
  let now: Double
  /// Where everything stands on the screen.
  private(set) var layout: ScreenLayout
  /// What the terminal can show.
  let abilities: ScreenAbilities
  /// What the user chose; shared with the state.
  let sharedSettings: Boxed<Settings>
  /// Who is signed in.
  let account: Account
  /// The server, where one can sign in there; nil for the user's own.
  let server: SignInServer?
  /// What is known of the pictures.
  let pictures: PicturesState
  /// What the user chose.
  var settings: Settings { sharedSettings.wrappedValue }
  /// The card that is being written on; nil if none is.
  let writing: WritingCard?

  /// What a card that is written on needs of the screen.
  struct WritingCard: Hashable, Sendable {
    /// Which card it is.
    let card: Post.ID
    /// Whether it is the user's own profile.
    let isProfile: Bool
    /// Rows of the summary's field.
    let summaryRows: Int
    /// Rows of the body's field, or of the body as it will be read.
    let bodyRows: Int
    /// Its picture.
    let attachment: Attachment
  }

  /// The same for a list in a rectangle of its own.
  func with(_ layout: ScreenLayout) -> Context {
    var context = self
    context.layout = layout
    return context
  }

  /// Whether pictures are shown: with fewer than 16 colours nothing can be recognised, so the user has to ask
  /// for them.
  var showsPictures: Bool {
    settings.pictures != .none && (abilities.colors >= .sixteen || settings.pictures == .sharp)
  }

  /// How long the motion of a card takes, in seconds: 0 where nothing is to move.
  var cardMotion: Double { settings.motion == .none ? 0 : settings.tunables.cardMotion }

  /// How long the slide between levels takes, in seconds.
  var slideMotion: Double { settings.motion == .full ? settings.tunables.slideMotion : 0 }

  /// The theme as far as the terminal can show it.
  var theme: Theme { settings.tunables.applied(to: settings.theme).shown(in: abilities.colors) }

  /// Whether cards are filled with blocks, rather than drawn with lines.
  var fillsCards: Bool { theme.chrome == .filled && abilities.unicode }
}

extension AppState {
  /// What a feature may look at, at a moment.
  func context(at now: Double) -> Context {
    Context(
      now: now, layout: layout, abilities: abilities, sharedSettings: $settings,
      account: account, server: server, pictures: pictures,
      writing: focus.editor.map { .init($0, abilities) })
  }
}

extension Context.WritingCard {
  fileprivate init(_ editor: EditorState, _ abilities: ScreenAbilities) {
    func rows(_ field: EditorField) -> Int {
      EditorView.rows(
        of: editor[field], placeholder: editor.placeholder(of: field, in: abilities))
    }
    self.init(
      card: editor.card, isProfile: editor.target == .profile, summaryRows: rows(.summary),
      bodyRows: editor.preview?.lines.count ?? rows(.body), attachment: editor.attachment)
  }
}

import FireflyCore
import FireflyScreen

/// What a feature may look at, but not change: the moment, the screen, the user's choices, and what is
/// known of pictures.
struct Context: Sendable {
  /// Seconds of the monotonic clock.
  let now: Double
  /// Where everything stands on the screen.
  let layout: ScreenLayout
  /// What the terminal can show.
  let abilities: ScreenAbilities
  /// What the user chose.
  let settings: Settings
  /// Who is signed in.
  let account: Account
  /// What is known of the pictures.
  let pictures: PicturesState

  /// How long the motion of a card takes, in seconds: 0 where nothing is to move.
  var cardMotion: Double { settings.motion == .none ? 0 : Animated.duration }

  /// How long the slide between levels takes, in seconds.
  var slideMotion: Double { settings.motion == .full ? Animated.duration : 0 }

  /// The theme as far as the terminal can show it.
  var theme: Theme { settings.theme.shown(in: abilities.colors) }

  /// Whether cards are filled with blocks, rather than drawn with lines.
  var fillsCards: Bool { theme.chrome == .filled && abilities.unicode }
}

extension AppState {
  /// What a feature may look at, at a moment.
  func context(at now: Double) -> Context {
    Context(
      now: now, layout: ScreenLayout(size: size), abilities: abilities, settings: settings,
      account: account, pictures: pictures)
  }
}

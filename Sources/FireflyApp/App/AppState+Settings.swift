import FireflyModel
import FireflyScreen

// Handles changes of the configuration and of the terminal's colours.
extension AppState {
  mutating func reduceSettings(_ action: SettingsAction, at now: Double) -> [Effect] {
    switch action {
    case .changed(let settings):
      let marks = settings.readMarks == self.settings.readMarks ? [] : [Effect.readMarks(.load)]
      let mutesSame = settings.muted == self.settings.muted
      let mutes = mutesSame ? [] : [Effect.send(.readMarks(.muteChanged))]
      self.settings = settings
      if !settings.readMarks { readMarks = ReadMarksState() }
      // The errors were corrected.
      if showsComplaints { focus[Sheet.self] = nil }
      if let background { choose(themeOver: background) }
      if settings.motion == .none { lists.finishMotions() }
      return layOutAgain(at: now) + [.terminal(.redraw)] + (settings.readMarks ? marks + mutes : [])
    case .tuned(let tunables):
      settings.tunables = tunables
      return layOutAgain(at: now)
    case .misread(let complaints, let notices):
      if !complaints.isEmpty || !notices.isEmpty {
        focus.replace(with: Sheet(.complaints(complaints, notices: notices)))
      }
      return []
    case .fileFailed(let words):
      note = Note(
        text: words, isError: true, until: now + settings.tunables.noteSeconds, isAboutFile: true)
      return []
    case .refused(let complaints): return refuse(complaints)
    }
  }

  /// Reports that a changed configuration was not applied, with the first error.
  private mutating func refuse(_ complaints: [SettingsError]) -> [Effect] {
    guard let first = complaints.first else { return [] }
    if showsComplaints {
      focus[Sheet.self] = Sheet(.complaints(complaints))
      return []
    }
    let rest = complaints.count == 1 ? "" : " And \(complaints.count - 1) more."
    return [.note("The settings stay as they were. \(first)\(rest)", isError: true)]
  }

  private var showsComplaints: Bool {
    if case .complaints = focus[Sheet.self]?.content { true } else { false }
  }

  /// Sets the colour scheme: dark or light, even if the terminal doesn't report its background.
  mutating func setScheme(isDark: Bool, at now: Double) -> [Effect] {
    guard background?.isDark != isDark else { return [] }
    return setBackground(isDark ? .black : .white, at: now)
  }

  /// Sets the background colour; a dark one selects the dark theme, unless the user chose a theme.
  mutating func setBackground(_ background: Color, at now: Double) -> [Effect] {
    self.background = background
    choose(themeOver: background)
    // Some filled cards are a row higher than outlined ones.
    return layOutAgain(at: now)
  }

  private mutating func choose(themeOver background: Color) {
    guard !settings.isThemeChosen, let isDark = background.isDark else { return }
    settings.theme = isDark ? settings.darkTheme : settings.lightTheme
  }
}

extension Color {
  /// Whether light text is more legible on it; nil without RGB components.
  fileprivate var isDark: Bool? { luminance.map { $0 < 0.18 } }
}

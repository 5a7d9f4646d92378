import FireflyScreen

// The configuration, and the terminal's own colours.
extension AppState {
  mutating func reduceSettings(_ action: SettingsAction, at now: Double) -> [Effect] {
    switch action {
    case .changed(let settings):
      self.settings = settings
      // What was complained about has been mended.
      if showsComplaints { focus.sheet = nil }
      if let background { setBackground(background, at: now) }
      if settings.motion == .none { lists.finishMotions() }
      return layOutAgain(at: now) + [.terminal(.redraw)]
    case .tuned(let tunables):
      settings.tunables = tunables
      return layOutAgain(at: now)
    case .misread(let complaints):
      if !complaints.isEmpty {
        focus.replace(with: Sheet(.complaints(complaints)))
      }
      return []
    case .refused(let complaints): return refuse(complaints)
    }
  }

  /// Cards may be of another size now: edited and open text is laid out again.
  private mutating func layOutAgain(at now: Double) -> [Effect] {
    resizeEditor(at: now)
    let context = context(at: now)
    lists.scrollSelectionsIntoView(context)
    return lists.reformatExpandedBody(context)
  }

  /// Says that a changed configuration is not taken over, and the first reason.
  private mutating func refuse(_ complaints: [SettingsComplaint]) -> [Effect] {
    guard let first = complaints.first else { return [] }
    if showsComplaints {
      focus.sheet = Sheet(.complaints(complaints))
      return []
    }
    let rest = complaints.count == 1 ? "" : " And \(complaints.count - 1) more."
    return [.send(.noted("The settings stay as they were. \(first)\(rest)", isError: true))]
  }

  private var showsComplaints: Bool {
    if case .complaints = focus.sheet?.content { true } else { false }
  }

  /// A terminal that has become dark or light has another background, whether or not it tells which.
  mutating func setScheme(isDark: Bool, at now: Double) {
    guard background?.isDark != isDark else { return }
    setBackground(isDark ? .black : .white, at: now)
  }

  /// A dark terminal gets the dark theme, unless the user chose one.
  mutating func setBackground(_ background: Color, at now: Double) {
    self.background = background
    guard !settings.isThemeChosen, let isDark = background.isDark else { return }
    settings.theme = isDark ? settings.darkTheme : settings.lightTheme
    // Of filled cards some are a row higher than of those drawn with lines.
    lists.scrollSelectionsIntoView(context(at: now))
  }
}

extension Color {
  /// Whether light text is read better upon it; nil without RGB parts.
  fileprivate var isDark: Bool? { luminance.map { $0 < 0.18 } }
}

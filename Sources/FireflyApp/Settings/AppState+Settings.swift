import FireflyScreen

// The configuration, and the terminal's own colours.
extension AppState {
  mutating func reduceSettings(_ action: SettingsAction, at now: Double) -> [Effect] {
    switch action {
    case .changed(let settings):
      self.settings = settings
      // What was complained about has been mended.
      if isComplaining { focus.sheet = nil }
      if let background { adopt(background: background, at: now) }
      if settings.motion == .none { lists.finishMotions() }
      return fitSizes(at: now) + [.terminal(.redraw)]
    case .tuned(let tunables):
      settings.tunables = tunables
      return fitSizes(at: now)
    case .misread(let complaints):
      if !complaints.isEmpty {
        focus.replace(with: Sheet(.complaints(complaints)))
      }
      return []
    case .refused(let complaints): return refuse(complaints)
    }
  }

  /// Cards may be of another size now: edited and open text is laid out again.
  private mutating func fitSizes(at now: Double) -> [Effect] {
    resizeEditor(at: now)
    let context = context(at: now)
    lists.keepSelectionsInView(context)
    return lists.reformatExpandedBody(context)
  }

  /// Says that a changed configuration is not taken over, and the first reason.
  private mutating func refuse(_ complaints: [SettingsComplaint]) -> [Effect] {
    guard let first = complaints.first else { return [] }
    if isComplaining {
      focus.sheet = Sheet(.complaints(complaints))
      return []
    }
    let rest = complaints.count == 1 ? "" : " And \(complaints.count - 1) more."
    return [.send(.noted("The settings stay as they were. \(first)\(rest)", isError: true))]
  }

  private var isComplaining: Bool {
    if case .complaints = focus.sheet?.content { true } else { false }
  }

  /// A terminal that has become dark or light has another background, whether or not it tells which.
  mutating func adopt(schemeThatIsDark isDark: Bool, at now: Double) {
    guard background?.isDark != isDark else { return }
    adopt(background: isDark ? .black : .white, at: now)
  }

  /// A dark terminal gets the dark theme, unless the user chose one.
  mutating func adopt(background: Color, at now: Double) {
    self.background = background
    guard !settings.isThemeChosen, let isDark = background.isDark else { return }
    settings.theme = isDark ? settings.darkTheme : settings.lightTheme
    // Of filled cards some are a row higher than of those drawn with lines.
    lists.keepSelectionsInView(context(at: now))
  }
}

extension Color {
  /// Whether light text is read better upon it; nil without RGB parts.
  fileprivate var isDark: Bool? { luminance.map { $0 < 0.18 } }
}

import FireflyApp
import FireflyCore
import FireflyScreen
import FireflyText

extension EffectRunner {
  /// Runs an effect of a thread; returns the short texts, formatted at once.
  func run(_ effect: ThreadEffect) -> Action? {
    switch effect {
    case .storeView(let view):
      services.views?.choose(view)
      return nil
    case .storePlaces(let places):
      services.views?.keep(places, of: account)
      return nil
    case .loadPlaces: return .thread(.placesLoaded(services.views?.threads(of: account) ?? .init()))
    case .formatTexts(let texts, let level):
      var formatted: [Post.ID: FormattedText] = [:]
      for text in texts {
        let action = format(text.body, columns: text.columns, as: .level(level, .body(text.id))) {
          .thread(.textsFormatted(level: level, [text.id: text.joined(with: $0)]))
        }
        if case .thread(.textsFormatted(_, let texts)) = action {
          formatted.merge(texts) { _, new in new }
        }
      }
      return formatted.isEmpty ? nil : .thread(.textsFormatted(level: level, formatted))
    }
  }
}

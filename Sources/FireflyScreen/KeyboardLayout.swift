/// The keys of common keyboard layouts without Latin letters, by their place on an English keyboard.
///
/// Keys that act are named by Latin letters, so on these layouts they act by their place: Ctrl-Ы is
/// Ctrl-S, and О in a list is j.
package enum KeyboardLayout {
  /// Returns what an English keyboard has at the place of a letter; nil for Latin letters, and for
  /// those of other layouts.
  package static func english(_ character: Character) -> Character? { places[character] }

  private static let places = layouts.reduce(into: [Character: Character]()) { places, layout in
    for (letter, place) in zip(layout.letters, layout.places) where letter != place {
      if places[letter] == nil { places[letter] = place }
    }
  }

  /// Russian first, then the letters that only Ukrainian and Belarusian have; Greek; Hebrew.
  private static let layouts: [(letters: String, places: String)] = [
    ("йцукенгшщзхъфывапролджэячсмитьбюё", "qwertyuiop[]asdfghjkl;'zxcvbnm,.`"),
    ("ЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮЁ", "QWERTYUIOP{}ASDFGHJKL:\"ZXCVBNM<>~"),
    ("іїєґў", "s]'\\o"), ("ІЇЄҐЎ", "S}\"|O"),
    ("ςερτυθιοπασδφγηξκλζχψωβνμ", "wertyuiopasdfghjklzxcvbnm"),
    ("ΕΡΤΥΘΙΟΠΑΣΔΦΓΗΞΚΛΖΧΨΩΒΝΜ", "ERTYUIOPASDFGHJKLZXCVBNM"),
    ("קראטוןםפשדגכעיחלךףזסבהנמצתץ", "ertyuiopasdfghjkl;zxcvbnm,."),
  ]
}

/// The packages of Debian that have dictionaries for hunspell.
enum DictionaryPackage {
  /// The regions of languages with a package for each, the usual one first.
  private static let regions = [
    "de": ["de", "at", "ch"], "en": ["us", "au", "ca", "gb", "za"], "pt": ["pt", "br"],
  ]
  /// The languages with one package.
  private static let languages: Set<String> = [
    "af", "an", "ar", "be", "bg", "bn", "bo", "br", "bs", "ca", "cs", "da", "dz", "el", "es", "eu",
    "fr", "gd", "gl", "gu", "gug", "he", "hi", "hr", "hu", "id", "is", "it", "kk", "kmr", "ko",
    "lo",
    "lt", "lv", "ml", "mn", "ne", "nl", "no", "oc", "pl", "ro", "ru", "si", "sk", "sl", "sr", "sv",
    "sw", "te", "th", "tr", "uk", "uz", "vi",
  ]

  /// Returns how to install a dictionary, such as `en_GB`, as a sentence.
  static func hint(for name: String) -> String {
    let parts = name.lowercased().split { !$0.isLetter }.map(String.init)
    let language = parts.first ?? ""
    if let regions = regions[language] {
      let region = parts.dropFirst().first { regions.contains($0) } ?? regions[0]
      return "On Debian: apt install hunspell-\(language)-\(region)."
    }
    return languages.contains(language)
      ? "On Debian: apt install hunspell-\(language)."
      : "On Debian, `apt search hunspell` lists the packages."
  }
}

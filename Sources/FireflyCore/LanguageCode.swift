/// The codes of languages, as services with accounts know them.
public enum LanguageCode {
  /// Those of ISO 639-1, and the longer ones that Mastodon has.
  private static let known = Set(
    """
    aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo \
    es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg \
    ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mo mr ms mt my na nb nd ne ng nl \
    nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn so sq sr ss st su sv \
    sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu \
    ast chr ckb cnr csb gsw jbo kab ldn lfn moh nds pdc sco sma smj szl tok vai xal zba zgh
    """.split(separator: " ").map(String.init))

  /// Whether a word is such a code, perhaps with a script or a country, as in `zh-TW`.
  public static func isKnown(_ word: String) -> Bool {
    let parts = word.split(separator: "-", omittingEmptySubsequences: false)
    guard let first = parts.first, known.contains(first.lowercased()), parts.count <= 3 else {
      return false
    }
    return parts.dropFirst().allSatisfy { part in
      (2...8).contains(part.count) && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
  }

  /// Says that a word is no code of a language.
  public static func refusal(of word: String) -> String {
    "“\(ForeignText.cleanLine(word, limit: 40))” is no code of a language: use two letters, such as en."
  }
}

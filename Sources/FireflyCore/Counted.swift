/// Numbers of things in sentences.
public enum Counted {
  /// `1 point`, `3 points`.
  public static func words(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(plural ?? noun + "s")"
  }

  /// The same; nil without a number.
  public static func words(_ count: Int?, _ noun: String, _ plural: String? = nil) -> String? {
    count.map { words($0, noun, plural) }
  }

  /// `1 point`, `3 points`; nil for none.
  package static func some(_ count: Int?, _ noun: String) -> String? {
    words(count.flatMap { $0 > 0 ? $0 : nil }, noun)
  }

  /// `1 reply`, `3 replies`; nil if there are none.
  package static func replies(_ count: Int?) -> String? {
    words(count.flatMap { $0 > 0 ? $0 : nil }, "reply", "replies")
  }
}

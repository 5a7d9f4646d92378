import FireflyCore
import Foundation

extension String {
  /// The text, percent-encoded for a path or a query.
  var percentEncoded: String {
    addingPercentEncoding(withAllowedCharacters: WebAddress.unreserved) ?? ""
  }

  /// A title without the escapes of HTML that some services put in it.
  var unescaped: String {
    guard contains("&") else { return self }
    return replacing("&lt;", with: "<").replacing("&gt;", with: ">")
      .replacing("&quot;", with: "\"").replacing("&amp;", with: "&")
  }

  /// The text on one line; nil if it is blank.
  var line: String? {
    let line = ForeignText.cleanLine(self)
    return line.isEmpty ? nil : line
  }
}

/// Parts of the summary lines of posts.
public enum Counted {
  /// `1 point`, `3 points`; nil without a number.
  public static func words(_ count: Int?, _ noun: String, _ plural: String? = nil) -> String? {
    count.map { $0 == 1 ? "1 \(noun)" : "\($0) \(plural ?? noun + "s")" }
  }

  /// The same; nil for none.
  static func some(_ count: Int?, _ noun: String) -> String? {
    words(count.flatMap { $0 > 0 ? $0 : nil }, noun)
  }

  /// `1 reply`, `3 replies`; nil if there are none.
  static func replies(_ count: Int?) -> String? {
    words(count.flatMap { $0 > 0 ? $0 : nil }, "reply", "replies")
  }

  /// Returns the parts that are neither nil nor blank on one line, separated by dots.
  public static func line(_ parts: String?...) -> String {
    parts.compactMap { $0?.line }.joined(separator: " · ")
  }
}

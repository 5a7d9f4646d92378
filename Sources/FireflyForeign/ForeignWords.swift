import FireflyCore
import Foundation

extension String {
  /// The text, percent-encoded for a path or a query.
  package var percentEncoded: String {
    addingPercentEncoding(withAllowedCharacters: WebAddress.unreserved) ?? ""
  }

  /// A text without the escapes of HTML that some services put in it.
  package var unescaped: String {
    guard contains("&") else { return self }
    return replacing("&lt;", with: "<").replacing("&gt;", with: ">")
      .replacing("&quot;", with: "\"").replacing("&amp;", with: "&")
  }

  /// The text on one line; nil if it is blank.
  package var line: String? {
    let line = ForeignText.cleanLine(self)
    return line.isEmpty ? nil : line
  }
}

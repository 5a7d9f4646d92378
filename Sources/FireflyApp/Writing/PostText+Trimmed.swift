import FireflyCore
import Foundation

extension PostText {
  /// The texts without blanks at their ends, to compare what was typed.
  var trimmed: PostText {
    PostText(
      title: title.trimmingCharacters(in: .whitespacesAndNewlines),
      summary: summary.trimmingCharacters(in: .whitespacesAndNewlines),
      body: body.trimmingCharacters(in: .whitespacesAndNewlines))
  }
}

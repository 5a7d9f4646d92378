import FireflyCore

extension PostText {
  /// The texts without blanks at their ends, to compare what was typed.
  var trimmed: PostText {
    PostText(title: title.trimmed, summary: summary.trimmed, body: body.trimmed)
  }
}

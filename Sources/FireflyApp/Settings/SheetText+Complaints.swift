import FireflyModel
import FireflyScreen

extension SheetText {
  /// Returns the text of a sheet with sentences, and errors in the configuration: each location as a
  /// heading, with its errors.
  static func complaints(
    _ complaints: [SettingsError], _ notices: [String], _ layout: ScreenLayout
  ) -> SheetText {
    let columns = 76
    let inner = layout.sheet(columns: columns).inner
    let width = max(1, inner.width)
    func wrapped(_ text: String, width: Int, indent: Int = 0) -> [Line] {
      WordWrap.sentence(text, width: width).map { Line(words: $0, indent: indent) }
    }
    var lines: [Line] = []
    for notice in notices {
      if !lines.isEmpty { lines.append(Line(words: [])) }
      lines += wrapped(notice, width: width)
    }
    if complaints.isEmpty {
      return SheetText(
        title: "Please note", columns: columns, lines: lines, window: max(1, inner.height))
    }
    if !lines.isEmpty { lines.append(Line(words: [])) }
    var place: String?
    for complaint in complaints {
      if complaint.place != place {
        if place != nil { lines.append(Line(words: [])) }
        lines += wrapped(complaint.place, width: width).map { line in
          var line = line
          line.isHeading = true
          return line
        }
        place = complaint.place
      }
      lines += wrapped(complaint.text, width: max(1, width - 2), indent: 2)
    }
    if !complaints.contains(where: \.isWhole) {
      lines.append(Line(words: []))
      lines += wrapped("All other settings apply. The ones above were ignored.", width: width)
    }
    return SheetText(
      title: "Check your settings", columns: columns, lines: lines, window: max(1, inner.height))
  }
}

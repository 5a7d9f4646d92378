import Foundation
import TerminalHarness

extension Contestant {
  /// newsboat, in a feed of 10,000 articles that it has fetched before.
  static func newsboat(in workspace: Workspace) throws -> Contestant {
    let items = (1...SampleText.count).map { index in
      """
      <item><title>\(SampleText.title(index))</title><link>http://127.0.0.1/\(index)</link>\
      <guid>\(index)</guid><pubDate>Mon, 03 Nov 2025 10:31:24 GMT</pubDate>\
      <description>\(SampleText.body(index))</description></item>
      """
    }
    let feed = try workspace.write(
      """
      <?xml version="1.0"?><rss version="2.0"><channel><title>bench feed</title>\
      <link>http://127.0.0.1/</link><description>items</description>
      \(items.joined(separator: "\n"))
      </channel></rss>
      """, to: "feed.xml")
    let addresses = try workspace.write("file://\(feed)\n", to: "urls")
    let settings = try workspace.write("articlelist-format \"%5i %t\"\n", to: "newsboat.config")
    let command = [
      "newsboat", "-q", "-u", addresses, "-C", settings, "-c", "\(workspace.path)/newsboat.db",
    ]
    _ = try workspace.run(command + ["-x", "reload"])
    return Contestant(
      name: "newsboat", command: command, isReady: { $0.screenText.contains("bench feed") },
      opening: "<enter>", home: "<home>", position: selectedRow)
  }

  /// The number before the title in the row that has a background of its own.
  private static func selectedRow(_ session: TerminalSession) -> Int? {
    let rows = session.screenRows
    for row in 1..<max(2, rows.count - 2) where session.cell(30, row)?.background != .standard {
      return rows[row].firstMatch(of: /(\d+)/).flatMap { Int($0.1) }
    }
    return nil
  }
}

import FireflyCore
import FireflyImports
import FireflyStore
import FireflyTransfer

/// The report of an import, in one line.
enum ImportReport {
  /// Says the counts of posts, and what was left out and guessed; with --quiet, only if something is missing.
  static func say(_ conversion: Conversion, _ result: ImportResult, isVerbose: Bool = false) {
    let isWhole =
      conversion.leftOut.isEmpty && result.leftOut == 0 && conversion.skipped == 0
      && conversion.unresolvedLinks <= result.attached
    lines(conversion, result, isVerbose: isVerbose)
      .forEach(isWhole ? StandardStreams.note : StandardStreams.warn)
  }

  private static func lines(
    _ conversion: Conversion, _ result: ImportResult, isVerbose: Bool
  ) -> [String] {
    // Of what was there before, nothing was guessed now.
    let isNew = result.added + result.updated > 0
    let tallies = [("left out", conversion.leftOut), ("guessed", conversion.guessed)]
      .filter { !$0.1.isEmpty && (isNew || $0.0 != "guessed") }
      .map { isVerbose ? ($0, $1.names) : ($0, [$1.line]) }
    let links = isVerbose ? conversion.unresolved.names.map { "unresolved: \($0)" } : []
    let gone = isVerbose ? result.goneTitles.map { "gone there: \($0)" } : []
    return [line(conversion, result)] + gone + links
      + (isVerbose ? conversion.unreadDateNames.map { "date not read: \($0)" } : [])
      + tallies.flatMap { title, names in names.map { "\(title): \($0)" } }
      + readRemark(conversion, result)
  }

  /// Returns the sentence that imported mails count as read, so that nobody looks for them among the new posts.
  private static func readRemark(_ conversion: Conversion, _ result: ImportResult) -> [String] {
    let count = result.first.count
    guard conversion.document.kind == ImportFormat.mail.rawValue, count > 0 else { return [] }
    let them = count < result.added ? "\(count) of them" : count == 1 ? "it" : "they"
    return ["\(them) \(count == 1 ? "counts" : "count") as read"]
  }

  /// `4 posts (3 notes in 1 folder)`, or
  /// `4,759 posts, 12 deleted, 3 links unresolved (Kite in toys.md …)`.
  static func line(_ conversion: Conversion, _ result: ImportResult) -> String {
    let others =
      result.added + result.updated + result.edited + result.differing + result.broughtBack
      + result.leftOut
    let unchanged = max(0, conversion.document.count - others)
    // `(target in note.md …)`, as far as links have names.
    let names = conversion.unresolved.line.drop { $0 != "(" }
    let first = names.isEmpty ? "" : " " + names
    let folders = result.added == conversion.document.count ? conversion.folders : 0
    let notes = Counted.grouped(result.added - folders, "note", "notes")
    let place =
      folders == 0 ? "" : " (\(notes) in \(Counted.grouped(folders, "folder", "folders")))"
    let counts: [(Int, String, String)] = [
      (result.added, "post" + place, "posts" + place),
      (result.updated, "updated", "updated"),
      (result.edited, "edited here, kept", "edited here, kept"),
      (result.differing, "different there, kept here", "different there, kept here"),
      (result.added + result.updated > 0 ? 0 : unchanged, "unchanged", "unchanged"),
      (result.broughtBack, "brought back", "brought back"),
      (result.leftOut, "deleted here, left out", "deleted here, left out"),
      (result.gone, "gone there, kept here", "gone there, kept here"),
      (conversion.deleted, "deleted", "deleted"),
      (result.added + result.updated > 0 ? result.pictures : 0, "picture", "pictures"),
      (
        conversion.unresolvedLinks - result.attached, "link unresolved\(first)",
        "links unresolved\(first)"
      ),
      (conversion.unreadDates, "date not read", "dates not read"),
      (conversion.missing, "not in the file", "not in the file"),
      (conversion.copies, "copy left out", "copies left out"),
      (conversion.skipped, "not public, left out", "not public, left out"),
    ]
    return counts.enumerated().filter { $0.offset == 0 || $0.element.0 > 0 }.map { _, count in
      Counted.grouped(count.0, count.1, count.2)
    }.joined(separator: ", ")
  }

  /// Returns where a new thread is in the program, or how to see other posts; nil if nothing was added.
  ///
  /// - Parameter isNear: whether somebody reads it who has the posts by typing `firefly`.
  static func place(
    _ document: ImportDocument, _ result: ImportResult, isNear: Bool = false
  ) -> String? {
    guard result.added > 1, result.roots.count == 1, let root = result.roots.first else {
      guard isNear else { return nil }
      guard result.added > 0 else {
        return result.leftOut > 0 ? "With --again comes back what was deleted here." : nil
      }
      return "Type `firefly` to see \(result.added == 1 ? "it" : "them")\(deletion(of: result))."
    }
    let title = document.items.first?.title.shortened(to: 60) ?? ""
    let name = title.isEmpty ? "It" : "“\(title)”"
    let way = isNear ? "type `firefly`; it is " : ""
    let end = isNear ? deletion(of: result) : ""
    return "\(name) is post \(root): \(way)one row in the list of threads (key a)\(end)."
  }

  /// Returns how to delete what was added: replies before the posts they answer, of which nothing stays then.
  private static func deletion(of result: ImportResult) -> String {
    let new = result.new.sorted(by: >)
    guard let last = new.first, let first = new.last else { return "" }
    guard new.count > 1 else { return "; `firefly delete \(first)` deletes it" }
    if new.count <= 10 {
      let numbers = new.map(String.init).joined(separator: " ")
      return "; `firefly delete --yes \(numbers)` deletes them"
    }
    return last - first == new.count - 1
      ? "; `seq \(last) -1 \(first) | firefly delete --yes -` deletes them"
      : "; `firefly delete NUMBER` deletes one"
  }

  /// Prints the numbers of the topmost posts.
  static func confirm(_ roots: [Int]) {
    let named = roots.prefix(20).map(String.init).joined(separator: ", ")
    StandardStreams.confirm(
      roots.map { "\($0)\n" }.joined(),
      inWords: "Imported. Topmost posts: \(named)\(roots.count > 20 ? ", …" : "").")
  }
}

import Foundation

/// The lines of the list of feeds, by folders.
struct FeedSections {
  /// The lines before the first folder, or a folder with its heading as the first line.
  private struct Section {
    var folder: String?
    var lines: [String] = []
  }

  private var sections = [Section()]

  /// Reads the file; nil for one that is not there.
  init(_ data: Data?) {
    let text = data.map { String(decoding: $0, as: UTF8.self) } ?? ""
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      if let heading = FeedFolder.Heading(line: line) {
        sections.append(Section(folder: heading.folder))
      }
      sections[sections.count - 1].lines.append(String(line))
    }
  }

  /// The file, which ends with a line break.
  var data: Data {
    var lines = sections.flatMap(\.lines)
    if lines.last?.isEmpty != true { lines.append("") }
    return Data(lines.joined(separator: "\n").utf8)
  }

  /// Adds lines at the ends of folders, nil for the lines before the first folder; makes folders that are missing.
  mutating func insert(_ new: [(folder: String?, line: String)]) {
    var places: [String?: Int] = [:]
    for (index, section) in sections.enumerated().reversed() { places[section.folder] = index }
    places[nil] = 0
    var added: [Int: [String]] = [:]
    for (folder, line) in new {
      let place = places[folder] ?? append(folder)
      places[folder] = place
      added[place, default: []].append(line)
    }
    for (place, lines) in added {
      // Empty lines before the next folder stay there.
      let end = sections[place].lines.lastIndex { !$0.allSatisfy(\.isWhitespace) }
      sections[place].lines.insert(contentsOf: lines, at: end.map { $0 + 1 } ?? 0)
      if place == 0, end == nil, sections.count > 1, sections[0].lines.last?.isEmpty != true {
        sections[0].lines.append("")
      }
    }
  }

  /// Adds a folder at the end, with an empty line before it; returns its place.
  private mutating func append(_ folder: String?) -> Int {
    let last = sections.count - 1
    while sections[last].lines.last?.isEmpty == true { sections[last].lines.removeLast() }
    if last > 0 || !sections[last].lines.isEmpty { sections[last].lines.append("") }
    sections.append(
      Section(folder: folder, lines: folder.map { [FeedFolder.Heading.line(of: $0)] } ?? []))
    return last + 1
  }

  /// Gives a folder another name, with the folders in it.
  mutating func rename(_ old: String, to new: String) {
    for index in sections.indices {
      guard let folder = sections[index].folder, FeedFolder.contains(old, folder) else { continue }
      let name = new + folder.dropFirst(old.count)
      (sections[index].folder, sections[index].lines[0]) = (name, FeedFolder.Heading.line(of: name))
    }
  }

  /// Removes a folder and the folders in it, but for lines that are no feeds.
  mutating func remove(folder: String, _ isFeed: (String) -> Bool) {
    for index in sections.indices.reversed() {
      guard let inner = sections[index].folder, FeedFolder.contains(folder, inner) else { continue }
      sections[index].lines.removeAll(where: isFeed)
      let rest = sections[index].lines.dropFirst()
      if rest.allSatisfy({ $0.allSatisfy(\.isWhitespace) }) { sections.remove(at: index) }
    }
  }

  /// Removes lines; returns whether there were any.
  mutating func remove(_ isLeft: (String) -> Bool) -> Bool {
    var isAny = false
    for index in sections.indices {
      let count = sections[index].lines.count
      sections[index].lines.removeAll(where: isLeft)
      isAny = isAny || sections[index].lines.count < count
    }
    return isAny
  }
}

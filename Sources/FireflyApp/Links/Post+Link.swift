import FireflyCore
import Foundation

extension Post {
  /// The address at the beginning of its body, if it is alone in its line: the link of a source's
  /// story.
  var leadingLink: String? {
    guard body.hasPrefix("<http"), let end = body.firstIndex(of: ">") else { return nil }
    let rest = body[body.index(after: end)...]
    guard rest.isEmpty || rest.hasPrefix("\n") else { return nil }
    return String(body[body.index(after: body.startIndex)..<end])
  }

  /// The recordings and films of an entry of a feed: their titles and addresses, as lines of its text name them.
  var recordings: [(title: String, address: String)] {
    guard feedID != nil else { return [] }
    return body.split(whereSeparator: \.isNewline).compactMap { line in
      guard let kind = ["Recording: [", "Film: ["].first(where: line.hasPrefix),
        let middle = line.range(of: "](<", options: .backwards),
        let end = line[middle.upperBound...].firstIndex(of: ">")
      else { return nil }
      let title = line[line.index(line.startIndex, offsetBy: kind.count)..<middle.lowerBound]
      return (PostText.withoutMarks(String(title)), String(line[middle.upperBound..<end]))
    }
  }
}

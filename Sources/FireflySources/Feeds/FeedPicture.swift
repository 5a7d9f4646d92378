import FireflyCore
import FireflyForeign
import FireflyText

/// A picture of an entry beside its text.
struct FeedPicture: Hashable, Sendable {
  /// Maximum pictures of an entry.
  static let maximum = 20

  var address: String
  /// What is on it, on one line; empty if that is not said.
  var description: String
  /// Its width in pixels.
  var width: Int?
  /// The number of its group; nil for none.
  var group: Int?

  /// Whether it is another one in another size.
  func isCopy(of other: FeedPicture) -> Bool {
    if address == other.address { return true }
    guard let width, let width2 = other.width, width != width2 else { return false }
    return group != nil && group == other.group || path == other.path
  }

  private var path: Substring { address.prefix { $0 != "?" } }

  /// The line that shows it, in Markdown.
  fileprivate var line: String {
    let words = description.split(separator: " ").map { MarkdownWriter.escaped($0) }
    return "![\(words.joined(separator: " "))](<\(address)>)"
  }
}

extension [FeedPicture] {
  /// Adds a picture; the widest of its copies is kept.
  mutating func add(_ picture: FeedPicture) {
    guard let index = firstIndex(where: picture.isCopy) else {
      if count < FeedPicture.maximum { append(picture) }
      return
    }
    if self[index].description.isEmpty { self[index].description = picture.description }
    if picture.width ?? 0 > self[index].width ?? 0 {
      (self[index].address, self[index].width) = (picture.address, picture.width)
    }
  }
}

extension FeedEntry {
  /// Gives the entry its picture, and adds the others to its text, and the first if it has a description.
  mutating func show(_ pictures: [FeedPicture]) {
    let known = MarkdownPictures.list(in: text).map(\.address)
    picture = picture ?? pictures.first?.address ?? known.first { $0.hasPrefix("http") }
    let words = pictures.first { $0.address == picture }?.description ?? ""
    pictureWords = words.isEmpty ? nil : words
    for (index, picture) in pictures.enumerated()
    where (index > 0 || !picture.description.isEmpty) && !known.contains(picture.address) {
      text += (text.isEmpty ? "" : "\n\n") + picture.line
    }
  }
}

import FireflyCore

/// How much each user may store and write on a server.
package struct Quota: Hashable, Sendable, CustomStringConvertible {
  /// Maximum size of a user's pictures in bytes; nil for no limit.
  package var pictureBytes: Int?
  /// Maximum number of posts in `seconds`; nil for no limit.
  var posts: Int?
  var seconds = 3_600.0

  /// No limit.
  package static let none = Quota()
  /// 1 GB of pictures, 100 posts an hour.
  package static let standard = Quota(pictureBytes: 1 << 30, posts: 100)

  private static let sizes = ["KB": 1 << 10, "MB": 1 << 20, "GB": 1 << 30, "TB": 1 << 40]
  private static let times: KeyValuePairs = ["m": 60.0, "h": 3_600, "d": 86_400]
  private static let timeNames = ["m": "minute", "h": "hour", "d": "day"]

  private init(pictureBytes: Int? = nil, posts: Int? = nil) {
    (self.pictureBytes, self.posts) = (pictureBytes, posts)
  }

  /// Parses a quota: `none`, or differences from the standard such as `pictures=500MB,posts=20/d`.
  ///
  /// Each limit may be `none`.
  ///
  /// - Returns: nil if the text is invalid.
  package init?(_ text: String) {
    guard text != "none" else {
      self = .none
      return
    }
    self = .standard
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let sides = part.split(separator: "=", omittingEmptySubsequences: false)
      guard sides.count == 2 else { return nil }
      switch (sides[0], sides[1]) {
      case ("pictures", "none"): pictureBytes = nil
      case ("posts", "none"): posts = nil
      case ("pictures", let size):
        guard let unit = Self.sizes[size.suffix(2).uppercased()],
          let number = Int(size.dropLast(2)), (0...1_000_000).contains(number)
        else { return nil }
        pictureBytes = number * unit
      case ("posts", let rate):
        let parts = rate.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let number = Int(parts[0]), (0...1_000_000).contains(number),
          let time = Self.times.first(where: { $0.key == parts[1] })
        else { return nil }
        (posts, seconds) = (number, time.value)
      default: return nil
      }
    }
  }

  /// The quota in the syntax of the option.
  package var description: String {
    guard self != .none else { return "none" }
    let unit = Self.times.first { $0.value == seconds }?.key ?? "h"
    let size = pictureBytes.map { Self.size($0).replacing(" ", with: "") } ?? "none"
    return "pictures=\(size),posts=\(posts.map { "\($0)/\(unit)" } ?? "none")"
  }

  /// The limits in words, such as “1 GB of pictures and 100 posts an hour”; nil for no limit.
  package var words: String? {
    let words = [
      pictureBytes.map { "\(Self.size($0)) of pictures" }, posts.map { "\($0) posts \(span)" },
    ].compactMap(\.self)
    return words.isEmpty ? nil : words.joined(separator: " and ")
  }

  /// Creates the error for too many posts.
  func postsUsedUp(secondsToWait: Double) -> StoreError {
    .overQuota(
      "This server allows \(posts ?? 0) posts \(span), and you have reached this limit.",
      seconds: max(1, Int(secondsToWait.rounded(.up))))
  }

  /// Creates the error for too many pictures.
  ///
  /// - Parameter waiting: the number of pictures that will make enough room; 0 if there is not
  ///   enough.
  package func picturesUsedUp(waiting: Int) -> StoreError {
    let sentences =
      waiting == 0
      ? "Delete some, or post without the picture."
      : Counted.words(
        waiting, "picture of yours waits for a post, and makes",
        "pictures of yours wait for a post, and make")
        + " room in ten minutes. Try again then, or post without the picture."
    // Deleted pictures count until the deletion can't be undone any more.
    return .overQuota(
      """
      This server allows \(Self.size(pictureBytes ?? 0)) of pictures, and this one exceeds your \
      limit. \(sentences)
      """, seconds: Int(StoreLimits.restorable))
  }

  /// The error for too many pictures before their posts.
  var uploadsUsedUp: StoreError {
    .overQuota(
      """
      \(StoreLimits.uploads) pictures of yours wait for a post that shows them. Save that post, or try \
      again in ten minutes.
      """, seconds: Int(StoreLimits.uploadHold))
  }

  private static func size(_ bytes: Int) -> String {
    let unit = sizes.filter { $0.value <= bytes && bytes % $0.value == 0 }.max {
      $0.value < $1.value
    }
    return unit.map { "\(bytes / $0.value) \($0.key)" } ?? "\(bytes) bytes"
  }

  private var span: String {
    let unit = Self.times.first { $0.value == seconds }.flatMap { Self.timeNames[$0.key] } ?? "hour"
    return unit == "hour" ? "an hour" : "a \(unit)"
  }
}

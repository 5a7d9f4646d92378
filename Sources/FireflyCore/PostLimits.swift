/// Maximum sizes of a post's texts on a server, in bytes of UTF-8, and the number of its pictures; the
/// extension `limits`.
public struct PostLimits: Codable, Hashable, Sendable {
  /// The title's.
  public var title: Int
  /// The summary's.
  public var summary: Int
  /// The body's.
  public var body: Int
  /// The picture's.
  public var image: Int
  /// How many pictures can be sent for a text before the post.
  public var pictures: Int

  /// The embedded server's limits.
  public static let embedded = PostLimits(
    title: 4 << 10, summary: 4 << 10, body: 256 << 10, image: PictureFormat.maximumFileSize)
  /// The embedded server's limit for a time zone or a location.
  public static let name = 256

  /// Creates limits.
  public init(title: Int, summary: Int, body: Int, image: Int, pictures: Int = .max) {
    (self.title, self.summary, self.body, self.image) = (title, summary, body, image)
    self.pictures = pictures
  }

  enum CodingKeys: String, CodingKey { case title, summary, body, image, pictures }

  /// Decodes.
  ///
  /// A missing or invalid number means no limit.
  ///
  /// - Throws: `DecodingError` if it is not an object.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    func limit(_ key: CodingKeys) -> Int {
      guard let number = try? fields.decode(Int.self, forKey: key), number > 0 else { return .max }
      return number
    }
    self.init(
      title: limit(.title), summary: limit(.summary), body: limit(.body), image: limit(.image),
      pictures: limit(.pictures))
  }
}

/// Formats sizes in bytes.
public enum ByteCount {
  /// Returns `16 MB`, `256 KB` or `300 bytes`, rounded up.
  public static func words(_ bytes: Int) -> String {
    // Without an addition to the number, which may be the largest one.
    if bytes >= 1 << 20 { return "\(((bytes - 1) >> 20) + 1) MB" }
    if bytes >= 1 << 10 { return "\(((bytes - 1) >> 10) + 1) KB" }
    return Counted.words(bytes, "byte")
  }
}

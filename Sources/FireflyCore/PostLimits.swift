/// How long the texts of a post may be on a server, in bytes of UTF-8; the extension `limits`.
public struct PostLimits: Codable, Hashable, Sendable {
  /// Of the title.
  public var title: Int
  /// Of the summary.
  public var summary: Int
  /// Of the body.
  public var body: Int
  /// Of the picture.
  public var image: Int

  /// Of the embedded server.
  public static let embedded = PostLimits(
    title: 4 << 10, summary: 4 << 10, body: 256 << 10, image: PictureFormat.maximumFileSize)
  /// Of a time zone or a place, on the embedded server.
  public static let name = 256

  /// Limits.
  public init(title: Int, summary: Int, body: Int, image: Int) {
    (self.title, self.summary, self.body, self.image) = (title, summary, body, image)
  }

  enum CodingKeys: String, CodingKey { case title, summary, body, image }

  /// Decodes; what is missing or no number above 0 is not limited.
  /// - Throws: `DecodingError` if it is no object.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    func limit(_ key: CodingKeys) -> Int {
      guard let number = try? fields.decode(Int.self, forKey: key), number > 0 else { return .max }
      return number
    }
    self.init(
      title: limit(.title), summary: limit(.summary), body: limit(.body), image: limit(.image))
  }
}

/// A number of bytes as a person reads it.
public enum ByteCount {
  /// `16 MB`, `256 KB` or `300 bytes`; never less than the number.
  public static func words(_ bytes: Int) -> String {
    if bytes >= 1 << 20 { return "\((bytes + (1 << 20) - 1) >> 20) MB" }
    if bytes >= 1 << 10 { return "\((bytes + (1 << 10) - 1) >> 10) KB" }
    return bytes == 1 ? "1 byte" : "\(bytes) bytes"
  }
}

extension Draft {
  /// A picture that goes with what is written.
  public struct Picture: Hashable, Sendable {
    /// The file that it was made of, as people know it; fit to be shown.
    public var path: String
    /// The name of its copy beside the draft, ready to be sent; empty where there is none.
    public var copy: String

    /// A picture.
    public init(path: String, copy: String) {
      self.path = path
      self.copy = copy
    }

    private static let scheme = "draft-picture:"

    /// The address by which views know it; no server is asked for it.
    public var address: String { Self.scheme + copy }

    /// The name of the copy that an address means; nil for an address of a server.
    public static func copy(at address: String) -> String? {
      address.hasPrefix(scheme) ? String(address.dropFirst(scheme.count)) : nil
    }
  }

  /// The centre of a picture's square crop, where its thumbnail looks: -1…1 each, 0 in the middle.
  public struct Crop: Hashable, Sendable {
    /// From the left (-1) to the right (1) of a wide picture.
    public var x: Double
    /// From the top (-1) to the bottom (1) of a high picture.
    public var y: Double

    /// A centre; what is beyond the edge is at it, what is no number is the middle.
    public init(x: Double = 0, y: Double = 0) {
      func bounded(_ value: Double) -> Double { value.isNaN ? 0 : min(1, max(-1, value)) }
      (self.x, self.y) = (bounded(x), bounded(y))
    }
  }
}

extension Draft {
  /// A picture attached to a draft.
  public struct Picture: Hashable, Sendable {
    /// The path of the original file, cleaned for display.
    public var path: String
    /// The name of the prepared copy beside the draft; empty if there is none.
    public var copy: String

    /// Creates a picture.
    public init(path: String, copy: String) {
      self.path = path
      self.copy = copy
    }

    static let scheme = "draft-picture:"

    /// Whether a text may have such an address.
    static func isNamed(in text: String) -> Bool { text.hasBytes("draft-picture:") }

    /// The address used by views; never requested from a server.
    public var address: String { Self.scheme + copy }

    /// Returns the name of the copy with this address, in a text without its draft; nil for a server's
    /// address.
    public static func copy(at address: String) -> String? {
      address.hasPrefix(scheme) ? String(address.dropFirst(scheme.count)) : nil
    }
  }

  /// The centre of a thumbnail's square crop: -1…1 on each axis, 0 in the middle.
  public struct Crop: Hashable, Sendable {
    /// Horizontal position in a wide picture, from left (-1) to right (1).
    public var x: Double
    /// Vertical position in a high picture, from top (-1) to bottom (1).
    public var y: Double

    /// Creates a crop; clamps the coordinates, and replaces NaN by the middle.
    public init(x: Double = 0, y: Double = 0) {
      func bounded(_ value: Double) -> Double { value.isNaN ? 0 : min(1, max(-1, value)) }
      (self.x, self.y) = (bounded(x), bounded(y))
    }
  }
}

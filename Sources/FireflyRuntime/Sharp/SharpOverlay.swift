import FireflyScreen

/// The sharp pictures that are drawn over cells on the screen.
struct SharpOverlay {
  /// A picture and its cells.
  private struct Key: Hashable {
    let renderKey: PictureMemoryCache.RenderKey
    let openRect: Rect
  }

  /// A picture on the screen.
  struct ShownPicture {
    /// The cells it covers.
    let rect: Rect
    /// The picture's ID and the placement's ID in the kitty protocol.
    let id: UInt32
    let placement: UInt32
    /// Whether it is the sharpest rendering.
    let isFine: Bool
    /// Whether its rows were written to, which may have damaged it.
    fileprivate var isDamaged = false
  }

  private var shown: [Key: ShownPicture] = [:]
  /// The pictures that are waiting to be at rest.
  private var expected: Set<Key> = []
  private var lastFrame: Frame?
  private var nextPlacement: UInt32 = 1

  /// Returns whether any of the pictures is not drawn.
  func isIncomplete(for places: [SharpPlacement]) -> Bool { places.contains { isMissing($0) } }

  /// Returns whether the waiting pictures have changed.
  func hasChanged(to places: [SharpPlacement]) -> Bool { Set(places.map(Self.key)) != expected }

  /// Sets the waiting pictures.
  mutating func expect(_ places: [SharpPlacement]) { expected = Set(places.map(Self.key)) }

  /// Returns whether a picture is not drawn, or damaged.
  func isMissing(_ place: SharpPlacement) -> Bool {
    shown[Self.key(place)].map(\.isDamaged) ?? true
  }

  /// Returns the drawn picture; nil if it is damaged.
  func picture(at place: SharpPlacement) -> ShownPicture? {
    shown[Self.key(place)].flatMap { $0.isDamaged ? nil : $0 }
  }

  /// Records that a picture was drawn; returns the ID of its placement, and what was drawn there
  /// before.
  @discardableResult
  mutating func insert(
    _ place: SharpPlacement, number: UInt32, isFine: Bool
  ) -> (placement: UInt32, before: ShownPicture?) {
    let key = Self.key(place)
    let before = shown[key]
    let placement = before?.placement ?? nextPlacement
    if placement == nextPlacement { nextPlacement = nextPlacement % 0xFFFF + 1 }
    shown[key] = ShownPicture(
      rect: place.openRect, id: number, placement: placement, isFine: isFine)
    return (placement, before)
  }

  /// Removes all pictures except these; returns the removed ones.
  mutating func removeAll(but places: [SharpPlacement]) -> [ShownPicture] {
    guard !shown.isEmpty else { return [] }
    let kept = Set(places.map(Self.key))
    let gone = shown.filter { !kept.contains($0.key) }
    for key in gone.keys { shown[key] = nil }
    return Array(gone.values)
  }

  /// Marks pictures as damaged if the next frame changes their rows.
  mutating func markDamaged(by frame: Frame) {
    defer { lastFrame = frame }
    guard let lastFrame, lastFrame.size == frame.size else { return }
    for (key, place) in shown {
      let rows = place.rect.y * frame.size.width..<place.rect.maxY * frame.size.width
      let (old, new) = (lastFrame.cells[rows], frame.cells[rows])
      if !old.elementsEqual(new) { shown[key]?.isDamaged = true }
    }
  }

  private static func key(_ place: SharpPlacement) -> Key {
    Key(renderKey: place.renderKey, openRect: place.openRect)
  }
}

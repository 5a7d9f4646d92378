import FireflyScreen

/// What of the sharp pictures stands on the screen, over cells that don't know of it.
struct SharpOverlay {
  /// A place in a frame, and what is shown there.
  private struct Key: Hashable {
    let renderKey: PictureMemoryCache.RenderKey
    let openRect: Rect
  }

  /// A picture on the screen.
  struct ShownPicture {
    /// The cells that it covers.
    let rect: Rect
    /// The picture's number in a terminal with the kitty protocol, and the number of this showing.
    let id: UInt32
    let placement: UInt32
    /// Whether there is none sharper to be had.
    let isFine: Bool
    /// Whether something was written in its rows, and maybe into it.
    fileprivate var isDamaged = false
  }

  private var shown: [Key: ShownPicture] = [:]
  /// Places that were waited for.
  private var expected: Set<Key> = []
  private var lastFrame: Frame?
  private var nextPlacement: UInt32 = 1

  /// Whether any of the places is without its picture.
  func isIncomplete(for places: [SharpPlacement]) -> Bool { places.contains { isMissing($0) } }

  /// Whether these are other places than those that are waited for.
  func hasChanged(to places: [SharpPlacement]) -> Bool { Set(places.map(Self.key)) != expected }

  /// Notes what is waited for.
  mutating func expect(_ places: [SharpPlacement]) { expected = Set(places.map(Self.key)) }

  /// Whether a place is without its picture, or the picture may have been written into.
  func isMissing(_ place: SharpPlacement) -> Bool {
    shown[Self.key(place)].map(\.isDamaged) ?? true
  }

  /// What stands at a place, if nothing may have been written into it.
  func picture(at place: SharpPlacement) -> ShownPicture? {
    shown[Self.key(place)].flatMap { $0.isDamaged ? nil : $0 }
  }

  /// Notes that a picture stands; returns the number of this showing, and what stood there before.
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

  /// Takes out what stands at none of the places; returns it.
  mutating func removeAll(but places: [SharpPlacement]) -> [ShownPicture] {
    guard !shown.isEmpty else { return [] }
    let kept = Set(places.map(Self.key))
    let gone = shown.filter { !kept.contains($0.key) }
    for key in gone.keys { shown[key] = nil }
    return Array(gone.values)
  }

  /// A frame is about to be shown: what it writes beside a picture may reach into it.
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

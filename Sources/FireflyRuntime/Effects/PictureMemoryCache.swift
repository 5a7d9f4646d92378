import FireflyApp
import FireflyPictures
import FireflyScreen

/// The pictures in memory: their pixels, and the cells that were rendered of them.
///
/// Views draw from here without waiting. A picture whose final cells are not rendered yet is drawn in half
/// blocks, as in motion, and queued for rendering.
final class PictureMemoryCache: PictureSource {
  /// What the final cells of a picture depend on.
  struct RenderKey: Hashable, Sendable {
    let address: String
    let columns: Int
    let halfRows: Int
    let crop: PictureCrop
    let card: Color
    /// The background above the picture if its first row is half covered; nil if it is fully covered.
    let above: Color?
    /// The background below the picture if its last row is half covered; nil if it is fully covered.
    let below: Color?

    /// The size in columns and rows, including half-covered rows.
    var size: Size {
      Size(
        width: columns,
        height: (halfRows + (above == nil ? 0 : 1) + (below == nil ? 0 : 1)) / 2)
    }
  }

  /// Maximum bytes of pixels, and of rendered cells.
  private static let pixelLimit = 34 << 20
  private static let cellLimit = 6 << 20

  let renderer: PictureRenderer
  private var pixels = PictureCache<String, PicturePyramid>(limit: pixelLimit)
  private var rendered = PictureCache<RenderKey, CellPicture>(limit: cellLimit)
  private var unrendered: [(RenderKey, PicturePyramid)] = []
  /// Requested pictures that were evicted.
  private var evicted: [String] = []
  /// Every picture that was ever inserted; others are still loading, or failed.
  private var known: Set<String> = []
  private var requested: [String] = []
  /// Height of a cell divided by its width.
  var cellAspect: Double
  /// The pictures at rest in the last frame.
  private var placements: [SharpPlacement] = []
  /// Returns cells that the terminal replaces by a sharp picture; nil if it has no such picture.
  var placeholder: (RenderKey) -> CellPicture? = { _ in nil }

  init(abilities: ScreenAbilities) {
    renderer = PictureRenderer(abilities: abilities)
    cellAspect = abilities.cellAspect
  }

  func insert(_ picture: PicturePyramid, at address: String) {
    known.insert(address)
    pixels.insert(picture, bytes: picture.byteCount, for: address)
  }

  /// Stores a picture under a second address.
  func rename(_ old: String, to new: String) {
    if let picture = pixels.value(for: old) { insert(picture, at: new) }
  }

  func insert(_ picture: CellPicture, for key: RenderKey) {
    rendered.insert(picture, bytes: picture.cells.count * MemoryLayout<Cell>.stride, for: key)
  }

  /// Returns the pictures to render, and clears the list.
  func drainUnrendered() -> [(RenderKey, PicturePyramid)] {
    defer { unrendered = [] }
    return unrendered
  }

  /// Returns the requested pictures that were evicted, in order, and clears the list.
  func drainEvicted() -> [String] {
    defer { evicted = [] }
    return evicted
  }

  /// Returns the addresses that were drawn since the last call, in order.
  func drainRequested() -> [String] {
    defer { requested = [] }
    return requested
  }

  /// Returns the pictures at rest that were drawn since the last call, in order.
  func drainPlacements() -> [SharpPlacement] {
    defer { placements = [] }
    return placements
  }

  func draw(_ address: String, _ place: PicturePlacement, into frame: inout Frame) -> Bool {
    requested.append(address)
    guard let picture = pixels.value(for: address) else {
      if known.contains(address) { evicted.append(address) }
      return false
    }
    let crop = crop(of: picture, place)
    if place.isSettled {
      let key = RenderKey(
        address: address, columns: place.columns, halfRows: place.halfRows,
        crop: crop, card: place.card, above: place.halfY % 2 == 0 ? nil : place.card,
        below: (place.halfY + place.halfRows) % 2 == 0 ? nil : place.card)
      let point = Point(x: place.x, y: place.halfY >> 1)
      let placeholder = placeholder(key)
      let cells = placeholder == nil ? rendered.value(for: key) : nil
      let rect = Rect(x: point.x, y: point.y, width: key.size.width, height: key.size.height)
      placements.append(
        SharpPlacement(
          renderKey: key, rect: rect, picture: picture, cells: cells, rows: 0..<rect.height,
          drawnRows: (0..<rect.height).clamped(
            to: frame.clip.y - rect.y..<frame.clip.maxY - rect.y)))
      if let cells = placeholder ?? cells {
        cells.draw(into: &frame, at: point)
        return true
      }
      unrendered.append((key, picture))
    }
    let rect = HalfRowRect(
      x: Double(place.x), y: Double(place.halfY), width: Double(place.columns),
      height: Double(place.halfRows))
    renderer.moving(
      picture, crop: crop, in: rect, clip: frame.clip, over: place.card, above: place.card,
      below: place.card
    ).draw(into: &frame)
    return true
  }

  /// What of the picture fills its place, which is square for a thumbnail.
  private func crop(of picture: PicturePyramid, _ place: PicturePlacement) -> PictureCrop {
    let halfRow = cellAspect / 2
    return .filling(
      frameAspect: Double(place.columns) / (Double(place.halfRows) * halfRow),
      pictureAspect: Double(picture.size.width) / Double(max(1, picture.size.height)),
      clipX: place.clipX, clipY: place.clipY)
  }
}

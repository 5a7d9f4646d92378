import FireflyApp
import FireflyPictures
import FireflyScreen

/// The pictures in memory, and how they look at the sizes they were drawn at.
///
/// Views draw from here without waiting: while a picture's settled form isn't made yet, it is drawn as
/// in motion, and noted as wanted.
final class PictureShelf: PictureSource {
  /// A settled picture at one size.
  struct Look: Hashable, Sendable {
    let address: String
    let columns: Int
    let halfRows: Int
    let crop: PictureCrop
    let card: Color
    /// What lies above it in the row that it begins in the middle of; nil where it fills the row.
    let above: Color?
    /// What lies below it in the row that it ends in the middle of; nil where it fills the row.
    let below: Color?

    /// Columns and rows that it covers, those included that it fills only half.
    var size: Size {
      Size(
        width: columns,
        height: (halfRows + (above == nil ? 0 : 1) + (below == nil ? 0 : 1)) / 2)
    }
  }

  /// Bytes of memory for pixels, and for pictures in cells.
  private static let pixelLimit = 34 << 20
  private static let cellLimit = 6 << 20

  let renderer: PictureRenderer
  private var pixels = PictureCache<String, PicturePyramid>(limit: pixelLimit)
  private var looks = PictureCache<Look, CellPicture>(limit: cellLimit)
  private var wanted: [(Look, PicturePyramid)] = []
  /// Pictures that were here and had to make room.
  private var missed: [String] = []
  /// Pictures that have been here: one that has not is on its way, or can't be had.
  private var known: Set<String> = []
  private var asked: [String] = []
  /// Height of a cell divided by its width.
  var cellAspect: Double
  /// Settled pictures of the last frame.
  private var places: [SharpPlace] = []
  /// Cells that the terminal replaces by a sharp picture, where it has it.
  var placeholder: (Look) -> CellPicture? = { _ in nil }

  init(abilities: ScreenAbilities) {
    renderer = PictureRenderer(abilities: abilities)
    cellAspect = abilities.cellAspect
  }

  func insert(_ picture: PicturePyramid, at address: String) {
    known.insert(address)
    pixels.insert(picture, bytes: picture.byteCount, for: address)
  }

  /// Knows a picture by another address as well.
  func rename(_ old: String, to new: String) {
    if let picture = pixels.value(for: old) { insert(picture, at: new) }
  }

  func insert(_ picture: CellPicture, for look: Look) {
    looks.insert(picture, bytes: picture.cells.count * MemoryLayout<Cell>.stride, for: look)
  }

  /// The looks that were asked for since the last call and are still to be made.
  func takeWanted() -> [(Look, PicturePyramid)] {
    defer { wanted = [] }
    return wanted
  }

  /// The pictures that were asked for since the last call and are not in memory any more, in order.
  func takeMissed() -> [String] {
    defer { missed = [] }
    return missed
  }

  /// The pictures that were asked for since the last call, in order.
  func takeAsked() -> [String] {
    defer { asked = [] }
    return asked
  }

  /// The settled pictures that were drawn since the last call, in order.
  func takePlaces() -> [SharpPlace] {
    defer { places = [] }
    return places
  }

  func draw(_ address: String, _ place: PicturePlacement, into frame: inout Frame) -> Bool {
    asked.append(address)
    guard let picture = pixels.value(for: address) else {
      if known.contains(address) { missed.append(address) }
      return false
    }
    let crop = crop(of: picture, place)
    if place.isSettled {
      let look = Look(
        address: address, columns: place.columns, halfRows: place.halfRows,
        crop: crop, card: place.card, above: place.halfY % 2 == 0 ? nil : place.above,
        below: (place.halfY + place.halfRows) % 2 == 0 ? nil : place.below)
      let point = Point(x: place.x, y: place.halfY >> 1)
      let placeholder = placeholder(look)
      let cells = placeholder == nil ? looks.value(for: look) : nil
      let rect = Rect(x: point.x, y: point.y, width: look.size.width, height: look.size.height)
      places.append(SharpPlace(look: look, rect: rect, picture: picture, cells: cells))
      if let cells = placeholder ?? cells {
        cells.draw(into: &frame, at: point)
        return true
      }
      wanted.append((look, picture))
    }
    let rect = HalfRowRect(
      x: Double(place.x), y: Double(place.halfY), width: Double(place.columns),
      height: Double(place.halfRows))
    renderer.moving(
      picture, crop: crop, in: rect, clip: frame.clip, over: place.card, above: place.above,
      below: place.below
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

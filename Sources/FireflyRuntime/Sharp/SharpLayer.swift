import FireflyCore
import FireflyPictures
import FireflyScreen
import Glibc

/// Draws sharp pictures over frames, with the kitty protocol or sixels.
///
/// With placeholders, pictures are cells of the frame, and only their data is sent separately.
/// Otherwise each picture is drawn over its cells once these are at rest, and removed as soon as
/// they change. While nothing changes, nothing is written.
@MainActor
final class SharpLayer {
  /// How long a picture must be at rest before it is drawn sharp.
  private static let rest = Duration.milliseconds(100)
  /// Maximum seconds to write one picture; on slower lines sharp pictures are disabled.
  private static let maximumWriteTime = 0.5
  /// The size of a cell in pixels if the terminal doesn't report it: it scales pictures.
  private static let usualCell = PixelSize(width: 10, height: 20)

  /// Called when the next frame will look different.
  var onChange: () -> Void = {}
  private let screen: any Screen
  private let memory: PictureMemoryCache
  private let clock: MonotonicClock
  private var terminal: SharpTerminal
  private var method: SharpProtocol?
  private var isGivenUp = false
  private let encoder = SharpEncoder()
  private var sent = SentPictures(seed: UInt32(bitPattern: getpid()))
  private var overlay = SharpOverlay()
  /// Pictures of the last frame that can be sharp.
  private var places: [SharpPlacement] = []
  private var resting: Task<Void, Never>?

  init(
    screen: any Screen, pictures: PictureStore, terminal: SharpTerminal, clock: MonotonicClock
  ) {
    self.screen = screen
    memory = pictures.memory
    self.terminal = terminal
    self.clock = clock
    encoder.decode = { await pictures.decoded($0, fitting: $1) }
    encoder.onChange = { [weak self] in self?.pictureMade() }
    memory.placeholder = { [weak self] renderKey in
      MainActor.assumeIsolated { self?.placeholder(renderKey) }
    }
    method = terminal.method(screen.abilities)
    prepare()
  }

  /// Updates the terminal's protocols after a reply or a change of the configuration.
  func terminalChanged(_ terminal: SharpTerminal) {
    // A change of the configuration enables sharp pictures again.
    if terminal.choice != self.terminal.choice { isGivenUp = false }
    self.terminal = terminal
    let method = isGivenUp ? nil : terminal.method(screen.abilities)
    guard method != self.method else { return }
    forget()
    encoder.removeAll()
    self.method = method
    prepare()
    onChange()
  }

  private func prepare() {
    if method == .sixel { screen.write(SixelGraphics.prepare) }
  }

  /// Removes pictures that the next frame doesn't have, or has elsewhere.
  func willShow(_ frame: Frame, isMoving: Bool) {
    sent.beginFrame()
    let drawn = memory.drainPlacements()
    switch method {
    case nil: return
    case .kittyPlaceholders:
      places = drawn
    case .kitty, .sixel:
      // A sixel picture in the last row would scroll the screen, and it may be larger than its
      // cells.
      let bottom = frame.size.height - (method == .sixel ? 2 : 0)
      places = isMoving ? [] : drawn.compactMap { $0.opened(in: frame, above: bottom) }
      for gone in overlay.removeAll(but: places) { remove(gone) }
      overlay.markDamaged(by: frame)
    }
  }

  /// Encodes, and later draws, the sharp pictures of the frame.
  func didShow(_ frame: Frame) {
    switch method {
    case nil: return
    case .kittyPlaceholders:
      makeNext()
    case .kitty, .sixel:
      guard overlay.isIncomplete(for: places) else {
        resting?.cancel()
        resting = nil
        return
      }
      if overlay.hasChanged(to: places) || resting == nil { waitForRest() }
    }
  }

  /// Removes all pictures from the terminal.
  func forget() {
    resting?.cancel()
    resting = nil
    for place in overlay.removeAll(but: []) { remove(place) }
    for id in sent.removeAll() { screen.write(terminal.kitty.free(id: id)) }
    places = []
  }

  // MARK: - What is sent

  /// Returns the possible renderings of a picture, the sharpest first.
  private func forms(of place: SharpPlacement) -> [SharpRendering] {
    let usual = form(of: place.renderKey, rows: place.rows)
    return usual.isFiner(than: place.picture) ? [usual.fine, usual] : [usual]
  }

  private func form(of renderKey: PictureMemoryCache.RenderKey, rows: Range<Int>) -> SharpRendering
  {
    let cell = terminal.cell(screen.abilities)
    return SharpRendering(
      renderKey: renderKey, cell: cell ?? Self.usualCell, rows: rows,
      matchesCells: screen.abilities.colors == .trueColor && renderKey.card.isRGB)
  }

  private func makeNext() {
    guard let method else { return }
    // First one rendering of each picture, from memory.
    var wanted: [(form: SharpRendering, picture: PicturePyramid)] = []
    var finer = wanted
    for place in places {
      for form in forms(of: place).reversed() where !isShown(form, at: place) {
        if form.isFine {
          finer.append((form, place.picture))
        } else {
          wanted.append((form, place.picture))
        }
      }
    }
    encoder.makeNext(of: wanted + finer, for: method)
  }

  /// Returns whether a picture has this rendering or a sharper one, or it is stored in the
  /// terminal.
  private func isShown(_ form: SharpRendering, at place: SharpPlacement) -> Bool {
    if sent.use(form.fine) != nil || sent.use(form) != nil { return true }
    return overlay.picture(at: place).map { $0.isFine || !form.isFine } ?? false
  }

  private func pictureMade() {
    switch method {
    case nil: return
    case .kittyPlaceholders:
      // Send only visible pictures.
      for place in places {
        for form in forms(of: place) {
          if sent.use(form) != nil { break }
          guard let id = send(form) else { continue }
          write(terminal.kitty.virtualPlacement(id: id, size: place.renderKey.size))
          break
        }
      }
      onChange()
    case .kitty, .sixel:
      if resting == nil { layOver() }
    }
  }

  /// Sends an encoded picture with the kitty protocol; returns its ID.
  private func send(_ form: SharpRendering) -> UInt32? {
    guard let png = encoder.parts(of: form)?.first?.bytes else { return nil }
    let id = sent.insert(form, bytes: png.count)
    write(terminal.kitty.transmit(png: png, id: id))
    for old in sent.removeSurplus(keepsUnused: method == .kittyPlaceholders) {
      write(terminal.kitty.free(id: old))
    }
    return id
  }

  private func placeholder(_ renderKey: PictureMemoryCache.RenderKey) -> CellPicture? {
    guard method == .kittyPlaceholders else { return nil }
    let usual = form(of: renderKey, rows: 0..<renderKey.size.height)
    guard let id = sent.use(usual.fine) ?? sent.use(usual) else { return nil }
    return KittyPlaceholder.cells(id: id, size: renderKey.size)
  }

  // MARK: - What is laid over the frame

  private func waitForRest() {
    overlay.expect(places)
    resting?.cancel()
    resting = Task { [weak self] in
      try? await Task.sleep(for: Self.rest)
      guard !Task.isCancelled, let self else { return }
      resting = nil
      layOver()
    }
  }

  private func layOver() {
    for place in places {
      for form in forms(of: place) {
        // Pictures on the screen are in use, although nothing is written for them.
        _ = sent.use(form)
        if overlay.picture(at: place)?.isFine == form.isFine { break }
        if show(form, at: place) { break }
      }
    }
    makeNext()
  }

  /// Draws a picture over its cells; false if it is not encoded yet.
  private func show(_ form: SharpRendering, at place: SharpPlacement) -> Bool {
    let rect = place.openRect
    let point = Point(x: rect.x, y: rect.y)
    if method == .sixel {
      guard let parts = encoder.parts(of: form) else { return false }
      overlay.insert(place, number: 0, isFine: form.isFine)
      for part in parts {
        let corner = Point(x: point.x + part.corner.x, y: point.y + part.corner.y)
        write(SixelGraphics.show(part.bytes, at: corner))
      }
      return true
    }
    guard let id = sent.use(form) ?? send(form) else { return false }
    let (number, before) = overlay.insert(place, number: id, isFine: form.isFine)
    write(
      terminal.kitty.place(
        id: id, placement: number, at: point, size: Size(width: rect.width, height: rect.height),
        zIndex: 1))
    if let before, before.id != id { remove(before) }
    return true
  }

  private func remove(_ place: SharpOverlay.ShownPicture) {
    let point = Point(x: place.rect.x, y: place.rect.y)
    if method == .sixel {
      let size = Size(width: place.rect.width, height: place.rect.height)
      screen.write(SixelGraphics.remove(at: point, size: size))
      screen.invalidate(rows: point.y..<point.y + size.height)
    } else {
      screen.write(terminal.kitty.remove(id: place.id, placement: place.placement))
    }
  }

  /// Writes a picture; if that takes too long, disables sharp pictures.
  private func write(_ bytes: [UInt8]) {
    let start = clock.now
    screen.write(bytes)
    guard terminal.isOptional, !isGivenUp, clock.now - start > Self.maximumWriteTime else { return }
    isGivenUp = true
    Task { [weak self] in
      guard let self else { return }
      terminalChanged(terminal)
    }
  }
}

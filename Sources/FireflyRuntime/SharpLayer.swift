import FireflyApp
import FireflyPictures
import FireflyScreen
import Glibc

/// Sharp pictures over the frames, by the kitty protocol or sixels.
///
/// With placeholders they are cells of the frame like any others, and only the pictures themselves are
/// sent past it. Otherwise each is laid over the cells it was drawn with, once these have rested, and
/// taken away as soon as they change. While nothing changes, nothing is written.
@MainActor
final class SharpLayer {
  /// How long frames must leave a picture where it is before it is laid over them.
  private static let rest = Duration.milliseconds(100)
  /// A line that needs longer for one picture is too slow for them, in seconds.
  private static let maximumWriteTime = 0.5
  /// A cell in pixels if the terminal reports none: it scales what it receives.
  private static let usualCell = PixelSize(width: 10, height: 20)

  /// Called when the frame would renderKey otherwise than before.
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
  /// Pictures of the last frame that may be sharp.
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

  /// The terminal has answered something more.
  func terminalChanged(_ terminal: SharpTerminal) {
    // Who changes the configuration wants to see what comes of it.
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

  /// A frame is about to be shown: takes away what it has not, or has elsewhere.
  func willShow(_ frame: Frame, isMoving: Bool) {
    sent.beginFrame()
    let drawn = memory.drainPlacements()
    switch method {
    case nil: return
    case .kittyPlaceholders:
      places = drawn
    case .kitty, .sixel:
      // A sixel picture that reaches into the last row would make the screen scroll, and it may reach
      // beyond its own.
      let bottom = frame.size.height - (method == .sixel ? 2 : 0)
      places = isMoving ? [] : drawn.compactMap { $0.opened(in: frame, above: bottom) }
      for gone in overlay.removeAll(but: places) { remove(gone) }
      overlay.markDamaged(by: frame)
    }
  }

  /// The frame has been shown: makes, and in time shows, what can be sharp in it.
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

  /// Forgets what the terminal shows and keeps, and takes it away there as far as it can be.
  func forget() {
    resting?.cancel()
    resting = nil
    for place in overlay.removeAll(but: []) { remove(place) }
    for id in sent.removeAll() { screen.write(terminal.kitty.free(id: id)) }
    places = []
  }

  // MARK: - What is sent

  /// How a place can be sharp, the sharpest first.
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
    // First something for each place, from what is at hand.
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

  /// Whether a place has this form or a sharper one, or could have without its being made.
  private func isShown(_ form: SharpRendering, at place: SharpPlacement) -> Bool {
    if sent.use(form.fine) != nil || sent.use(form) != nil { return true }
    return overlay.picture(at: place).map { $0.isFine || !form.isFine } ?? false
  }

  private func pictureMade() {
    switch method {
    case nil: return
    case .kittyPlaceholders:
      // Only what is still to be seen is worth the line.
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

  /// Sends a picture that has been made to a terminal with the kitty protocol; returns its number.
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
        // What stands is in use, though nothing is to be written for it.
        _ = sent.use(form)
        if overlay.picture(at: place)?.isFine == form.isFine { break }
        if show(form, at: place) { break }
      }
    }
    makeNext()
  }

  /// Lays a picture over its place; false if it hasn't been made.
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

  /// Writes a picture; where that takes too long, it was the last one.
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

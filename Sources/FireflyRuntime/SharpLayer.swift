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
  private static let longestWrite = 0.5
  /// A cell in pixels where nobody tells: the terminal scales what it is sent.
  private static let usualCell = PixelSize(width: 10, height: 20)

  /// Called when the frame would look otherwise than before.
  var onChange: () -> Void = {}
  private let screen: any Screen
  private let shelf: PictureShelf
  private let clock: MonotonicClock
  private var terminal: SharpTerminal
  private var way: SharpPictures?
  private var isGivenUp = false
  private let encoder = SharpEncoder()
  private var sent = SentPictures(seed: UInt32(bitPattern: getpid()))
  private var overlay = SharpOverlay()
  /// Pictures of the last frame that may be sharp.
  private var places: [SharpPlace] = []
  private var resting: Task<Void, Never>?

  init(screen: any Screen, shelf: PictureShelf, terminal: SharpTerminal, clock: MonotonicClock) {
    self.screen = screen
    self.shelf = shelf
    self.terminal = terminal
    self.clock = clock
    encoder.onChange = { [weak self] in self?.pictureMade() }
    shelf.placeholder = { [weak self] look in
      MainActor.assumeIsolated { self?.placeholder(look) }
    }
    way = terminal.way(screen.abilities)
    prepare()
  }

  /// The terminal has answered something more.
  func learn(_ terminal: SharpTerminal) {
    self.terminal = terminal
    let way = isGivenUp ? nil : terminal.way(screen.abilities)
    guard way != self.way else { return }
    forget()
    encoder.removeAll()
    self.way = way
    prepare()
    onChange()
  }

  private func prepare() {
    if way == .sixel { screen.write(SixelGraphics.prepare) }
  }

  /// A frame is about to be shown: takes away what it has not, or has elsewhere.
  func willShow(_ frame: Frame, isMoving: Bool) {
    sent.beginFrame()
    let drawn = shelf.takePlaces()
    switch way {
    case nil: return
    case .kittyPlaceholders:
      places = drawn
    case .kitty, .sixel:
      places = isMoving ? [] : drawn.filter { $0.isOpen(in: frame) && form(of: $0) != nil }
      for gone in overlay.removeAll(but: places) { remove(gone) }
      overlay.noteDamage(by: frame)
    }
  }

  /// The frame has been shown: makes, and in time shows, what can be sharp in it.
  func didShow(_ frame: Frame) {
    switch way {
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

  private func form(of place: SharpPlace) -> SharpForm? {
    // A sixel picture in the last row would make the screen scroll.
    let most = way == .sixel ? screen.size.height - 1 - place.rect.y : place.rect.height
    return form(of: place.look, rows: min(place.rect.height, most))
  }

  private func form(of look: PictureShelf.Look, rows: Int) -> SharpForm? {
    guard rows > 0 else { return nil }
    let cell = terminal.cell(screen.abilities)
    return SharpForm(
      look: look, cell: cell ?? Self.usualCell, rows: rows,
      matchesCells: screen.abilities.colors == .trueColor && look.card.isRGB)
  }

  private func makeNext() {
    guard let way else { return }
    let wanted = places.compactMap { place -> (form: SharpForm, picture: PicturePyramid)? in
      guard let form = form(of: place), sent.use(form) == nil else { return nil }
      return way == .kittyPlaceholders || overlay.isMissing(place) ? (form, place.picture) : nil
    }
    encoder.makeNext(of: wanted, for: way)
  }

  private func pictureMade() {
    switch way {
    case nil: return
    case .kittyPlaceholders:
      // Only what is still to be seen is worth the line.
      let ready = places.compactMap { place in form(of: place).map { (place, $0) } }
      for (place, form) in ready where sent.use(form) == nil {
        guard let id = send(form) else { continue }
        write(terminal.kitty.virtualPlacement(id: id, size: place.look.size))
      }
      onChange()
    case .kitty, .sixel:
      if resting == nil { layOver() }
    }
  }

  /// Sends a picture that has been made to a terminal with the kitty protocol; returns its number.
  private func send(_ form: SharpForm) -> UInt32? {
    guard let png = encoder.bytes(of: form) else { return nil }
    let id = sent.insert(form, bytes: png.count)
    write(terminal.kitty.transmit(png: png, id: id))
    for old in sent.removeSurplus(keepsUnused: way == .kittyPlaceholders) { write(terminal.kitty.free(id: old)) }
    return id
  }

  private func placeholder(_ look: PictureShelf.Look) -> CellPicture? {
    guard way == .kittyPlaceholders, let form = form(of: look, rows: look.size.height),
      let id = sent.use(form)
    else { return nil }
    return KittyPlaceholder.cells(id: id, size: look.size)
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
    // What stands is in use, though nothing is to be written for it.
    for form in places.compactMap({ form(of: $0) }) { _ = sent.use(form) }
    for place in places where overlay.isMissing(place) {
      guard let form = form(of: place) else { continue }
      let point = Point(x: place.rect.x, y: place.rect.y)
      if way == .sixel {
        guard let sixels = encoder.bytes(of: form) else { continue }
        overlay.insert(place, form, number: 0)
        write(SixelGraphics.show(sixels, at: point))
      } else if let id = sent.use(form) ?? send(form) {
        let number = overlay.insert(place, form, number: id)
        write(
          terminal.kitty.place(
            id: id, placement: number, at: point, size: place.look.size, zIndex: 1))
      }
    }
    makeNext()
  }

  private func remove(_ place: SharpOverlay.Standing) {
    let point = Point(x: place.rect.x, y: place.rect.y)
    if way == .sixel {
      let size = Size(width: place.rect.width, height: place.form.rows)
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
    guard terminal.isOptional, !isGivenUp, clock.now - start > Self.longestWrite else { return }
    isGivenUp = true
    Task { [weak self] in
      guard let self else { return }
      learn(terminal)
    }
  }
}

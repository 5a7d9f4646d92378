import FireflyApp
import FireflyCore
import FireflyScreen

/// The loop: keys and answers in, state changed, effects out, one frame drawn.
///
/// The only owner of mutable state. Nothing here waits: it acts when the terminal, a signal, an answer
/// or the clock calls, and does nothing in between.
@MainActor
public final class Runtime {
  /// Why the loop ended.
  public enum End: Equatable, Sendable {
    /// The user quit.
    case quit
  }

  private var state: AppState
  private let screen: any Screen
  private let effects: EffectRunner
  private let clock: MonotonicClock
  private let pictures: PictureStore
  private let sharp: SharpLayer
  private var ticker: Ticker?
  private var onEnd: ((End) -> Void)?
  /// Keys that wait for what they are meant for.
  private var typedAhead: ArraySlice<Key> = []
  /// When the first of them began to wait. Their patience is for all lists together: keys that open
  /// one slow list after the other would else stand in the way of the last, which may be `q`.
  private var waitingSince: Double?
  private var pace = FramePace()

  /// A loop over a screen, with everything it needs.
  public init(
    state: AppState, screen: any Screen, effects: EffectRunner, pictures: PictureStore,
    terminal: SharpTerminal, clock: MonotonicClock
  ) {
    self.state = state
    self.screen = screen
    self.effects = effects
    self.pictures = pictures
    self.clock = clock
    sharp = SharpLayer(screen: screen, pictures: pictures, terminal: terminal, clock: clock)
  }

  /// Begins: loads, and from now on acts on what happens.
  ///
  /// - Parameter post: the post to start at; nil for the root.
  /// - Parameter onEnd: called once, when the loop has ended; the terminal is not given back yet.
  public func start(at post: Post.ID?, onEnd: @escaping (End) -> Void) {
    self.onEnd = onEnd
    ticker = Ticker(clock: clock) { [weak self] in self?.receive(.timePassed) }
    effects.send = { [weak self] action in self?.receive(action) }
    pictures.onChange = { [weak self] in self?.draw() }
    sharp.onChange = { [weak self] in self?.draw() }
    receive(.started(at: post))
  }

  /// Keys were pressed: all of them are applied, then one frame is drawn.
  public func keysArrived(_ keys: [Key]) {
    guard !keys.isEmpty else { return }
    typedAhead += keys
    applyKeys()
    draw()
  }

  /// The terminal has another size.
  public func sizeChanged() {
    sharp.forget()
    screen.resize()
    pictures.shelf.cellAspect = screen.abilities.cellAspect
    receive(.resized(screen.size, cellAspect: screen.abilities.cellAspect))
  }

  /// Something happened outside: an answer, a change of the configuration.
  public func receive(_ action: Action) {
    dispatch(action)
    applyKeys()
    draw()
  }

  /// The terminal has told more of what it can.
  public func learn(_ terminal: SharpTerminal) { sharp.learn(terminal) }

  /// Takes everything off the screen that is no frame: the terminal is about to be given back.
  public func clear() { sharp.forget() }

  /// Gives the terminal back, and stops until the shell continues the program.
  public func suspend() {
    sharp.forget()
    screen.suspend()
    Suspension.stop()
    screen.resume()
    sizeChanged()
  }

  /// Ends the loop.
  public func end(_ reason: End) {
    ticker?.stop()
    effects.cancelAll()
    let onEnd = onEnd
    self.onEnd = nil
    onEnd?(reason)
  }

  /// Applies the keys that wait, up to one that has to wait longer; Ctrl-C waits behind none.
  private func applyKeys() {
    let interrupt = Key.control("c")
    if waitingSince != nil, !state.takesKeys, typedAhead.contains(interrupt),
      state.settings.keymap.action(for: interrupt) == .quitPressed
    {
      typedAhead = [interrupt]
    }
    while !state.isQuitting, let key = typedAhead.first {
      let action = state.takesKeys ? nil : state.settings.keymap.action(for: key)
      if let action, mayWait(action, at: clock.now) { return }
      typedAhead.removeFirst()
      apply(key)
    }
    waitingSince = nil
  }

  /// Whether what a key does can wait for what it needs.
  private func mayWait(_ action: Action, at now: Double) -> Bool {
    guard state.defers(action, at: now) else { return false }
    let since = waitingSince ?? now
    waitingSince = since
    return now - since < AppState.patience
  }

  private func apply(_ key: Key) {
    if state.takesKeys {
      dispatch(.keyTyped(key))
    } else if let action = state.settings.keymap.action(for: key) {
      dispatch(action)
    }
  }

  private func dispatch(_ action: Action) {
    for effect in reduce(&state, action, at: clock.now) {
      switch effect {
      case .quit: end(.quit)
      case .suspend: suspend()
      case .redraw:
        sharp.forget()
        screen.invalidate()
      case .copy(let text): screen.write(Clipboard.sequence(for: text))
      default:
        if let answer = effects.run(effect) { dispatch(answer) }
      }
    }
  }

  private func draw() {
    guard !state.isQuitting else { return }
    let now = clock.now
    let isMoving = state.isMoving(at: now)
    // A motion that the line has no time for stands in its own way: this frame is its last.
    if isMoving, !pace.hasTimeForAnother(until: state.motionEnd, at: now) {
      _ = reduce(&state, .terminalLagged, at: now)
    }
    show(at: now)
    pictures.makeWanted()
    pace.wrote(in: clock.now - now, isMoving: isMoving)
    // Asked for the moment that was drawn: what has arrived since has not been seen yet.
    ticker?.run(cadence(at: now))
  }

  /// When the clock has to call: for what is seen, and for keys that have waited long enough.
  private func cadence(at now: Double) -> AppState.Cadence {
    let cadence = state.cadence(at: now)
    guard let waitingSince, case .idle(let until) = cadence else { return cadence }
    return .idle(until: min(until ?? .infinity, waitingSince + AppState.patience))
  }

  private func show(at now: Double) {
    let frame = render(state, at: now, pictures: pictures.shelf)
    sharp.willShow(frame, isMoving: state.isMoving(at: now))
    screen.show(frame)
    sharp.didShow(frame)
  }
}

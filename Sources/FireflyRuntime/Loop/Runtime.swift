import FireflyApp
import FireflyClient
import FireflyCore
import FireflyModel
import FireflyScreen
import Foundation

/// The loop: input changes the state, effects are run, and one frame is drawn.
///
/// It is the only owner of mutable state. It never blocks: it acts on calls from the terminal,
/// signals, responses and timers, and is idle in between.
@MainActor
package final class Runtime {
  package private(set) var state: AppState {
    // To ask it something copies nothing.
    _read { yield current }
    _modify { yield &current }
  }
  private var current: AppState
  let screen: any Screen
  let services: EffectServices
  private(set) lazy var effects = EffectRunner(services, for: self)
  let clock: MonotonicClock
  var pictures: PictureStore { services.pictures }
  let sharp: SharpLayer
  private(set) var ticker: Ticker?
  private var onEnd: (() -> Void)?
  private(set) var typedAhead = TypedAhead()
  /// Whether the rest of the input is to be applied in a moment.
  private(set) var isContinuing = false
  /// The frame on the screen, which the mouse presses.
  package private(set) var shown: Frame?
  /// The time of that frame, on `clock`.
  private(set) var shownAt = 0.0
  /// Called after a frame, a job, and at the end.
  package var onStep: () -> Void = {}
  private var pace = FramePace()
  private var welcome: Welcome?
  let editor: ExternalEditor?
  /// The use of the terminal by another program, such as the external editor; nil if it is ours.
  var foreground: (any ForegroundSession)?

  /// Creates a loop.
  ///
  /// - Parameters:
  ///   - state: the initial state.
  ///   - terminal: what is known of the terminal's picture protocols.
  ///   - editor: the external editor; nil for none.
  ///   - clock: the clock of motion.
  package init(
    state: AppState, screen: any Screen, services: EffectServices,
    terminal: SharpTerminal, editor: ExternalEditor? = nil, clock: MonotonicClock
  ) {
    current = state
    self.screen = screen
    self.services = services
    self.clock = clock
    self.editor = editor
    sharp = SharpLayer(
      screen: screen, pictures: services.pictures, terminal: terminal, clock: clock)
  }

  /// Starts the loop.
  ///
  /// - Parameters:
  ///   - post: the post whose children are shown first; nil for the top level.
  ///   - onEnd: called once, when the loop has ended, before the terminal is restored.
  package func start(at post: Post.ID?, onEnd: @escaping () -> Void) {
    self.onEnd = onEnd
    ticker = Ticker(clock: clock) { [weak self] in self?.send(.timePassed) }
    pictures.onChange = { [weak self] in self?.draw() }
    pictures.onMissingLibrary = { [weak self] in self?.send(.noted($0, isError: true)) }
    sharp.onChange = { [weak self] in self?.draw() }
    send(.started(at: post))
  }

  /// Opens the first card as soon as the list has been still for a while, unless the user presses
  /// something before.
  package func welcomeWhenStill() { welcome = Welcome() }

  /// Applies input, and draws one frame.
  package func inputArrived(_ events: [ScreenEvent]) {
    guard !events.isEmpty else { return }
    services.activity.happened()
    welcome?.inputArrived(events)
    for event in events {
      guard foreground == nil, bypassesQueue(event) else {
        typedAhead.append(event)
        continue
      }
      if let action = action(for: event) { dispatch(action, isKey: event.isKey) }
    }
    applyTypedAhead()
    draw()
  }

  /// Applies a new size of the terminal.
  package func sizeChanged() {
    sharp.forget()
    screen.resize()
    pictures.memory.cellAspect = screen.abilities.cellAspect
    send(.resized(screen.size, cellAspect: screen.abilities.cellAspect))
  }

  /// Applies an action from outside, such as a response or a change of the configuration, and
  /// draws.
  package func send(_ action: Action) {
    if let foreground {
      foreground.deferredActions.append(action)
      return
    }
    dispatch(action)
    applyTypedAhead()
    draw()
  }

  /// Updates the terminal's picture protocols.
  package func terminalChanged(_ terminal: SharpTerminal) { sharp.terminalChanged(terminal) }

  /// Removes sharp pictures from the screen before the program ends.
  package func clear() { sharp.forget() }

  /// Restores the terminal, and stops the program until the shell continues it.
  package func suspend() {
    guard foreground == nil else { return }
    sharp.forget()
    screen.suspend()
    Suspension.stop()
    screen.resume()
    sizeChanged()
  }

  /// Draws everything again.
  func redraw() {
    sharp.forget()
    screen.restoreModes()
    screen.invalidate()
  }

  /// Stops the loop, for another one that takes the screen.
  package func stop() {
    onEnd = nil
    sharp.forget()
    end()
    screen.invalidate()
  }

  /// Ends the loop.
  package func end() {
    ticker?.stop()
    welcome?.end()
    effects.cancelAll()
    let onEnd = onEnd
    self.onEnd = nil
    onEnd?()
    onStep()
  }

  /// Seconds of input to apply before other tasks have their turn.
  private static let slice = 0.05

  /// Returns whether an event is applied at once although keys wait for a list, because it doesn't
  /// depend on that list.
  private func bypassesQueue(_ event: ScreenEvent) -> Bool {
    guard typedAhead.isWaiting else { return false }
    guard state.isListInFront else { return true }
    guard case .key(let key) = event else { return false }
    switch surroundings.action(for: key) {
    case .sheet(.helpPressed), .redrawPressed, .suspendPressed: return true
    case .quitPressed where key.modifiers.contains(.control):
      // Quitting while keys wait discards them.
      typedAhead.removeAll()
      return true
    default: return false
    }
  }

  /// Applies the queued input, up to a key that has to wait for a list, and for `slice` seconds at
  /// most.
  private func applyTypedAhead() {
    let start = clock.now
    while !state.isQuitting, foreground == nil, let event = typedAhead.first {
      // Keys for a list are not meant for a layer that opened over it in the meantime.
      if typedAhead.isWaiting, !state.isListInFront { return }
      let now = clock.now
      let action = action(for: event)
      if let action, state.defers(action, at: now), typedAhead.mayWait(at: now) { return }
      if now - start > Self.slice { return continueLater() }
      typedAhead.removeFirst()
      if let action { dispatch(action, isKey: event.isKey) }
      // Keys after one that opens a layer are meant for that layer.
      if !state.isListInFront { typedAhead.stopWaiting() }
    }
    typedAhead.stopWaiting()
  }

  private func continueLater() {
    guard !isContinuing else { return }
    isContinuing = true
    Task { [weak self] in
      guard let self else { return }
      isContinuing = false
      applyTypedAhead()
      draw()
    }
  }

  /// Returns the action for an event; nil for none.
  private func action(for event: ScreenEvent) -> Action? {
    switch event {
    case .key(let key): surroundings.action(for: key)
    case .mouse(let event): .mouse(event, over: shown?.pressable(at: event.point))
    case .paste(let text): .pasted(text)
    case .focus(let isFocused): .keyboardFocusChanged(isFocused)
    case .background(let color): .terminalBackground(color)
    case .scheme(let isDark): .terminalScheme(isDark: isDark)
    case .unreadable(let name): .noted(Self.unreadable(name), isError: true)
    case .answer, .closed: nil
    }
  }

  /// The sentence about bytes that are no letters in a character set.
  static func unreadable(_ characterSet: String) -> String {
    """
    A letter can't be read (�): the terminal sent bytes that are none in \(characterSet). Set LANG to the \
    terminal's character set.
    """
  }

  func dispatch(_ action: Action, isKey: Bool = false) {
    let wasRefusing = state.isRefusing
    defer { if state.isRefusing, !wasRefusing { typedAhead.removeInput() } }
    // The monotonic clock stops while the machine sleeps.
    let epoch = (Date().timeIntervalSince1970 - clock.now).rounded()
    if epoch != state.epoch { state.epoch = epoch }
    for effect in reduce(&state, action, at: clock.now, isKey: isKey) {
      if let answer = effects.run(effect) { dispatch(answer) }
    }
  }

  private func draw() {
    guard !state.isQuitting, foreground == nil else { return }
    let now = clock.now
    let isMoving = state.isMoving(at: now)
    // The line is too slow for this motion: skip to its last frame.
    if isMoving, !pace.hasTimeForAnother(until: state.motionEnd, at: now) {
      dispatch(.terminalLagged)
    }
    show(at: now)
    pictures.renderPending()
    pace.frameWritten(in: clock.now - now, isMoving: isMoving)
    // For the drawn time: later changes are not on the screen yet.
    ticker?.run(cadence(at: now))
    stepped()
  }

  /// Looks at what waits for a frame, or for the end of a job.
  func stepped() {
    welcome?.screenShown(isStill: unrest.isEmpty && state.isListInFront) { [weak self] in
      self?.welcome = nil
      self?.send(.list(.welcomed))
    }
    onStep()
  }

  /// Returns when to draw again: for motion, or for keys that wait for a list.
  private func cadence(at now: Double) -> AppState.Cadence {
    let cadence = state.cadence(at: now)
    guard let deadline = typedAhead.deadline, case .idle(let until) = cadence else {
      return cadence
    }
    return .idle(until: min(until ?? .infinity, deadline))
  }

  private func show(at now: Double) {
    let state = state
    let frame = render(state, at: now, pictures: pictures.memory)
    screen.setTitle(state.windowTitle)
    if state.settings.screenReader { showFocus(of: frame) }
    shown = frame
    shownAt = now
    sharp.willShow(frame, isMoving: state.isMoving(at: now))
    screen.show(frame)
    sharp.didShow(frame)
  }
}

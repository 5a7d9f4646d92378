import FireflyApp
import FireflyCore
import FireflyScreen

/// The loop: what comes in changes the state, effects go out, one frame is drawn.
///
/// The only owner of mutable state. Nothing here waits: it acts when the terminal, a signal, an answer
/// or the clock calls, and does nothing in between.
@MainActor
public final class Runtime {
  private(set) var state: AppState
  private let screen: any Screen
  private let services: EffectServices
  private(set) lazy var effects = EffectRunner(services, host: self)
  let clock: MonotonicClock
  var pictures: PictureStore { services.pictures }
  private let sharp: SharpLayer
  private var ticker: Ticker?
  private var onEnd: (() -> Void)?
  private(set) var typedAhead = TypedAhead()
  /// Whether the rest of what was typed ahead is to be applied in a moment.
  private(set) var isContinuing = false
  /// What was shown last: the mouse presses what is seen.
  private(set) var shown: Frame?
  /// The moment that it shows, on `clock`.
  private(set) var shownAt = 0.0
  /// Called when a frame was drawn, when a request is over, and at the end.
  var onStep: () -> Void = {}
  private var pace = FramePace()
  private let editor: ExternalEditor?
  /// The terminal in the hands of the user's own editor; nil while it is ours.
  private(set) var editorSession: EditorSession?

  /// A loop over a screen, with everything it needs.
  ///
  /// - `editor`: what texts are handed out to; nil for nothing.
  public init(
    state: AppState, screen: any Screen, services: EffectServices,
    terminal: SharpTerminal, editor: ExternalEditor? = nil, clock: MonotonicClock
  ) {
    self.state = state
    self.screen = screen
    self.services = services
    self.clock = clock
    self.editor = editor
    sharp = SharpLayer(
      screen: screen, pictures: services.pictures, terminal: terminal, clock: clock)
  }

  /// Begins: loads, and from now on acts on what happens.
  ///
  /// - `post`: the post to start at; nil for the root.
  /// - `onEnd`: called once, when the loop has ended; the terminal is not given back yet.
  public func start(at post: Post.ID?, onEnd: @escaping () -> Void) {
    self.onEnd = onEnd
    ticker = Ticker(clock: clock) { [weak self] in self?.send(.timePassed) }
    pictures.onChange = { [weak self] in self?.draw() }
    sharp.onChange = { [weak self] in self?.draw() }
    send(.started(at: post))
  }

  /// Something was typed, pasted or done with the mouse: all of it is applied, then one frame is drawn.
  public func inputArrived(_ events: [ScreenEvent]) {
    guard !events.isEmpty else { return }
    for event in events {
      guard editorSession == nil, bypassesQueue(event) else {
        typedAhead.append(event)
        continue
      }
      if let action = action(for: event) { dispatch(action) }
    }
    applyTypedAhead()
    draw()
  }

  /// The terminal has another size.
  public func sizeChanged() {
    sharp.forget()
    screen.resize()
    pictures.memory.cellAspect = screen.abilities.cellAspect
    send(.resized(screen.size, cellAspect: screen.abilities.cellAspect))
  }

  /// Something happened outside: an answer, a change of the configuration.
  public func send(_ action: Action) {
    if let editorSession {
      editorSession.deferredActions.append(action)
      return
    }
    dispatch(action)
    applyTypedAhead()
    draw()
  }

  /// The terminal has reported more capabilities.
  public func terminalChanged(_ terminal: SharpTerminal) { sharp.terminalChanged(terminal) }

  /// Takes everything off the screen that is no frame: the terminal is about to be given back.
  public func clear() { sharp.forget() }

  /// Gives the terminal back, and stops until the shell continues the program.
  public func suspend() {
    guard editorSession == nil else { return }
    sharp.forget()
    screen.suspend()
    Suspension.stop()
    screen.resume()
    sizeChanged()
  }

  /// Hands what is being written to those who keep it, as it is now.
  public func saveDrafts() { effects.saveChangedDrafts() }

  /// The positions in the three explorers.
  public var places: SavedPositions { state.savedPositions }

  /// Ends the loop.
  public func end() {
    ticker?.stop()
    effects.cancelAll()
    let onEnd = onEnd
    self.onEnd = nil
    onEnd?()
    onStep()
  }

  // MARK: The user's own editor

  private func open(_ text: String, of draft: Draft) {
    let editorSession = EditorSession(editor)
    self.editorSession = editorSession
    effects.whenSaved { if $0 { editorSession.markOriginalSaved() } }
    ticker?.run(.idle(until: nil))
    Task { [weak self] in
      let text = await editorSession.run(text, of: draft) {
        self?.sharp.forget()
        self?.screen.handOver()
      }
      self?.editorClosed(text, from: editorSession)
    }
  }

  private func editorClosed(_ text: ExternalEditorResult, from editorSession: EditorSession) {
    self.editorSession = nil
    if editorSession.hasTerminal, !editorSession.isTerminating { screen.resume() }
    dispatch(.editor(.externalEditorClosed(text)))
    for action in editorSession.deferredActions { dispatch(action) }
    effects.whenSaved { editorSession.removeFile(isOnDisk: $0) }
    if !editorSession.isTerminating {
      sizeChanged()
      // What had been typed before comes from the screen.
      screen.onPending?()
    }
    for done in editorSession.completions { done() }
  }

  /// Seconds after which what was typed ahead lets others go first.
  private static let slice = 0.05

  /// Whether something is done at once, although keys wait for a list: what it means has nothing to do with
  /// that list.
  private func bypassesQueue(_ event: ScreenEvent) -> Bool {
    guard typedAhead.isWaiting else { return false }
    guard state.isListInFront else { return true }
    guard case .key(let key) = event else { return false }
    switch state.action(for: key) {
    case .sheet(.helpPressed), .redrawPressed, .suspendPressed: return true
    case .quitPressed where key.modifiers.contains(.control):
      // Who wants to leave in the middle of waiting doesn't want the rest.
      typedAhead.removeAll()
      return true
    default: return false
    }
  }

  /// Applies what was typed ahead, up to a key that has to wait longer; after a while the others have
  /// their turn.
  private func applyTypedAhead() {
    let start = clock.now
    while !state.isQuitting, editorSession == nil, let event = typedAhead.first {
      // What waits for a list isn't meant for what was laid over it in the meantime.
      if typedAhead.isWaiting, !state.isListInFront { return }
      let now = clock.now
      let action = action(for: event)
      if let action, state.defers(action, at: now), typedAhead.mayWait(at: now) { return }
      if now - start > Self.slice { return continueLater() }
      typedAhead.removeFirst()
      if let action { dispatch(action) }
      // What a key has laid over the list, the keys behind it are meant for.
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

  /// What an event means now; nil if nothing.
  private func action(for event: ScreenEvent) -> Action? {
    switch event {
    case .key(let key): state.action(for: key)
    case .mouse(let event): .mouse(event, over: shown?.pressable(at: event.point))
    case .paste(let text): .pasted(text)
    case .focus(let isFocused): .keyboardFocusChanged(isFocused)
    case .background(let color): .terminalBackground(color)
    case .scheme(let isDark): .terminalScheme(isDark: isDark)
    case .answer, .closed: nil
    }
  }

  private func dispatch(_ action: Action) {
    let wasRefusing = state.isRefusing
    defer { if state.isRefusing, !wasRefusing { typedAhead.removeInput() } }
    for effect in reduce(&state, action, at: clock.now) {
      if let answer = effects.run(effect) { dispatch(answer) }
    }
  }

  private func draw() {
    guard !state.isQuitting, editorSession == nil else { return }
    let now = clock.now
    let isMoving = state.isMoving(at: now)
    // A motion that the line has no time for stands in its own way: this frame is its last.
    if isMoving, !pace.hasTimeForAnother(until: state.motionEnd, at: now) {
      dispatch(.terminalLagged)
    }
    show(at: now)
    pictures.renderPending()
    pace.frameWritten(in: clock.now - now, isMoving: isMoving)
    // Asked for the moment that was drawn: what has arrived since has not been seen yet.
    ticker?.run(cadence(at: now))
    onStep()
  }

  /// When the clock has to call: for what is seen, and for keys that have waited long enough.
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

  /// Writes what has got the focus before anything else is written: some screen readers speak what is written,
  /// in that order, wherever the cursor is.
  ///
  /// Where text is typed, that is a line that the cursor comes to and that would not be written otherwise.
  private func showFocus(of frame: Frame) {
    guard let cursor = frame.cursor, var first = shown, first.size == frame.size else { return }
    let before = first
    func isNew(_ row: Int) -> Bool {
      (0..<frame.size.width).contains { frame[$0, row] != before[$0, row] }
    }
    let isReached =
      frame.showsCursor
      ? cursor.y != before.cursor?.y && !isNew(cursor.y)
      : cursor != before.cursor || isNew(cursor.y)
    guard isReached else { return }
    let start = min(frame.spokenFrom ?? cursor.y, cursor.y)
    for row in start...cursor.y where row == cursor.y || isNew(row) {
      first.copyRow(row, from: frame)
      screen.invalidate(rows: row..<row + 1)
    }
    screen.show(first)
  }
}

extension Runtime: EffectHost {
  var account: String? { state.account.email }

  func currentDraft(_ key: Draft.Key) -> Draft? { state.currentDraft(key) }

  func jobEnded() { onStep() }

  func perform(_ effect: TerminalEffect) {
    switch effect {
    case .copy(let text): screen.write(Clipboard.sequence(for: text))
    case .redraw:
      sharp.forget()
      screen.invalidate()
    case .openEditor(let text, let draft): open(text, of: draft)
    case .suspend: suspend()
    case .quit: end()
    }
  }
}

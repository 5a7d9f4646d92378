import FireflyClient
import FireflyCore

// Other programs in the terminal, and what readers of keys and signals must know of them.
extension Runtime {
  /// Whether another program has the terminal, so that Firefly must not read from it.
  package var isTerminalHandedOver: Bool { foreground?.hasTerminal == true }

  /// Forwards a terminating signal to that program, if there is one, and then calls a closure.
  package func endForeground(by signal: Int32, then done: @escaping () -> Void) {
    guard let foreground else { return done() }
    foreground.completions.append(done)
    foreground.end(by: signal)
  }

  /// Opens a text in the external editor.
  func open(_ text: String, of draft: Draft) {
    let editorSession = EditorSession(editor)
    foreground = editorSession
    effects.whenSaved { if $0 { editorSession.markOriginalSaved() } }
    ticker?.run(.idle(until: nil))
    Task { [weak self] in
      let text = await editorSession.run(text, of: draft) { self?.handOver() }
      self?.takeBack(from: editorSession) { runtime in
        runtime.dispatch(.editor(.externalEditorClosed(text)))
        for action in editorSession.deferredActions { runtime.dispatch(action) }
        runtime.effects.whenSaved { editorSession.removeFile(isOnDisk: $0) }
      }
    }
  }

  /// Runs a browser that draws in the terminal, and waits for its end.
  func run(_ browser: BrowserLauncher.Command) async -> BrowserLauncher.Exit {
    // The user is in another program already.
    guard foreground == nil, !state.isQuitting else { return .failed(1) }
    let session = BrowserSession()
    foreground = session
    ticker?.run(.idle(until: nil))
    let exit = await session.run(
      browser.words, environment: services.browser.environment, isSilent: browser.isStarter,
      waits: browser.waitsForReader
    ) {
      handOver()
    }
    takeBack(from: session) { runtime in
      for action in session.deferredActions { runtime.dispatch(action) }
    }
    return exit
  }

  private func handOver() {
    sharp.forget()
    screen.handOver()
  }

  private func takeBack(from session: any ForegroundSession, apply: (Runtime) -> Void) {
    foreground = nil
    if session.hasTerminal, !session.isTerminating { screen.resume() }
    apply(self)
    if !session.isTerminating {
      sizeChanged()
      // Read the input that arrived in the meantime.
      screen.onPending?()
    }
    for done in session.completions { done() }
  }
}

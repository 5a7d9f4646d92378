import FireflyApp
import FireflyScreen

// What line mode says and does while something loads.
extension LineDriver {
  /// Says after two seconds that something is loading, to a user.
  func beginWaiting() {
    patience?.cancel()
    patience = nil
    guard isInteractive, !isReady else { return }
    patience = Task { [weak self] in
      try? await Task.sleep(for: .seconds(2))
      guard let self, !Task.isCancelled, !isReady, !runtime.state.isQuitting else { return }
      write(["Loading …"]) {}
    }
  }

  /// Does at once what ends something that takes long: quit and esc.
  ///
  /// - Returns: whether it did.
  func interrupts(_ line: TypedLine) -> Bool {
    guard isInteractive, !isReady, writes == 0, !line.isPasted, waiting.allSatisfy(\.canBeDropped)
    else { return false }
    let words = line.text.trimmed.lowercased()
    guard runtime.state.writingLines == nil else { return interruptsSaving(words) }
    if ["where", "."].contains(words), waiting.isEmpty, prompt == nil {
      say(runtime.state.place(heard, at: runtime.clock.now) + ["Loading …"])
      return true
    }
    let key = Key(named: Self.synonyms[words] ?? words) ?? runtime.state.key(ofAction: words)
    guard let key, let action = runtime.state.interruption(by: key) else { return false }
    // What was typed meanwhile only asked.
    waiting = []
    say(action == .quitPressed ? [] : ["Stopped."])
    runtime.send(action)
    return true
  }

  /// Quits while a text is being saved, which is kept as a draft: the second time, after a warning.
  private func interruptsSaving(_ words: String) -> Bool {
    guard isSaving, waiting.isEmpty, ["q", "quit", "exit"].contains(words) else { return false }
    runtime.send(.quitPressed)
    if !runtime.state.isQuitting {
      say(["It is still being saved. q quits now, and it is kept as a draft."])
    }
    return true
  }

  /// Learns the size of a picture that is said next.
  func measure(_ address: String) {
    isMeasuring = true
    Task {
      let size = await runtime.pictures.size(of: address)
      heard.pictureSizes[address] = size.map { "\($0.width) by \($0.height)" } ?? ""
      isMeasuring = false
      step()
    }
  }
}

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
      // A browser in the terminal is not written into.
      guard let self, !Task.isCancelled, !isReady, !state.isQuitting,
        !runtime.isTerminalHandedOver
      else { return }
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
    let isWriting = state.writingLines != nil
    if !isWriting, ["where", "."].contains(words), waiting.isEmpty, prompt == nil {
      say(state.place(heard) + ["Loading …"])
      return true
    }
    let key = Key(named: Self.synonyms[words] ?? words) ?? state.key(ofAction: words)
    guard let key, let action = state.interruption(by: key),
      !isWriting || isSaving && action == .quitPressed
    else { return false }
    // What was typed meanwhile only asked.
    waiting = []
    say(action == .quitPressed ? [] : ["Stopped."])
    runtime.send(action)
    if action == .quitPressed, !state.isQuitting,
      let words = state.warningOfLeaving(again: "q quits now")
    {
      say([words])
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

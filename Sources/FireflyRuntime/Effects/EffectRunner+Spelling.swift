import FireflyApp

extension EffectRunner {
  /// Runs a request to the spelling checker.
  func run(_ request: SpellingRequest, in language: Settings.Spelling) {
    let job: JobID =
      switch request {
      case .check: .spelling
      case .suggest: .suggestions
      case .add(let word): .newWord(word)
      }
    begin(job) { [speller = services.speller] send in
      if let answer = await speller?.answer(request, in: language) {
        send(.editor(.spelling(answer)))
      }
    }
  }
}

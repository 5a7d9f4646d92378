import FireflyModel

extension LoadFailure {
  /// Returns the reason with the key that tries again, which is said once.
  func sentence(triedAgainBy key: String?) -> String {
    guard let key else { return sentence }
    let later = " Try again later."
    return (sentence.hasSuffix(later) ? String(sentence.dropLast(later.count)) : sentence)
      + " \(key) tries again."
  }
}

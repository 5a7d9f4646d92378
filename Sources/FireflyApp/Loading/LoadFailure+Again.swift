import FireflyModel

extension LoadFailure {
  /// Returns the reason with the key that tries again, which is said once.
  func sentence(triedAgainBy key: String?) -> String {
    key.map { "\(reason ?? sentence) \($0) tries again." } ?? sentence
  }
}

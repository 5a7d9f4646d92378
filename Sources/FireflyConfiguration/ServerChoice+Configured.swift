import FireflyAPI
import FireflySources
import FireflyVerbs

extension ServerChoice {
  /// Parses a configured address; a single word is a program of the user's, or more likely a mistake
  /// than a host.
  ///
  /// - Throws: `APIError.invalidAddress`.
  init(
    configured text: String, programs: some Collection<String>
  ) throws(APIError) {
    if programs.contains(text), let source = SourceAddress(program: text) {
      self = .source(source)
      return
    }
    if let source = try SourceAddress.named(text) {
      self = .source(source)
      return
    }
    let isWord = !text.contains { ".:/[ ".contains($0) } && text.lowercased() != "localhost"
    if isWord {
      throw .invalidAddress(text, reason: "write the name of a host as http://\(text)")
    }
    try self.init(text)
  }
}

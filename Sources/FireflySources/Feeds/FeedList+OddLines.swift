import FireflyCore

// Lines that people have written otherwise than Firefly.
extension FeedList {
  /// A line that can't be used as it is.
  struct OddLine {
    /// Its number, from 1.
    let number: Int
    let fault: Fault

    enum Fault {
      /// The folder has a shorter name, which the sentence says.
      case folder(String)
      /// The address has a name.
      case login(NamedFeedAddress)
      /// The address can't be requested; it has neither name nor password here.
      case address(String)
    }
  }

  /// The lines that can't be used as they are.
  var oddLines: [OddLine] {
    let text = storage.read().map { String(decoding: $0, as: UTF8.self) } ?? ""
    return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
      .compactMap { index, line in
        if let heading = FeedFolder.Heading(line: line) {
          return heading.cut.map { OddLine(number: index + 1, fault: .folder($0)) }
        }
        guard let first = line.split(maxSplits: 1, whereSeparator: \.isWhitespace).first,
          !first.hasPrefix("#"), Self.address(String(first)) == nil
        else { return nil }
        let login = NamedFeedAddress(String(first)).map(OddLine.Fault.login)
        let fault = login ?? .address(Self.withoutLogin(String(first)))
        return OddLine(number: index + 1, fault: fault)
      }
  }
}

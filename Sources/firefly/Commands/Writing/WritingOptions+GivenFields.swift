import FireflyCore
import Foundation

extension WritingOptions {
  /// What the command line, a file and standard input say, read once; nil for a field they leave out.
  struct GivenFields: Sendable {
    var title: String?
    var summary: String?
    var body: String?
    /// Whether words came from standard input; they are kept as a draft before anything else is done.
    var isPiped = false
    /// Why it can't be sent as it is; nil if it can.
    var problem: Failure?

    /// The words, with what is given in the place of others.
    func over(_ words: Draft.Words) -> Draft.Words {
      Draft.Words(
        title: title ?? words.title, summary: summary ?? words.summary, body: body ?? words.body)
    }

    /// Whether this would replace something that the user has not seen.
    ///
    /// - Parameters:
    ///   - old: the post as it was at an earlier try.
    ///   - now: the post as it is.
    /// - Returns: whether a field of the command line was changed by someone else.
    func overwritesChanges(from old: Draft.Words, to now: Draft.Words) -> Bool {
      let fields: [(String?, KeyPath<Draft.Words, String>)] = [
        (title, \.title), (summary, \.summary), (body, \.body),
      ]
      return fields.contains { given, path in
        given != nil && old[keyPath: path] != now[keyPath: path] && now[keyPath: path] != given
      }
    }
  }

  /// Reads what is given.
  ///
  /// - Throws: `Failure` if the file of the body can't be read.
  func read() throws(Failure) -> GivenFields {
    var given = GivenFields()
    // No tabs and no escape sequences, whatever a script has put into them.
    given.title = title.map { ForeignText.cleanLine($0) }
    given.summary = summary.map { summary in
      summary.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        .map { ForeignText.cleanLine(String($0)) }.joined(separator: "\n")
    }
    guard let body else { return given }
    let input = InputFile(path: body)
    let data = try input.read(limit: Self.maximumKeptBytes)
    if data.count > Self.maximumBytes {
      given.problem = Failure(
        "\(input.name) is too large for a post: more than \(Self.maximumBytes / 1000) KB.")
    }
    let text = String(validating: data, as: UTF8.self)
    if text == nil { given.problem = Failure("\(input.name) is not UTF-8 text.") }
    let words = text ?? String(decoding: data, as: UTF8.self)
    given.body = words.lastIndex { !$0.isNewline }.map { String(words[...$0]) } ?? ""
    given.isPiped = body == "-" && given.body?.isEmpty == false
    return given
  }

  /// Bytes of a body, as our server takes them.
  private static let maximumBytes = 500_000
  /// Bytes of standard input that are kept as a draft.
  private static let maximumKeptBytes = 16_000_000
}

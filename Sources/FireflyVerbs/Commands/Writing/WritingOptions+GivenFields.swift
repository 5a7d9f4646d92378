import FireflyCore
import FireflyForeign
import FireflyScreen
import Foundation

extension WritingOptions {
  /// The fields given by the command line, a file or standard input; nil for a field that is not
  /// given.
  struct GivenFields: Sendable {
    var title: String?
    var summary: String?
    var body: String?
    /// Pictures at the end of the body.
    var pictures: [Draft.TextPicture] = []
    /// Whether a text was read, which is saved as a draft first.
    var hasText = false
    /// Why it can't be sent as it is; nil if it can.
    var problem: Failure?

    /// Returns texts with the given fields replaced, and the given pictures at the end of the body.
    func over(_ words: PostText) -> PostText {
      PostText(
        title: title ?? words.title, summary: summary ?? words.summary, body: body ?? words.body
      ).showing(pictures)
    }

    /// Returns whether a draft is an earlier attempt to send these; it may have pictures at its end.
    func isAttempted(in draft: Draft) -> Bool {
      over(draft.base?.words ?? PostText()).showing(draft.textPictures) == draft.words
    }

    /// Returns the fields with pictures at the end of the body.
    func showing(_ pictures: [Draft.TextPicture]) -> GivenFields {
      var fields = self
      fields.pictures = pictures
      return fields
    }

    /// Returns whether this would overwrite changes that the user has not seen.
    ///
    /// - Parameters:
    ///   - old: the post at an earlier attempt.
    ///   - now: the current post.
    /// - Returns: whether a given field was changed by someone else.
    func overwritesChanges(from old: PostText, to now: PostText) -> Bool {
      let fields: [(String?, KeyPath<PostText, String>)] = [
        (title, \.title), (summary, \.summary), (body, \.body),
      ]
      return fields.contains { given, path in
        given != nil && old[keyPath: path] != now[keyPath: path] && now[keyPath: path] != given
      }
    }
  }

  /// Reads the given fields.
  ///
  /// - Throws: `Failure` if the body can't be read.
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
    let text = TerminalCharacters.text(data, environment: VerbEnvironment.current.variables)
    if text == nil { given.problem = Failure("\(input.name) is not UTF-8 text.") }
    // The draft keeps the letters of a text from an older system.
    let words = text ?? Charset.decode(Array(data), nil)
    given.body = words.lastIndex { !$0.isNewline }.map { String(words[...$0]) } ?? ""
    given.hasText = given.body?.isEmpty == false
    return given
  }

  /// Maximum bytes of a body on Firefly's servers.
  private static let maximumBytes = 500_000
  /// Maximum bytes of standard input that are saved as a draft.
  private static let maximumKeptBytes = 16_000_000
}

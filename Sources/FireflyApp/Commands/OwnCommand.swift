import FireflyScreen

/// A program that the user has put on a key, from `commands:` in the configuration.
package struct OwnCommand: Hashable, Sendable {
  /// What it is done with.
  package enum Subject: String, CaseIterable, Hashable, Sendable {
    /// The selected post.
    case post
    /// A link of the selected post; of several, the user chooses one.
    case link
    /// Nothing.
    case anywhere
  }

  /// What becomes of its output.
  package enum Output: String, CaseIterable, Hashable, Sendable {
    /// Its last line is a note.
    case note
    /// It is shown on a sheet.
    case sheet
    /// It has the terminal until it ends.
    case terminal
    /// It is dropped.
    case nothing
  }

  /// What it reads from its standard input.
  package enum Input: String, CaseIterable, Hashable, Sendable {
    /// Nothing.
    case none
    /// The body of the post.
    case body
    /// The post as JSON.
    case json
  }

  /// Maximum number of commands.
  package static let maximum = 100
  /// Maximum bytes of what a command prints.
  package static let maximumOutput = 1 << 20
  /// Maximum characters of it that are shown.
  package static let maximumShown = 100_000
  /// Maximum number that run at a time.
  static let maximumRunning = 4

  /// Its name in the help, in the palette and in line mode.
  package var name: String
  /// Its keys in lists.
  package var keys: [Key] = []
  /// Its pairs of keys in lists.
  package var sequences: [KeySequence] = []
  /// The program and its arguments, with values in braces.
  package var words: [String]
  /// What it is done with.
  package var subject = Subject.post
  /// What becomes of its output.
  package var output = Output.note
  /// Whether Firefly asks first.
  package var confirms = false
  /// What it reads.
  package var input = Input.none
  /// Whether the user has said that its program may get a post's words wherever they stand.
  package var isTrusted = false
  /// The seconds that it has, unless it has the terminal.
  package var seconds = 60.0

  /// Creates a command.
  package init(name: String, words: [String]) { (self.name, self.words) = (name, words) }
}

// The values in its words.
extension OwnCommand {
  /// What can stand in braces.
  package enum Value: String, CaseIterable, Hashable, Sendable {
    /// The number of the post.
    case id
    /// Its title, or its opening words.
    case title
    /// Its summary.
    case summary
    /// The name of its author.
    case author
    /// The first link of its text; on a service with accounts, the page, the picture or the film that it is about, or else
    /// the first link that names no one and no hashtag.
    case url
    /// The link that was chosen.
    case link
    /// The address of its page on the web.
    case page
    /// The server, as `--server` takes it.
    case server
    /// The number of the post that it answers.
    case parent
    /// A file with its text, which is there until the program ends.
    case bodyFile = "body_file"

    /// What is said of a post that has none.
    var absence: String {
      switch self {
      case .id: "This post has no number yet."
      case .title: "This post has no title."
      case .summary: "This post has no summary."
      case .author: "This post has no author."
      case .url, .link: "This post has no links."
      case .page: "This post has no page on the web."
      case .server: "This is your own server: it has no address."
      case .parent: "This post answers no other."
      case .bodyFile: "This post has no text."
      }
    }
  }

  /// Why a command can't be started, as a sentence.
  package struct Problem: Error, Hashable, Sendable {
    /// The sentence.
    package var sentence: String
  }

  /// A part of a word.
  private enum Part {
    case text(Substring)
    case value(Substring)
  }

  /// The parts of a word: names in braces are values; in double braces they stay, in single ones.
  private static func parts(of word: String) -> [Part] {
    var parts: [Part] = []
    var rest = word[...]
    while let match = rest.firstMatch(of: /\{(\{[A-Za-z_]+\})\}|\{([A-Za-z_]+)\}/) {
      parts.append(.text(rest[..<match.range.lowerBound]))
      parts.append(match.1.map(Part.text) ?? .value(match.2 ?? ""))
      rest = rest[match.range.upperBound...]
    }
    return parts + [.text(rest)]
  }

  /// The names in braces in some words, in order.
  package static func names(in words: [String]) -> [String] {
    words.flatMap(parts).compactMap { if case .value(let name) = $0 { String(name) } else { nil } }
  }

  /// The values that it needs.
  package var values: Set<Value> { Set(Self.names(in: words).compactMap(Value.init)) }

  /// Whether it needs a post.
  package var needsPost: Bool { subject != .anywhere }

  /// Returns the program and its arguments.
  ///
  /// A value is never more than a part of one argument, and never an option.
  ///
  /// - Parameter values: what is known.
  /// - Returns: the words.
  /// - Throws: `Problem`, if a value is missing, or would be taken for an option.
  package func filled(_ values: [Value: String]) throws(Problem) -> [String] {
    var filled: [String] = []
    for word in words {
      var text = ""
      for part in Self.parts(of: word) {
        switch part {
        case .text(let words): text += words
        case .value(let name):
          guard let value = Value(rawValue: String(name)) else { continue }
          let words = values[value]?.replacing("\0", with: "") ?? ""
          guard !words.isEmpty else { throw Problem(sentence: value.absence) }
          if text.isEmpty, let sign = words.first, "-+".contains(sign), !filled.contains("--") {
            throw Problem(
              sentence:
                "“\(name)” begins with “\(sign)” here, which \(program) would take for an option: put \"--\" before {\(name)} in run."
            )
          }
          text += words
        }
      }
      filled.append(text)
    }
    return filled
  }

  /// The program, for sentences.
  private var program: String {
    words.first.map { String($0.split(separator: "/").last ?? "") } ?? ""
  }
}

import ArgumentParser
import FireflyAPI
import FireflyCore
import FireflyPictures
import Foundation

/// The options for the fields of a post.
struct WritingOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The title, one line.", valueName: "text"))
  var title: String?

  @Option(help: ArgumentHelp("The summary, a line or two.", valueName: "text"))
  var summary: String?

  @Option(
    help: ArgumentHelp("A file with the body; - is standard input.", valueName: "file"),
    completion: .file())
  var body: String?

  @Option(
    help: ArgumentHelp(
      "A PNG, JPEG, GIF or WebP file, rotated upright and scaled to 1,200 pixels. Can be repeated: the "
        + "others go to the end of the body, on Mastodon beside it.",
      valueName: "file"),
    completion: .file())
  var image: [String] = []

  @Flag(help: "Print the post as JSON, {\"post\": …}.")
  var json = false

  func validate() throws {
    if let title {
      if ForeignText.cleanLine(title).isEmpty { throw ValidationError("The title is empty.") }
      let lines = title.split(whereSeparator: \.isNewline).filter { !$0.allSatisfy(\.isWhitespace) }
      if lines.count > 1 {
        throw ValidationError("The title must be one line.")
      }
    }
    // An unset variable in a script would otherwise empty a post.
    if body?.isEmpty == true {
      throw ValidationError(
        "--body requires a file, or - for standard input. Use /dev/null for an empty body.")
    }
  }

  /// Whether anything is given.
  var saySomething: Bool { title != nil || summary != nil || body != nil || !image.isEmpty }

  /// Warns that standard input was ignored, if there is any and no option reads it.
  ///
  /// It is not consumed: the caller may be reading it, such as a loop of a shell.
  func warnOfUnreadInput() {
    guard body == nil, VerbEnvironment.current.input.hasData else { return }
    StandardStreams.warn("Standard input was ignored. Use --body - to read the body from it.")
  }

  /// Reads and prepares the pictures.
  ///
  /// - Throws: `Failure` if one is unusable; nothing has been sent yet.
  func pictures() throws(Failure) -> [GivenPicture] {
    try image.map { path throws(Failure) in
      GivenPicture(path: path, image: try Self.picture(at: path))
    }
  }

  private static func picture(at path: String) throws(Failure) -> PostImage {
    let input = InputFile(path: path)
    let data = try input.read(limit: PictureFormat.maximumFileSize)
    do {
      let picture = try PicturePreparer().prepare(Array(data))
      if picture.isAnimated { StandardStreams.warn(PreparedPicture.remark(on: input.name)) }
      return PostImage(Data(picture.bytes), format: picture.format)
    } catch {
      throw Failure(PictureRefusal.picture(error).sentence(naming: input.name))
    }
  }
}

/// A picture on the command line, ready to be sent.
struct GivenPicture {
  let path: String
  let image: PostImage
  /// What is on it; nil for the name of its file.
  var words: String?

  /// The path of its file, for display.
  var shownPath: String {
    ForeignText.cleanLine(URL(fileURLWithPath: path).standardizedFileURL.path)
  }

  /// The picture in the text of a draft.
  var inText: Draft.TextPicture {
    var picture = Draft.TextPicture(Array(image.bytes), image.format, path: path)
    picture.words = words ?? picture.words
    return picture
  }
}

extension [GivenPicture] {
  /// Those that go to the end of the body: all but the first.
  var inText: [Draft.TextPicture] { dropFirst().map(\.inText) }
}

/// A post's number on the command line.
struct PostNumber: ExpressibleByArgument {
  let id: Int

  init?(argument: String) {
    guard let id = Int(argument), id >= 1 else { return nil }
    self.id = id
  }
}

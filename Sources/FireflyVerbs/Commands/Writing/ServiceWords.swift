import ArgumentParser
import FireflyCore

/// The options of what a post of a service with accounts has beside its text, a new one or a changed one.
struct ServiceWords: ParsableArguments {
  @Option(help: ArgumentHelp("On Mastodon, a content warning.", valueName: "text"))
  var warning: String?

  @Option(help: ArgumentHelp("On Mastodon, its language in two letters.", valueName: "code"))
  var language: String?

  @Option(
    help: ArgumentHelp(
      "On Mastodon, what is on the picture. Can be repeated, in the order of --image.",
      valueName: "text"))
  var alt: [String] = []

  /// Whether one of them is given.
  var isGiven: Bool { warning != nil || language != nil || !alt.isEmpty }

  /// The language; nil if none is given.
  var givenLanguage: String? {
    language.map { ForeignText.cleanLine($0, limit: 20) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Changes what these options say in a draft; what they don't say stays.
  func apply(to draft: inout Draft) {
    if let warning { draft.words.title = ForeignText.cleanLine(warning) }
    if language != nil { draft.delivery.language = givenLanguage }
    if draft.picture != nil, let alt = alt.first {
      draft.delivery.description = Self.description(alt)
    }
  }

  /// Returns the pictures of a post as these options describe them.
  ///
  /// - Parameters:
  ///   - pictures: the pictures.
  ///   - draft: the name of the draft that has them; nil if the post has.
  /// - Throws: `Failure` if there are others than descriptions.
  func describing(
    _ pictures: [Draft.SidePicture], of draft: String?
  ) throws(Failure) -> [Draft.SidePicture] {
    guard !pictures.isEmpty else {
      throw Failure("The post has no picture that --alt could describe.", code: 64)
    }
    guard alt.count == pictures.count else {
      throw Failure(
        "\(draft.map { "With draft \($0) the" } ?? "The") post has "
          + "\(Counted.words(pictures.count, "picture")): use --alt "
          + (pictures.count == 1 ? "once." : "\(pictures.count) times, in their order."),
        code: 64)
    }
    return zip(pictures, alt).map { picture, alt in
      var picture = picture
      picture.description = Self.description(alt)
      return picture
    }
  }

  /// Checks what the service could only misunderstand.
  ///
  /// - Parameters:
  ///   - pictures: the number of pictures that are given; nil if those of a post are described.
  ///   - draft: the draft, which may have some.
  /// - Throws: `Failure` if a language is none, or a picture is described that isn't there.
  func check(_ pictures: Int?, of draft: Draft) throws(Failure) {
    if let language = givenLanguage, !LanguageCode.isKnown(language) {
      throw Failure(LanguageCode.refusal(of: language), code: 64)
    }
    guard let pictures else { return }
    guard alt.count <= max(pictures, draft.picture == nil ? 0 : 1) else {
      throw Failure(
        "--alt describes a picture of --image: "
          + (pictures == 0
            ? "there is none."
            : pictures == 1 ? "there is only one." : "there are only \(pictures)."),
        code: 64)
    }
  }

  /// Returns pictures of the command line with what is on them.
  func describing(_ pictures: [GivenPicture]) -> [GivenPicture] {
    pictures.enumerated().map { place, picture in
      var picture = picture
      picture.words = alt.indices.contains(place) ? Self.description(alt[place]) : ""
      return picture
    }
  }

  private static func description(_ text: String) -> String {
    ForeignText.cleanLine(text, limit: .max)
  }
}

extension WritingOptions {
  /// Checks that no option says what the posts of a service don't have.
  ///
  /// - Throws: `Failure` if a title or a summary is given for a service.
  func requireNoTitle(at session: WritingSession) throws(Failure) {
    guard session.site.has(.ownFields), title != nil || summary != nil else { return }
    throw Failure(
      "A post on \(session.site.name) has no title; use --warning for a content warning.", code: 64)
  }
}

extension ServerChoice? {
  /// Checks that a server is a service with accounts.
  ///
  /// - Parameter options: what is only for those, with its verb.
  /// - Throws: `Failure` if it is not.
  func requireAccounts(for options: String) throws(Failure) {
    if self?.site().has(.ownFields) == true { return }
    throw Failure("\(options) for services with accounts, such as Mastodon.", code: 64)
  }
}

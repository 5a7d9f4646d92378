import ArgumentParser
import FireflyAPI
import FireflyCore
import Foundation

/// A new post, from the shell.
struct WritePost: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "post", abstract: "Write a post, and print its number.",
    discussion: """
      The body is read from standard input, or from the file of --body. On a terminal your editor \
      ($VISUAL or $EDITOR) opens instead, with what the command line says in it. What can't be sent \
      is kept as a draft, and the same command sends it later.
      """)

  @OptionGroup var writing: WritingOptions

  @Option(help: ArgumentHelp("The post of yours that it goes below.", valueName: "id"))
  var parent: PostNumber?

  @Option(help: ArgumentHelp("What it is: post, or query for a search.", valueName: "name"))
  var template = Template.post

  @OptionGroup var common: CommonOptions
  @OptionGroup var connection: ConnectionOptions
  @ParentCommand var browsing: Firefly

  /// What can be written.
  enum Template: String, ExpressibleByArgument, CaseIterable {
    case post, query
  }

  func validate() throws {
    try browsing.refuseOptions(with: "post", exceptServer: true)
    if parent != nil, template == .query {
      throw ValidationError("A search stands at the root: --parent is for posts.")
    }
  }

  func run() throws {
    do {
      var writing = writing
      if writing.body == nil, isatty(STDIN_FILENO) != 1 { writing.body = "-" }
      try WritingDesk.run(
        "post", common, connection, writing, at: place, template: template.rawValue, write)
    } catch {
      Failure(error).end()
    }
  }

  private var place: Draft.Place {
    template == .query ? .newQuery : .newPost(below: parent?.id)
  }

  private func write(at desk: WritingDesk, _ said: WritingOptions.Said) throws {
    func prepared() throws -> PostImage? {
      let image = try writing.image.map(WritingOptions.picture)
      if let parent { try desk.requirePlace(below: parent.id) }
      return image
    }
    var draft: OpenDraft
    let image: PostImage?
    if said.body == nil {
      image = try prepared()
      draft = try desk.open(place)
      guard draft.isFree else { throw Failure(draft.obstacle ?? "") }
      draft.draft.template = template.rawValue
      draft.draft.words = said.over(draft.draft.words)
      draft.draft.words = try desk.edit(draft, notes: Self.notes)
    } else {
      // Others wait in their own drafts.
      let words = said.over(Draft.Words())
      draft = try desk.open(place) { $0.words == words }
      draft.draft.words = words
      draft.draft.template = template.rawValue
      image = try draft.prepare(said, prepared)
    }
    try send(&draft, try draft.attach(image, from: writing.image), at: desk)
  }

  private func send(_ draft: inout OpenDraft, _ image: PostImage?, at desk: WritingDesk) throws {
    let words = draft.draft.words
    guard !words.isEmpty else {
      draft.discard()
      throw Failure("Empty post; nothing sent.")
    }
    let post = try draft.deliver { draft in
      try Self.check(words, isOurs: try desk.has(.idempotency))
      return try draft.send(image, at: desk)
    }
    desk.log.info("posted", metadata: ["post": "\(post.id)"])
    desk.noteWritten(post)
    defer { draft.discard() }
    try WritingDesk.output(post, json: writing.json, else: String(post.id))
  }

  /// Says which words are missing; our own server is content with a title.
  private static func check(_ words: Draft.Words, isOurs: Bool) throws(Failure) {
    let fields = [("title", words.title), ("summary", words.summary), ("body", words.body)]
    let missing = fields.prefix(isOurs ? 1 : 3).filter { $0.1.allSatisfy(\.isWhitespace) }.map(\.0)
    guard let first = missing.first else { return }
    throw Failure(
      isOurs
        ? "A post needs a title."
        : "This server wants a title, a summary and a body, and the \(first) is missing.")
  }

  private static let notes =
    Draft.Words.formNotes
    + ["What has no title isn't sent; with another exit code than 0 nothing is."]
}

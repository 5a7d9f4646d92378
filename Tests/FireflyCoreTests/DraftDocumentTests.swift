import FireflyCore
import Testing

/// A draft as a document for an editor: nothing of it becomes text, no word is lost, and doubt means fewer readers.
@Suite struct DraftDocumentTests {
  private func draft(
    _ target: DraftTarget = .newPost(below: nil), _ readers: Readers? = .everyone
  ) -> Draft {
    var draft = Draft(
      key: Draft.Key(server: "s", account: "a", target: target),
      words: PostText(title: "hush", body: "Words."))
    draft.delivery = Draft.Delivery(readers: readers, language: readers == nil ? nil : "de")
    return draft
  }

  /// What will be sent is in it; the readers of a change stay.
  @Test func itShowsWhatIsSent() {
    let new = draft().document(of: .service)
    #expect(new.contains("\nwarning: hush\nreaders: public\nlanguage: de\n---\nWords.\n"))
    let change = draft(.edit(1)).document(of: .service)
    #expect(change.contains("\nwarning: hush\nlanguage: de\n---\nWords.\n"))
    let own = draft(.newPost(below: nil), nil).document()
    #expect(own.contains("\ntitle: hush\nsummary: \n---\nWords.\n"))
  }

  /// What is on the picture of a new post of a service can be said there; elsewhere such a line is text.
  @Test func aPictureIsDescribed() {
    var pictured = draft()
    pictured.picture = Draft.Picture(path: "lamp.png", copy: "c")
    pictured.delivery.description = "a lamp"
    let document = pictured.document(of: .service)
    #expect(document.contains("\nlanguage: de\ndescription: a lamp\n---\n"))
    #expect(pictured.take(document: document.replacing("a lamp", with: "two  lamps")) == nil)
    #expect(pictured.delivery.description == "two lamps" && pictured.words.body == "Words.")
    #expect(pictured.take(document: document.replacing("a lamp", with: "")) == nil)
    #expect(pictured.delivery.description == nil)
    for plain in [draft(), draft(.edit(1))] {
      var draft = plain
      let document = plain.document(of: .service)
      #expect(!document.contains("description"))
      #expect(
        draft.take(document: document.replacing("\nlanguage", with: "\ndescription: x\nlanguage"))
          != nil)
      #expect(draft.words.body == "description: x\nWords.")
    }
  }

  /// The language of a change can be another one, which must be one.
  @Test func aChangeCanBeInAnotherLanguage() {
    var change = draft(.edit(1))
    let document = change.document(of: .service)
    #expect(change.take(document: document.replacing("language: de", with: "language: sv")) == nil)
    #expect(change.delivery.language == "sv" && change.delivery.readers == .everyone)
    #expect(change.take(document: document.replacing("language: de", with: "language: zzz")) != nil)
  }

  /// As it was given it changes nothing.
  @Test(arguments: [DraftTarget.newPost(below: nil), .newPost(below: 3), .edit(1), .newQuery])
  func unchangedItChangesNothing(_ target: DraftTarget) {
    for parts in [PostFields.Parts.service, .firefly] {
      var (draft, before) = (draft(target), draft(target))
      #expect(draft.take(document: before.document(of: parts)) == nil)
      before.words = draft.words
      #expect(draft == before && draft.words.body == "Words.")
    }
  }

  /// What editors and people do to the lines around the text.
  @Test(arguments: [
    ("blank line", "readers: public", "readers: mentioned", Readers.mentioned),
    ("spaces", "readers: public", "Readers :  Followers ", .followers),
    ("line ends", "readers: public", "readers: private\r", .followers),
    ("gone", "readers: public\n", "", .everyone),
    ("emptied", "readers: public", "readers:", .everyone),
  ])
  func readersAreTaken(_ name: String, _ old: String, _ new: String, _ readers: Readers) {
    var draft = draft()
    var document = draft.document(of: .service).replacing(old, with: new)
    if name == "line ends" {
      document = document.replacing("\r", with: "").replacing("\n", with: "\r\n")
    }
    for beginning in ["", "\n", "  \n\n", "\u{FEFF}"] {
      #expect(draft.take(document: beginning + document) == nil, "\(name)")
      #expect(draft.delivery.readers == readers)
      #expect(draft.words == PostText(title: "hush", body: "Words."))
    }
  }

  /// What can't be understood is never sent: every word stays, for the fewest readers.
  @Test(arguments: [
    ("readers: public", "readers: follower"), ("readers: public", "readers: mentioned # only cy"),
    ("readers: public", "visibility: direct"), ("readers: public", "My whole text is here."),
    ("---\n", "--\n"), ("---\n# The warning", "# The warning"), ("de\n---\n", "de\n"),
    ("---\n# The warning", "Words above.\n---\n# The warning"),
  ])
  func doubtMeansFewerReaders(_ old: String, _ new: String) throws {
    var draft = draft()
    let document = draft.document(of: .service).replacing(old, with: new)
    try #require(document != draft.document(of: .service))
    #expect(draft.take(document: document) != nil, "\(new)")
    #expect(draft.delivery.readers == .mentioned)
    #expect(draft.words.body.hasSuffix("Words."))
    for words in ["visibility: direct", "My whole text is here.", "Words above."]
    where new.contains(words) {
      #expect(draft.words.body.contains(words))
    }
  }

  /// Comments of an editor that are in a text stay a reason until they are gone.
  @Test func commentsInTheTextAreNoText() {
    var damaged = draft()
    _ = damaged.take(document: "words\n" + damaged.document(of: .service))
    #expect(PostText.hasNotes(damaged.words))
    var again = damaged
    #expect(again.take(document: damaged.document(of: .service)) != nil)
    // A heading is text, and so is a line of dashes.
    var own = draft()
    #expect(own.take(document: "# The warning\n\n---\n\nMore.\n") == nil)
    #expect(own.words.body == "# The warning\n\n---\n\nMore." && own.delivery.readers == .everyone)
  }

  /// Without its lines of dashes a text keeps what the draft has beside it.
  @Test func aTextAloneKeepsTheRest() {
    var draft = draft(.newPost(below: 3), .followers)
    #expect(draft.take(document: "Only words.\n") == nil)
    #expect(draft.words == PostText(title: "hush", body: "Only words."))
    #expect(draft.delivery == Draft.Delivery(readers: .followers, language: "de"))
  }
}

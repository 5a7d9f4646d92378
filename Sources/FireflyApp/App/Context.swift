import FireflyCore
import FireflyEditor
import FireflyModel
import FireflyScreen

/// Read-only state for all features: time, layout, settings, account and pictures.
struct Context: Sendable {
  /// Seconds of the monotonic clock.
  let now: Double
  /// The time, in seconds since 1970, for the ages of posts.
  let date: Double
  private(set) var layout: ScreenLayout
  /// The terminal's abilities.
  let abilities: ScreenAbilities
  /// The settings; shared with the state.
  let sharedSettings: Boxed<Settings>
  /// Where the user is, and as whom.
  let site: Site
  /// The current account.
  var account: Account { site.account }
  /// The pictures requested so far.
  var pictures: PicturesState
  /// Which posts are unread; shared with the state.
  let sharedReadMarks: Boxed<ReadMarksState>
  /// Which posts are unread.
  var readMarks: ReadMarksState { sharedReadMarks.wrappedValue }
  func isUnread(_ id: Post.ID) -> Bool { sharedReadMarks.wrappedValue.index.posts.contains(id) }

  var settings: Settings { sharedSettings.wrappedValue }
  /// Whether the replies to a post are shown as a thread.
  private(set) var opensThreads: Bool
  /// Whether that holds for threads that the user has left in another view, too.
  private(set) var opensAlike = false

  /// Returns whether the replies to a post are shown as a thread, after they were left in some way.
  func opensThread(_ place: ThreadPlace?) -> Bool {
    opensAlike ? opensThreads : place?.isThread ?? opensThreads
  }
  /// The edited card; nil if there is none.
  let writing: WritingCard?

  /// The measures of the edited card.
  struct WritingCard: Hashable, Sendable {
    let card: Post.ID
    /// Whether it is the current user's profile.
    let isProfile: Bool
    /// Rows of the summary's field.
    let summaryRows: Int
    /// Rows of the body's field, or of its preview, with what stands below it.
    let bodyRows: Int
    /// The row of the poll's first option, from the first of the body; nil for none.
    let pollRow: Int?
    let attachment: Attachment
  }

  /// Returns the same context with another layout.
  func with(_ layout: ScreenLayout) -> Context {
    var context = self
    context.layout = layout
    return context
  }

  /// Returns the same context, in which replies are shown as threads.
  var withThreads: Context {
    var context = self
    (context.opensThreads, context.opensAlike) = (true, true)
    return context
  }

  /// Returns the same context, in which replies are shown as cards.
  var withCards: Context {
    var context = self
    (context.opensThreads, context.opensAlike) = (false, true)
    return context
  }

  /// Whether pictures are shown.
  ///
  /// With fewer than 16 colours they are unrecognisable, so the user
  /// has to request them.
  var showsPictures: Bool {
    settings.pictures != .none && (abilities.colors >= .sixteen || settings.pictures == .sharp)
  }

  /// Returns a note that a post has no replies, with the key that writes one where the user may.
  func noReplies(to post: Post) -> Effect {
    let way = site.can(.reply, on: post) ? keySentence(.editor(.replyPressed), "writes one.") : ""
    return .note("No replies." + way, inList: true)
  }

  /// Duration of a card's animation in seconds; 0 without motion.
  var cardMotion: Double { settings.motion == .none ? 0 : settings.tunables.cardMotion }

  /// Duration of the slide between levels in seconds; 0 without motion.
  var slideMotion: Double { settings.motion == .full ? settings.tunables.slideMotion : 0 }

  /// The theme, adapted to the terminal's colours.
  var theme: Theme {
    settings.tunables.applied(to: settings.theme)
      .shown(in: abilities.colors, hasBlocks: abilities.unicode)
  }

  /// Whether cards are filled with colour; otherwise they have outlines.
  var fillsCards: Bool { theme.chrome == .filled }
}

extension AppState {
  /// Returns the context at a time, in seconds of the monotonic clock.
  func context(at now: Double) -> Context {
    Context(
      now: now, date: epoch + now, layout: layout, abilities: abilities, sharedSettings: $settings,
      site: site, pictures: pictures, sharedReadMarks: $readMarks,
      opensThreads: opensThreads,
      writing: focus.editor.map { .init($0, abilities) })
  }
}

extension Context.WritingCard {
  fileprivate init(_ editor: EditorState, _ abilities: ScreenAbilities) {
    func rows(_ field: EditorField) -> Int {
      EditorView.rows(
        of: editor[field], placeholder: editor.placeholder(of: field, in: abilities))
    }
    let text = editor.preview?.lines.count ?? rows(.body)
    // Between both stands what the poll has beside its options.
    let pollRow = editor.hasPoll ? text + 2 : nil
    self.init(
      card: editor.card, isProfile: editor.target == .profile,
      summaryRows: !editor.hasPoll && editor.shownFields.contains(.summary) ? rows(.summary) : 0,
      bodyRows: pollRow.map { $0 + rows(.summary) } ?? text + WrittenPicturesView.rows(of: editor),
      pollRow: pollRow, attachment: editor.attachment)
  }
}

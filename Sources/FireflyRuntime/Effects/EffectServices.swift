import FireflyAPI
import FireflyClient
import FireflyCore
import FireflyText
import Foundation
import Logging

/// The services that effects use: the server, the disk, the dictionary, the browser.
package struct EffectServices: Sendable {
  let client: any PostsClient
  let session: AccountSession?
  let symbols: TextSymbols
  let browser: BrowserLauncher
  let clipboard: Clipboard
  let drafts: DraftStore?
  let views: ViewStore?
  let marks: ReadMarkStore?
  /// Keeps the marks in step with the server; nil to keep them here.
  let sharedMarks: MarksSync?
  let speller: Speller?
  /// The saved lists; nil for the embedded server, which is as fast as the disk.
  let lists: ListStore?
  let pictures: PictureStore
  /// Loads the articles of pages; nil to load none.
  let articles: ArticleLoader?
  /// Stores the posts that are saved for later; nil to store none.
  let later: LaterFile?
  /// Copies threads to the user's own server; nil to copy none.
  let keeper: ThreadKeeper?
  /// Stores what is muted, silenced or followed; nil to store none.
  let muted: MutedFiles?
  /// Goes to other places; nil to stay.
  let places: PlaceSwitch?
  /// Knows whether the user is there.
  let activity: UserActivity
  let log: Logger

  /// Creates services.
  ///
  /// - Parameters:
  ///   - client: sends requests to the server.
  ///   - session: signs in and out; nil if the user is fixed.
  ///   - symbols: the symbols of formatted bodies.
  ///   - browser: opens links.
  ///   - clipboard: copies texts.
  ///   - drafts: stores drafts; nil to store none.
  ///   - views: stores when the user looked at what; nil for no news.
  ///   - marks: stores which posts were read; nil to store none.
  ///   - sharedMarks: keeps the marks in step with the server; nil to keep them here.
  ///   - speller: checks the spelling; nil for no checks.
  ///   - lists: the cache folder and the permanent ID of the server, to save lists; nil for the
  ///     embedded server.
  ///   - pictures: loads and caches pictures.
  ///   - articles: loads the articles of pages; nil to load none.
  ///   - later: stores the posts that are saved for later; nil to store none.
  ///   - keeper: copies threads to the user's own server; nil to copy none.
  ///   - muted: stores what is muted, silenced or followed; nil to store none.
  ///   - places: goes to other places; nil to stay.
  ///   - activity: knows whether the user is there.
  package init(
    client: any PostsClient, session: AccountSession? = nil, symbols: TextSymbols,
    browser: BrowserLauncher,
    clipboard: Clipboard = Clipboard(), drafts: DraftStore? = nil,
    views: ViewStore? = nil, marks: ReadMarkStore? = nil, sharedMarks: MarksSync? = nil,
    speller: Speller? = nil, lists: (cache: URL, server: SiteID)? = nil, pictures: PictureStore,
    articles: ArticleLoader? = nil, later: LaterFile? = nil,
    keeper: ThreadKeeper? = nil, muted: MutedFiles? = nil, places: PlaceSwitch? = nil,
    activity: UserActivity = UserActivity(),
    log: Logger
  ) {
    self.client = client
    self.session = session
    self.symbols = symbols
    self.browser = browser
    self.clipboard = clipboard
    self.drafts = drafts
    self.views = views
    (self.marks, self.sharedMarks) = (marks, sharedMarks)
    self.speller = speller
    self.lists = lists.map { ListStore(cache: $0.cache, server: $0.server, log: log) }
    self.pictures = pictures
    self.articles = articles
    (self.later, self.keeper, self.muted, self.places) = (later, keeper, muted, places)
    (self.activity, self.log) = (activity, log)
  }
}

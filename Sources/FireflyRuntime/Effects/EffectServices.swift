import FireflyAPI
import FireflyCore
import FireflyText
import Foundation
import Logging

/// What effects are run with: the server, the disk, the dictionary, the browser.
public struct EffectServices: Sendable {
  let client: PostsClient
  let session: AccountSession?
  let symbols: TextSymbols
  let browser: BrowserLauncher
  let drafts: DraftStore?
  let views: ViewStore?
  let speller: Speller?
  /// The lists of the last run; nil where the server is as near as the disk.
  let lists: ListStore?
  let pictures: PictureStore
  let log: Logger

  /// Services over a client.
  ///
  /// - Parameters:
  ///   - client: asks the server.
  ///   - session: signs in and out; nil where the user is fixed.
  ///   - symbols: the signs that bodies are laid out with.
  ///   - browser: opens links.
  ///   - drafts: keeps what is being written; nil where nothing is to be kept.
  ///   - views: keeps when the user has looked at what; nil where nothing is to be kept, and nothing is new.
  ///   - speller: knows what is misspelt; nil where nothing is to be marked.
  ///   - lists: where lists are kept for the next run, and the server's name for good; nil where the server
  ///     is as near as the disk.
  ///   - pictures: loads and keeps pictures.
  ///   - log: where problems are written.
  public init(
    client: PostsClient, session: AccountSession? = nil, symbols: TextSymbols,
    browser: BrowserLauncher, drafts: DraftStore? = nil, views: ViewStore? = nil,
    speller: Speller? = nil, lists: (cache: URL, server: String)? = nil, pictures: PictureStore,
    log: Logger
  ) {
    self.client = client
    self.session = session
    self.symbols = symbols
    self.browser = browser
    self.drafts = drafts
    self.views = views
    self.speller = speller
    self.lists = lists.map { ListStore(cache: $0.cache, server: $0.server, log: log) }
    self.pictures = pictures
    self.log = log
  }
}

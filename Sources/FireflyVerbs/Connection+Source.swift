import FireflyAPI
import FireflyClient
import FireflyCore
import FireflyImports
import FireflyModel
import FireflySources
import FireflyTransfer
import Foundation
import Logging

extension Connection {
  /// The user of this machine, who owns the saved searches; the e-mail can't exist on the web.
  package static var reader: User {
    let login = NSUserName().isEmpty ? "user" : NSUserName()
    return User(email: "\(login)@localhost", name: login)
  }
}

extension CommandContext {
  package func client(
    of source: SourceAddress, at server: ServerAddress,
    as credentials: Credentials = Credentials(), owner: KeptOwner = KeptOwner()
  ) -> SourceClient {
    SourceClient(
      source, server: server, reader: Connection.reader, credentials: credentials, owner: owner,
      userAgent: Self.userAgent,
      storage: storage(of: source), tools: tools(of: source, as: credentials),
      at: link, logger: log)
  }

  /// What a source needs of this machine.
  func tools(of source: SourceAddress, as credentials: Credentials) -> SourceTools {
    var tools = SourceTools(
      feeds: source.has(.subscriptions) && !source.has(.sharedMarks) ? checkedFeeds : feedStorage,
      mail: .importer(unpackedBytes: SourceThread.unpackedBytes),
      program: program(of: source))
    tools.activity = activity
    if source.has(.sharedMarks), credentials.account.isSignedIn, let key = credentials.account.key {
      tools.reader = readerStorage(of: source, as: key)
    }
    return tools
  }

  /// The program of a source; it fails for a source that is none, or whose program is not configured.
  private func program(of source: SourceAddress) -> SourceProgram {
    guard source.has(.program), let words = configuration.programs[source.instance] else {
      return .none
    }
    let program = ProgramOutput(
      name: source.instance, words: words, environment: environment,
      maximumBytes: SourceProgram.maximumBytes, seconds: SourceProgram.seconds)
    return SourceProgram { arguments async throws(APIError) in try await program.run(arguments) }
  }

  /// Checks that a source that is a program is configured: else what is kept there is never found again.
  func requireProgram(of source: SourceAddress) throws(Failure) {
    if source.has(.program), configuration.programs[source.instance] == nil {
      throw Failure(SourceProgram.missing)
    }
  }

  /// Ends the programs of sources when a signal ends the command.
  package static func endProgramsOnSignals() -> SignalSources {
    MainActor.assumeIsolated {
      let signals = SignalSources()
      signals.onEnds { [weak signals] number in
        ProgramOutput.endAll(waits: false)
        signals?.stop()
        raise(number)
      }
      return signals
    }
  }

  /// The files of the feed reader.
  package var feedStorage: FeedStorage {
    var storage = feedStorage(
      list: paths.feeds, entries: { KeptFile.feeds.file(of: $0, in: paths.cache) })
    storage.unread = { [self] in unreadFeedEntries }
    let accounts = AccountFile(folder: paths.state)
    storage.logins = FeedLogins(
      read: { accounts.feedLogin(on: $0) },
      save: { try accounts.save($0, onFeedServer: $1) })
    return storage
  }

  /// Whether an entry of the feeds here is unread, by its number and the time of its arrival; nil without read marks.
  var unreadFeedEntries: (@Sendable (Post.ID, Date) -> Bool)? {
    guard configuration.readMarks else { return nil }
    let store = ReadMarkStore(
      state: paths.state, server: SourceAddress(.feeds).accountID, beginsUnread: true,
      report: fileReport)
    let marks = store.known(of: Connection.reader.key)
    return { id, arrival in marks?.isUnread(id, createdAt: arrival, byDate: true) ?? true }
  }

  /// The entries of the feeds here that are saved for later, with the addresses of their pages.
  var savedFeedEntries: [(id: Post.ID, address: String?)] {
    LaterFile.all(
      in: paths.state, of: SourceAddress(.feeds).id, by: [KeptOwner()], report: fileReport
    ).map { ($0.post.id, $0.address) }
  }

  /// Returns the files of feeds.
  ///
  /// - Parameters:
  ///   - list: the file with the list of feeds.
  ///   - entries: returns the file with the entries of a feed.
  func feedStorage(
    list: URL, entries: @escaping @Sendable (_ address: String) -> PrivateFile
  ) -> FeedStorage {
    let report = fileReport
    let list = JSONFile(
      PrivateFile(url: list), maximumBytes: Self.maximumFeedList, loss: "", report: report,
      decode: { $0 }, encode: { $0 })
    var storage = FeedStorage(
      list: SourceStorage(list),
      entries: { address in
        let file = JSONFile(
          entries(address), maximumBytes: FeedStorage.maximumBytes,
          loss: "The entries of \(address) are loaded again.", report: report,
          decode: { KeptFeed(address, $0) }, encode: \.contents)
        return SourceStorage(read: file.read) { change in
          file.keep("The entries of feeds") { $0 = change($0) }
        }
      },
      unpack: { data, limit in try? GzipFile.unpacked(data, limit: limit) })
    storage.filters = FeedFilters(configuration.feedFilters.mapValues(Self.filter))
    storage.muted = { [self] in mutedEntries }
    return storage
  }

  /// Returns what copies threads of a place to the user's own server; nil where they can't be kept.
  package func keeper(of connection: Connection) -> ThreadKeeper? {
    guard let source = connection.source, connection.site.can(.keep) else { return nil }
    let server = connection.address
    return ThreadKeeper(
      keep: { id, progress in
        do {
          let link = SourceLink(source: source, target: .post(id))
          let credentials = try credentials(of: source)
          let thread = try await SourceThread(
            link, isWhole: true, server: server, userAgent: Self.userAgent,
            storage: storage(of: source), credentials: credentials,
            tools: tools(of: source, as: credentials), logger: log)
          var conversion = try thread.converted(from: source)
          try await conversion.loadPictures { try await thread.picture(at: $0) }
          var document = conversion.document
          let count = document.count
          document.onProgress = { progress("Keeping the thread: \($0) of \(count) posts…") }
          progress("Keeping the thread: \(Counted.words(count, "post"))…")
          let store = try openStore()
          // A copy is no move: new data begins with the field guide.
          try await store.prepareFirstRun(localUser: findLocalUser)
          let result = try await add(document, to: store)
          guard let root = result.roots.first else {
            let reason =
              result.leftOut == 0
              ? "There is nothing to keep."
              : "You deleted this thread on your own server; firefly keep --again brings it back."
            return .failure(LoadFailure(.refused, reason))
          }
          let title = document.items.first.map { $0.title.isEmpty ? $0.summary ?? "" : $0.title }
          let leftOut = conversion.leftOut
          let missing =
            thread.complaints + (leftOut.isEmpty ? [] : ["Left out: \(leftOut.counts)."])
          var kept = KeptThread(
            root: root, title: title ?? "", count: count, added: result.added,
            missing: missing.joined(separator: " "))
          kept.new = result.new
          return .success(kept)
        } catch {
          return .failure(LoadFailure(.refused, Failure(error).description))
        }
      })
  }

  /// Returns what reads the feeds that the user follows.
  ///
  /// - Throws: `Failure` without libcurl, or if the list of feeds can't be read.
  package func feedReader() throws -> FeedReader {
    try Self.requireLibcurl()
    try requireFeedList()
    return FeedReader(
      checkedFeeds, userAgent: Self.userAgent, authorities: authorities, logger: log)
  }

  /// The files of the feed reader, after passwords were taken out of the list; lines of it that can't be used are
  /// said.
  private var checkedFeeds: FeedStorage {
    let storage = feedStorage
    storage.takeLogins().forEach(fileReport)
    return storage
  }

  /// Checks that the list of feeds can be read: one that can't is not empty.
  ///
  /// - Throws: `Failure`.
  package func requireFeedList() throws {
    let data: Data?
    do {
      data = try PrivateFile(url: paths.feeds).read(maximumBytes: Self.maximumFeedList)
    } catch {
      throw Failure("\(paths.feeds.path) can't be used: \(error.description).")
    }
    // Its letters would be lost when a feed is added.
    guard data.map({ String(validating: $0, as: UTF8.self) == nil }) != true else {
      throw Failure("\(paths.feeds.path) can't be used: it is not UTF-8 text.")
    }
  }

  /// Maximum bytes of the list of feeds.
  private static let maximumFeedList = 4 << 20

  /// Loads a thread of a source, or a branch of it.
  ///
  /// - Throws: `APIError`; `Failure` without libcurl.
  package func thread(_ link: SourceLink, isWhole: Bool = true) throws -> SourceThread {
    try Interruption.run { try await loadThread(link, isWhole: isWhole) }
  }

  /// Does the same asynchronously.
  package func loadThread(_ link: SourceLink, isWhole: Bool = true) async throws -> SourceThread {
    try Self.requireLibcurl()
    let credentials = try credentials(of: link.source)
    return try await SourceThread(
      link, isWhole: isWhole, server: address(of: link.source),
      userAgent: Self.userAgent, storage: storage(of: link.source), credentials: credentials,
      tools: tools(of: link.source, as: credentials), logger: log)
  }

  /// Returns what loads the pictures that a file of a service names by their addresses.
  ///
  /// - Throws: `APIError`; `Failure` without libcurl.
  package func pictureLoader(
    for format: ImportFormat
  ) throws -> @Sendable (String) async throws -> Data? {
    try Self.requireLibcurl()
    // As for a source, tests name an address of this machine.
    let variable = "FIREFLY_SOURCE_" + format.rawValue.uppercased()
    var server = try ServerAddress(environment[variable] ?? SourceAddress.nowhere)
    server.authorities = authorities
    let web = WebClient(
      server: server, name: format.rawValue, userAgent: Self.userAgent, logger: log)
    return { try await web.picture(at: $0, etag: nil)?.bytes }
  }

  /// Returns whether a source has the user that a page of it would show; asks it.
  ///
  /// - Throws: `Failure` if it does not answer in time: nothing is on the screen until then.
  package func hasUser(of link: SourceLink) throws -> Bool {
    guard case .user(let handle) = link.target, LiveClient.prepare(),
      let server = try? address(of: link.source)
    else { return false }
    let client = client(of: link.source, at: server)
    let answer: Bool? = try MainLoop.run {
      await withTaskGroup(of: Bool?.self) { group in
        group.addTask { (try? await client.profile(handle, false)) != nil }
        group.addTask {
          try? await Task.sleep(for: .seconds(Self.answerSeconds))
          return nil
        }
        defer { group.cancelAll() }
        return await group.next() ?? nil
      }
    }
    if let answer { return answer }
    let name = link.source.name
    throw Failure(
      "\(name) did not answer within \(Self.answerSeconds) seconds. Try again, or use `firefly "
        + "lemmy \(name)` or `firefly discourse \(name)`.")
  }

  /// Seconds to wait for a source before the first frame.
  private static let answerSeconds = 3

  /// The program's name and version, for services on the web.
  package static let userAgent = "Firefly/\(Version.current)"

  /// Returns the file with what is kept of a source.
  func storage(of source: SourceAddress) -> SourceStorage<KeptSource> {
    SourceStorage(
      JSONFile(
        file: KeptFile.sources.file(of: source.id, in: paths.state),
        maximumBytes: 16 << 20,
        loss: { _ in "No searches are saved for this source now." }, report: fileReport))
  }
}

extension SourceStorage {
  /// Keeps data of a source in a file.
  init(_ file: JSONFile<Contents>) {
    self.init(read: file.read) { change in try file.update { $0 = change($0) } }
  }
}

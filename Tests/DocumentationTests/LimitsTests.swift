import FireflyCore
import FireflyTransfer
import Testing

@testable import FireflyAPI
@testable import FireflyApp
@testable import FireflyForeign
@testable import FireflyHTTP
@testable import FireflyImports
@testable import FireflyPictures
@testable import FireflyServer
@testable import FireflySources
@testable import FireflyStore

/// The numbers of `Documentation/limits.md` are those of the types.
@Suite struct LimitsTests {
  private typealias Rows = KeyValuePairs<String, String>

  private static func size(_ bytes: Int) -> String { ByteCount.words(bytes) }

  private static func count(_ number: Int) -> String {
    let digits = Array(String(number))
    return digits.enumerated().map { index, digit in
      index > 0 && (digits.count - index) % 3 == 0 ? ",\(digit)" : "\(digit)"
    }.joined()
  }

  private static func seconds(_ seconds: Double) -> String {
    let (minutes, hours) = (seconds / 60, seconds / 3_600)
    if hours >= 24, hours.truncatingRemainder(dividingBy: 24) == 0 {
      return hours == 24 ? "1 day" : "\(Int(hours) / 24) days"
    }
    if hours >= 1, hours == hours.rounded() { return "\(Int(hours)) h" }
    if minutes >= 1, minutes == minutes.rounded() { return "\(Int(minutes)) min" }
    return seconds == seconds.rounded() ? "\(Int(seconds)) s" : "\(seconds) s"
  }

  private static func seconds(_ duration: Duration) -> String {
    let (whole, rest) = duration.components
    return seconds(Double(whole) + Double(rest) / 1e18)
  }

  /// `12 a day` and its like, for the windows of a rule.
  private static func windows(_ rule: AttemptLimits.Rule) -> String {
    rule.windows.map { "\(count($0.maximum)) in \(seconds($0.seconds))" }.joined(separator: ", ")
  }

  private static func attempts(_ kind: SignInAttempt.Kind, isKnown: Bool) -> [String] {
    // With mailed codes there is no total for a day.
    var access = Access.members()
    access.mailsCodes = false
    return AttemptLimits.rules(
      SignInAttempt(kind: kind, email: "", peer: "", isKnown: isKnown), access
    ).map(windows)
  }

  private static let http = HTTPLimits()
  private static let client = ClientLimits()
  private static let picture = PictureLimits()

  private static var requests: Rows {
    [
      "one field of a head, and the target": size(http.fieldBytes),
      "a head": "\(size(http.headBytes)), \(http.fields) fields, \(seconds(http.headSeconds))",
      "a body": size(http.bodyBytes),
      "least progress": "\(size(http.progressBytes)) in \(seconds(http.progressSeconds))",
      "least progress of a body":
        "\(size(http.bodyProgressBytes)) in \(seconds(http.progressSeconds))",
      "time in which no client counts as slow": seconds(http.slowSeconds),
      "an idle connection": seconds(http.idleSeconds),
      "a response that nobody waits for": seconds(http.silentSeconds),
      "the rest of a refused request":
        "\(size(http.lingerBytes)), \(seconds(http.lingerSeconds))",
      "connections": "\(http.connections); \(Int(http.peerShare * 100)) % for one address",
      "streams of events":
        "\(EventHub.standardMaximum); \(EventHub.maximumOfReader) for one reader",
    ]
  }

  private static var posts: Rows {
    let limits = PostLimits.embedded
    return [
      "a title": size(limits.title), "a summary": size(limits.summary), "a body": size(limits.body),
      "a picture": size(limits.image), "a time zone or location": size(PostLimits.name),
      "levels of the tree": "\(StoreLimits.levels)",
      "what a user stores": Quota.standard.words ?? "no limit",
      "pictures that wait for their post":
        "\(StoreLimits.uploads), \(seconds(StoreLimits.uploadLifetime))",
      "which make room for others after": seconds(StoreLimits.uploadHold),
      "pictures that a member sends at a time": "\(PictureUploads.maximumOfUser)",
      "an import": "\(size(ImportDocument.maxBytes)), \(count(ImportDocument.maxPosts)) posts",
      "a document in JSON of a service on the web, of an import": size(JSONTree.maxBytes),
      "an archive that is imported":
        "\(size(ArchiveFile.maxBytes)), \(count(ArchiveFile.maxFiles)) files, \(ScratchFolder.maxLevels) folders around each",
      "a mail; the pictures of all mails":
        "\(size(MboxSplitter.maxMail)); \(size(MailThreads.maxPictures))",
      "undoing a deletion, or an edit that takes out pictures": seconds(StoreLimits.restorable),
    ]
  }

  private static var reading: Rows {
    [
      "posts of a feed": count(FeedRequest.maximum),
      "a list": size(PostListBody.maximumBytes),
      "nested levels of a list": "\(PostList.maximumDepth)",
      "ancestors of a post": "\(StoreLimits.ancestors)",
      "posts of a clock that was ahead, last in threads": count(StoreLimits.ahead),
      "a search on SQLite": seconds(SearchTime.standard),
      "a search on PostgreSQL": seconds(PostgresSession.searchTime),
      "searches at a time": "\(StoreLimits.searches)",
      "words or phrases of a search": "\(SearchText.maximumTerms)",
      "ranked matches; hits": "\(count(StoreLimits.ranked)); \(StoreLimits.hits)",
    ]
  }

  private static var accounts: Rows {
    let (codes, strangers) = (attempts(.send, isKnown: true), attempts(.send, isKnown: false))
    let guesses = attempts(.guess, isKnown: true)
    return [
      "a code": "\(seconds(StoreLimits.codeLifetime)), \(StoreLimits.codeTries) wrong attempts",
      "codes for a member's e-mail": codes[1],
      "… from one address": codes[0],
      "codes for members from one address": codes[2],
      "codes for all members": codes[3],
      "codes for others from one address": strangers[2],
      "codes for all others": strangers[3],
      "wrong codes for an e-mail": guesses[1],
      "… from one address": guesses[0],
      "devices of a user": "\(StoreLimits.devices)",
      "marks of a user on the server":
        "\(count(PostMarks.maximumRanges)) ranges read, as many unread; \(count(PostMarks.maximumSaved)) posts saved",
    ]
  }

  private static var clients: Rows {
    [
      "a request": "\(seconds(client.seconds)), \(size(client.answerBytes))",
      "a search or a picture": seconds(client.slowSeconds),
      "an upload": seconds(client.uploadSeconds),
      "a response that is steady":
        "\(seconds(client.steadySeconds)), \(size(Transfer.steadyBytes)) in \(seconds(client.seconds))",
      "a list": size(client.listBytes),
      "one post of a list, with what is nested in it": size(PostListDecoder.elementLimit),
      "requests at a time":
        "\(client.inFlight), of which \(client.picturesInFlight) may be for pictures",
      "redirects": "\(client.redirects)",
      "a text": "\(count(ForeignText.defaultLimit)) characters",
    ]
  }

  private static var pictures: Rows {
    [
      "a file": size(picture.bytes),
      "its pixels": "\(picture.pixels / 1_000_000) million, \(count(picture.side)) on a side",
      "pixels over all scans of a JPEG": "\(count(picture.scannedPixels / 1_000_000)) million",
      "decoding": seconds(picture.time),
    ]
  }

  private static var sources: Rows {
    [
      "a tree": "\(size(HackerNews.treeBytes)), \(SourceReader.maximumDepth) levels",
      "posts in memory": count(SourceCache.maximumPosts),
      "a text in HTML": "\(size(HTMLText.maximumBytes)), \(HTMLText.maximumDepth) levels",
      "its Markdown": size(HTMLText.maximumOutput),
      "attributes of an element of it": count(HTMLPieces.maximumAttributes),
      "a table of it":
        "\(count(TableEvents.maximumCells)) cells, \(count(TableEvents.maximumColumns)) columns",
      "the page of an article":
        "\(size(PageClient.byteLimit)), \(seconds(PageClient.seconds)), "
        + "\(count(ArticleFinder.maximumElements)) elements, \(client.redirects) redirects",
      "a thread of mails":
        "\(size(PublicInbox.threadBytes)), unpacked \(size(SourceThread.unpackedBytes))",
      "the pictures of a thread, or of a file with --pictures":
        "\(count(Conversion.maximumPictures)), \(size(Conversion.maximumBytes)), "
        + seconds(Conversion.pictureSeconds),
      "a pause that a service asks for": seconds(Double(TransferFields.longestPause)),
      "a feed":
        "\(size(FeedDocument.maximumBytes)), \(count(FeedDocument.maximumEntries)) entries, "
        + "\(FeedMarkup.maximumDepth) levels, \(seconds(PageClient.feedSeconds))",
      "feeds that are followed": count(FeedList.maximum),
      "folders of feeds":
        "\(FeedFolder.maximumDepth) levels, names of \(FeedFolder.maximumLetters) letters",
      "entries of feeds that are counted as new": count(FeedContents.maximumEntries),
      "words of a filter of feeds": count(FeedFilters.maximumWords),
      "cookies of a page or feed, until its redirects end":
        "\(RedirectCookies.maximumCount) of \(size(RedirectCookies.maximumBytes))",
      "requests for feeds":
        "\(FeedStore.maximumRequests) at a time; one for each in \(seconds(FeedStore.interval))",
      "an entry that has left its feed": seconds(KeptFeed.keptSeconds),
      "unread or starred entries of a service of feeds": count(ReaderAPI.maximumEntries),
      "a request to a service of feeds":
        "\(count(ReaderAPI.page)) numbers, \(count(ReaderAPI.texts)) texts, "
        + "\(count(ReaderBatch.maximum)) marks",
      "texts of a service of feeds that a look asks for":
        "\(count(ReaderSync.maximumRequests * ReaderAPI.texts)); the others when a list comes to them",
      "looks at a service of feeds, while it is read": "one in \(seconds(ReaderSync.interval))",
      "marks for a service of feeds":
        "sent after \(seconds(ReaderSync.delay)); the end waits \(seconds(ReaderSync.patience))",
      "a mark that a service of feeds refuses":
        "given up at once among others, alone after \(seconds(ReaderSync.refusedSeconds))",
      "entries of a feed in which a move looks for read ones":
        count(ServiceFeeds.maximumEntries),
      "a program that is a source":
        "\(size(SourceProgram.maximumBytes)), \(count(ProgramPosts.maximumPosts)) posts, "
        + "\(seconds(SourceProgram.seconds))",
      "what a command of yours prints":
        "\(size(OwnCommand.maximumOutput)), \(count(OwnCommand.maximumShown)) characters shown",
    ]
  }

  @Test func theTablesHaveTheNumbersOfTheTypes() throws {
    for (title, rows) in [
      ("Requests to a server", Self.requests), ("Posts", Self.posts), ("Reading", Self.reading),
      ("Signing in", Self.accounts), ("The client", Self.clients), ("Pictures", Self.pictures),
      ("Sources", Self.sources),
    ] {
      let table = rows.map { "\n| \($0.key) | \($0.value) |" }.joined()
      try Documents.expect(
        "Documentation/limits.md", from: "## \(title)\n\n| what | limit |\n|---|---|", to: "\n\n",
        is: table)
    }
  }
}

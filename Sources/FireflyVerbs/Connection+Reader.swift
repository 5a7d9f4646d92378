import FireflyAPI
import FireflyClient
import FireflyCore
import FireflyModel
import FireflySources
import Foundation

// Services of feeds with an account: what this machine keeps of them.
extension CommandContext {
  /// The files of an account on a service of feeds.
  func readerStorage(of source: SourceAddress, as key: PersonID) -> ReaderStorage {
    let owner = AccountID(key, on: source.accountID).inFiles
    let folder = KeptFile.reader.folder(of: source.id.seen(by: key), in: paths.cache)
    let marks = ReadMarkStore(
      state: paths.state, server: source.accountID, beginsUnread: true, report: fileReport)
    let keepsMarks = configuration.readMarks
    return ReaderStorage(
      feeds: feedStorage(
        list: folder.appendingPathComponent("feeds.txt"),
        entries: { PrivateFile(of: $0, in: folder) }),
      kept: SourceStorage(readerMarks(of: owner)),
      tell: { unread in if keepsMarks { marks.tell(unread, to: key) } },
      new: { KeptReader(owner: owner) }, report: report,
      refused: saying(
        refusalOf: AccountID(key, on: source.accountID), source.name, " --server \(source)"))
  }

  /// The marks of an account that were sent, and those that wait for it.
  private func readerMarks(of owner: String) -> JSONFile<KeptReader> {
    var file = JSONFile<KeptReader>(
      file: KeptFile.readerMarks.file(of: owner, in: paths.state),
      maximumBytes: LocalData.maximumReaderMarks,
      loss: { _ in "What you marked and the service has not got is lost." },
      isOwn: { $0.owner == owner }, report: fileReport)
    file.remember(in: LastContents())
    return file
  }

  /// Returns what sends the marks of a place that keeps them, and counts those that can't be sent; nil elsewhere.
  func settling(_ place: Connection) -> (@Sendable () async -> Int)? {
    guard let key = place.credentials.account.key else { return nil }
    let client = client(of: place)
    guard place.site.has(.sharedMarks) else {
      guard let shared = sharedMarks(of: place, client) else { return nil }
      return { await shared.send() }
    }
    let file = readerMarks(of: AccountID(key, on: place.accountID).inFiles)
    return {
      await client.settle()
      return file.read()?.unsent ?? 0
    }
  }

  /// Returns the feeds that the user follows on a service.
  ///
  /// - Throws: `Failure` where feeds can't be followed, or if nobody is signed in.
  func feeds(of place: Connection) throws -> ServiceFeeds {
    guard let source = place.source, source.has(.subscriptions), source.has(.sharedMarks) else {
      throw Failure("\(place.name) has no feeds to follow.")
    }
    guard place.credentials.account.isSignedIn else { throw AccountCommand.signedOut(on: place) }
    return ServiceFeeds(
      source, server: place.address, credentials: place.credentials,
      tools: tools(of: source, as: place.credentials), userAgent: Self.userAgent, logger: log)
  }

  /// Says how many marks of an account were not sent.
  package func sayUnsent(of key: PersonID?, at place: Connection) {
    guard place.site.has(.sharedMarks), let key,
      let unsent = readerMarks(of: AccountID(key, on: place.accountID).inFiles).read()?.unsent,
      unsent > 0
    else { return }
    let marks = Counted.words(unsent, "mark was", "marks were")
    report(
      "\(marks) not sent to \(place.name) yet. Firefly sends them when you are there again.")
  }

  /// Returns the read marks of a place.
  ///
  /// - Parameter client: what tells the place that keeps marks itself.
  package func readMarks(of place: Connection, _ client: any PostsClient) -> ReadMarkStore {
    let report = fileReport
    var share: (@Sendable ([ReadMarks.Change]) -> Void)?
    if place.site.has(.sharedMarks) {
      share = { changes in
        for change in changes { client.share(change).map(report) }
      }
    }
    return ReadMarkStore(
      state: paths.state, server: place.accountID, former: place.id,
      beginsUnread: place.site.has(.newAtFirst), share: share, report: report)
  }
}

extension PostsClient {
  /// Tells the place what was read, or is unread again; returns why that can't be kept, as a sentence.
  fileprivate func share(_ change: ReadMarks.Change) -> String? {
    do throws(APIError) {
      switch change {
      case .read(let ids): try markRead(ids, true)
      case .unread(let ids): try markRead(ids, false)
      default: break
      }
      return nil
    } catch {
      return error.sentence
    }
  }
}

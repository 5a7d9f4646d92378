import FireflyAPI
import FireflyApp
import FireflyCore
import Foundation
import Logging
import Testing

@testable import FireflyClient

@Suite struct ArticleLoaderTests {
  private let cache = FileManager.default.temporaryDirectory.appendingPathComponent(
    UUID().uuidString)

  private func loader(_ answer: Result<Article, APIError>) -> ArticleLoader {
    ArticleLoader(
      client: ArticleClient { _ async throws(APIError) in try answer.get() }, cache: cache,
      log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  @Test func aCopyIsThereInTheNextRun() async throws {
    defer { try? FileManager.default.removeItem(at: cache) }
    let page = "https://example.org/a"
    let article = Article(address: page + "/b", title: "漢字", markdown: "# Words\n\nand more")
    #expect(await loader(.success(article)).article(of: page) == .success(article))
    let lost = loader(.failure(.unreachable(host: "example.org")))
    guard case .failure(let failure) = await lost.article(of: page) else {
      Issue.record("found")
      return
    }
    #expect(failure.keepsCachedLists)
    let copy = try #require(await lost.copy(of: page))
    #expect(copy.article == article)
    #expect(abs(copy.time - Int(Date().timeIntervalSince1970)) < 60)
    #expect(await lost.copy(of: "https://example.org/b") == nil)
  }
}

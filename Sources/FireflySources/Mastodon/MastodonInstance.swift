import FireflyAPI
import FireflyCore
import Foundation

/// What an instance says of itself, in version 2 of the API or, on older servers, in version 1.
struct MastodonInstance: Decodable, Sendable {
  /// The right side of the handles of its people; need not be the host that is asked.
  @Lenient var domain: String?
  @Lenient var accountDomain: String?
  @Lenient var version: String?
  @Lenient var configuration: Configuration?
  /// The limit of Pleroma and Akkoma.
  @Lenient var characters: Int?
  @Lenient var pleroma: Pleroma?

  enum CodingKeys: String, CodingKey {
    case domain, version, configuration, pleroma
    case accountDomain = "account_domain"
    case characters = "max_toot_chars"
  }

  struct Configuration: Decodable, Sendable {
    @Lenient var statuses: Statuses?
    @Lenient var media: Media?
    @Lenient var polls: Polls?

    enum CodingKeys: String, CodingKey {
      case statuses, polls
      case media = "media_attachments"
    }
  }

  struct Media: Decodable, Sendable {
    /// Bytes of a picture at most.
    @Lenient var pictureSize: Int?
    /// Characters of a description at most.
    @Lenient var description: Int?

    enum CodingKeys: String, CodingKey {
      case pictureSize = "image_size_limit"
      case description = "description_limit"
    }
  }

  struct Statuses: Decodable, Sendable {
    @Lenient var characters: Int?
    @Lenient var link: Int?
    @Lenient var pictures: Int?
    /// Only GoToSocial has it.
    @Lenient var types: [String]

    enum CodingKeys: String, CodingKey {
      case characters = "max_characters"
      case link = "characters_reserved_per_url"
      case pictures = "max_media_attachments"
      case types = "supported_mime_types"
    }
  }

  struct Pleroma: Decodable, Sendable {
    @Lenient var metadata: Metadata?

    struct Metadata: Decodable, Sendable {
      @Lenient var formats: [String]

      enum CodingKeys: String, CodingKey { case formats = "post_formats" }
    }
  }

  /// Characters of a status at most.
  var limit: Int {
    let limit = configuration?.statuses?.characters ?? characters ?? 500
    return (1...1_000_000).contains(limit) ? limit : 500
  }

  /// Whether it is Mastodon itself, or a fork: they have its versions.
  var isMastodon: Bool {
    let signs = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: ".+-_"))
    guard let version, version.first.map({ ("1"..."9").contains($0) }) == true else { return false }
    return version.unicodeScalars.allSatisfy(signs.contains)
  }

  /// Characters as which a link counts; nil where everything counts as it is.
  ///
  /// Only Mastodon and its forks count so: others name the number without using it.
  var linkLength: Int? {
    guard isMastodon else { return nil }
    return configuration?.statuses?.link.flatMap { (1...1_000).contains($0) ? $0 : nil }
  }

  /// Whether an edited status becomes public.
  var widensEdits: Bool { version?.lowercased().hasPrefix("takahe/") == true }

  /// Whether it says of a status only whether it is public.
  var saysOnlyWhetherPublic: Bool { version?.contains("snac/") == true }

  /// Whether it mutes nobody, and hides whom one blocks.
  var mutesNobody: Bool { version?.contains("snac/") == true }

  /// Whether it takes Markdown, if that is said with a status.
  var takesMarkdown: Bool {
    ((configuration?.statuses?.types ?? []) + (pleroma?.metadata?.formats ?? []))
      .contains("text/markdown")
  }

  /// Whether it wants to know of which type a text is.
  var wantsType: Bool { configuration?.statuses?.types.isEmpty == false || pleroma != nil }
}

extension Mastodon {
  /// What the instance says of itself; asked for once.
  func instance() async throws(APIError) -> MastodonInstance {
    if let known = memory.state.withLock(\.instance) { return known }
    let found: MastodonInstance
    do throws(APIError) {
      found = try await web.answer("/api/v2/instance", as: MastodonInstance.self)
    } catch .status(404, _) {
      found = try await web.answer("/api/v1/instance", as: MastodonInstance.self)
    }
    memory.state.withLock { $0.instance = found }
    return found
  }

  /// Finds the account of a handle.
  ///
  /// - Throws: `APIError`; `.status(404)` if there is none.
  func account(_ handle: String) async throws(APIError) -> MastodonAccount {
    do throws(APIError) {
      return try await lookUp(handle)
    } catch .status(404, _) {
      // Some servers don't find their own people by the handle that they write.
      let parts = handle.split(separator: "@", maxSplits: 1).map(String.init)
      if parts.count == 2, let own = try? await instance(),
        [own.domain, own.accountDomain].contains(parts[1]),
        let found = try? await lookUp(parts[0])
      {
        return found
      }
      guard let found = await sought(handle) else { throw .status(404, message: nil) }
      return found
    }
  }

  /// Searches for the account of a handle, where a server looks none up; nil if there is none.
  private func sought(_ handle: String) async -> MastodonAccount? {
    guard isSignedIn else { return nil }
    let own = try? await instance()
    let domains = Set(
      [host, own?.domain, own?.accountDomain].compactMap { $0.map { "@" + $0.lowercased() } })
    let wanted = handle.lowercased()
    func isWanted(_ found: MastodonAccount) -> Bool {
      guard let name = found.handle?.line?.lowercased() else { return false }
      return name == wanted || domains.contains { name == wanted + $0 || name + $0 == wanted }
    }
    // Not every server finds a whole handle.
    for words in [handle, String(handle.prefix { $0 != "@" })] where !words.isEmpty {
      let found = try? await web.answer(
        "/api/v1/accounts/search?q=\(words.percentEncoded)&limit=\(Self.page)",
        as: LossyList<MastodonAccount>.self)
      if let account = found?.elements.prefix(Self.page).first(where: isWanted) { return account }
    }
    return nil
  }

  private func lookUp(_ handle: String) async throws(APIError) -> MastodonAccount {
    try await web.answer(
      "/api/v1/accounts/lookup?acct=\(handle.percentEncoded)", as: MastodonAccount.self)
  }
}

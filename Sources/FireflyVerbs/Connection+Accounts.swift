import FireflyAPI
import FireflySources

extension CommandContext {
  /// Returns what signs in to a source; nil where there are no accounts.
  package func serviceSignIn(of source: SourceAddress, at connection: Connection) -> ServiceSignIn?
  {
    guard connection.site.has(.personal) else { return nil }
    if connection.site.has(.passwords) {
      return ReaderSignIn(
        source, server: connection.address, userAgent: Self.userAgent, logger: log
      ).service(for: connection.credentials)
    }
    return MastodonSignIn(
      source, server: connection.address, userAgent: Self.userAgent, logger: log
    ).service(for: connection.credentials)
  }
}

import FireflyCore

extension SourceKind {
  /// A service of feeds with Google Reader's API: FreshRSS, Miniflux and others.
  package static let reader: SourceKind = SourceKind(
    rawValue: "reader", name: "Feeds of a service", exampleInstance: "rss.example.org",
    instanceName: "a service with Google Reader's API", tokenPrefix: "GoogleLogin auth=",
    rules: .reader,
    help: Help(
      abstract: "Read the feeds of a service with Google Reader's API, such as FreshRSS.",
      argument: "The address of the service, such as rss.example.org.",
      argumentName: "address",
      discussion: """
        FreshRSS, Miniflux and others have this API, which must be turned on there. What you read and star here is \
        read and starred there, and the other way round. Signs you in first if you are not; `firefly login --server \
        reader:<address>` does it, too. Same as --server reader:<address>.

        Example: firefly reader rss.example.org
        """),
    invitation: "your feeds on FreshRSS, Miniflux and others",
    lists: { _, _ in ["unread", "all"] }, unread: ["unread"],
    further: { $0 ? [Reader.starred] : [] },
    backend: {
      Reader($0.source, $0.web, $0.server, $0.tools, userAgent: $0.userAgent, $0.logger)
    })
}

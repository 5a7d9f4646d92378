import FireflyCore

extension SourceKind {
  /// A mailing list that public-inbox archives.
  package static let inbox: SourceKind = SourceKind(
    rawValue: "inbox", name: "public-inbox", exampleInstance: "lore.kernel.org/git",
    help: Help(
      abstract: "Read a mailing list in an archive that runs on public-inbox.",
      argument: "The address of the list.",
      discussion: """
        Shows the newest mails of the list; → opens the replies to one. Searches use the words of the archive, such as \
        s:subject and f:author. Same as --server inbox:<url>.

        Example: firefly inbox lore.kernel.org/git
        """),
    lists: { _, _ in ["newest mails"] }, link: SourceLink.init(publicInbox:),
    // A mail is the same wherever it comes from.
    importName: { _ in "mail" },
    backend: { setting in
      PublicInbox(
        web: setting.web, base: setting.source.base, numbers: setting.numbers,
        mail: setting.tools.mail)
    })
}

import ArgumentParser
import FireflySources

/// `firefly open`: opens the terminal UI at a page of a source.
struct OpenPage: CommonCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Open a page on the web as a tree of posts.",
    discussion: """
      Opens the post or the person that a page of one of the sources shows. A comment is selected in its \
      list, with the path to it at the top. The word `open` may be omitted.

      Example: firefly 'https://news.ycombinator.com/item?id=1'
      """)

  @Argument(help: "The address of a page of a source.")
  var url: String

  @OptionGroup var identity: AccountOptions
  @OptionGroup var common: CommonOptions
  @ParentCommand var browsing: Firefly

  func validate() throws {
    try browsing.refuseServer(with: "open")
    if browsing.post != nil { throw ValidationError("`open` has no --post: the page names it.") }
    guard SourceLink(url) != nil else {
      throw ValidationError(
        "Not a page of a source. `firefly sources` lists them; --server takes the address of a server."
      )
    }
  }

  func run() throws {
    guard let link = SourceLink(url) else { return }
    try browsing.open(.source(link.source), common, as: identity, at: link)
  }

  /// Returns the arguments with `open` inserted before an address that only flags precede; with `--server`, if it
  /// has no path and is none of a source.
  static func named(in arguments: [String]) -> [String] {
    let flags = arguments.prefix { $0.hasPrefix("-") }
    let address = arguments.dropFirst(flags.count).first?.lowercased() ?? ""
    guard address.hasPrefix("https://") || address.hasPrefix("http://"), flags.last != "--server"
    else { return arguments }
    let place = address[(address.firstRange(of: "://")?.upperBound ?? address.startIndex)...]
    let isServer = !place.dropLast().contains("/") && SourceLink(address) == nil
    return flags + [isServer ? "--server" : "open"] + arguments.dropFirst(flags.count)
  }
}

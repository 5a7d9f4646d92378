import ArgumentParser
import FireflySources

/// A post as a person names it: its number, or the address of its page on the web.
enum NamedPost: ExpressibleByArgument, Equatable {
  case number(Int)
  case page(String)

  init?(argument: String) {
    if let number = PostNumber(argument: argument) {
      self = .number(number.id)
    } else if argument.contains("://") {
      self = .page(argument)
    } else {
      return nil
    }
  }

  /// The number; nil for the address of a page.
  var number: Int? { if case .number(let number) = self { number } else { nil } }

  /// Returns where a service has the post of a page that is answered; nil for a number.
  ///
  /// - Throws: `Failure` if the server is no service with accounts, or the address is none.
  func link(at server: ServerChoice?) throws(Failure) -> SourceLink? {
    guard case .page(let address) = self else { return nil }
    try server.requireAccounts(for: "Addresses of pages in --parent are")
    guard case .source(let source) = server, let link = source.link(toPage: address) else {
      throw Failure("“\(address)” is no address of a page.", code: 64)
    }
    return link
  }
}

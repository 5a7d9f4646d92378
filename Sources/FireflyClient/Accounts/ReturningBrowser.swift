/// Waits for the browser, which a service sends back from its page with a code.
package protocol ReturningBrowser: Sendable {
  /// Where the service has to send the browser.
  var place: String { get }

  /// Waits for the browser; it may come again, if the first answer was none that helps.
  ///
  /// - Returns: the address to which it was sent; nil when it has stopped, or when the task is cancelled.
  func address() async -> String?

  /// Stops; the browser has a second to get its answer.
  func stop() async
}

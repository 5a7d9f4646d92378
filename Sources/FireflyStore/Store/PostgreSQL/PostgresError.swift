import FireflyCore

/// The error of a statement or a connection.
struct PostgresError: Error, Hashable {
  enum Kind: Hashable {
    /// The server rejected a statement; its SQLSTATE of five letters.
    case state(String)
    /// The connection failed or was lost.
    case lost
    /// No connection was free in time, or the statement exceeded its time limit.
    case timedOut
    /// libpq is not installed.
    case missingLibrary
  }

  var kind: Kind
  /// The message of the server or of libpq: one line, cleaned, without a password.
  var message: String

  init(_ kind: Kind, _ message: String = "") {
    self.kind = kind
    self.message = ForeignText.cleanLine(message)
  }

  /// Creates the error of a failed connection from libpq's message, such as `… FATAL:  28P01:
  /// password authentication failed …`.
  init(connecting text: String) {
    let line = text.split(separator: "\n").first.map(String.init) ?? ""
    if let match = line.firstMatch(of: /(?:FATAL|ERROR): +([0-9A-Z]{5}): (.*)/) {
      self.init(.state(String(match.1)), String(match.2))
    } else {
      self.init(.lost, line)
    }
  }

  /// The SQLSTATE; empty if the error is not the server's.
  var state: String {
    if case .state(let state) = kind { state } else { "" }
  }

  /// Whether the transaction conflicted with another one, and can be retried.
  var isConflict: Bool {
    ["40001", "40P01", "CR000"].contains(state) || isOfNames
  }

  /// Whether the server doesn't have a statement of a name, or has it already.
  var isOfNames: Bool { ["26000", "42P05"].contains(state) }

  /// Whether the server ended the connection, or accepts none at the moment.
  var isLost: Bool {
    switch kind {
    case .lost: true
    // Class 08: connection failures; 57P: the server is stopping, crashed or starting.
    case .state(let state): state.hasPrefix("08") || state.hasPrefix("57P")
    case .timedOut, .missingLibrary: false
    }
  }

  var isMissingColumn: Bool { kind == .state("42703") }

  var isMissingTable: Bool { kind == .state("42P01") }
}

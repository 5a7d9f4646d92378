import FireflyCore

/// What went wrong with a statement or a connection.
struct PostgresError: Error, Hashable {
  /// Why.
  enum Kind: Hashable {
    /// The server refused a statement; its code of five letters.
    case state(String)
    /// There is no connection, or there is none any more.
    case lost
    /// There was no connection free in time, or the statement took more time than it may.
    case timedOut
    /// libpq is not installed.
    case missingLibrary
  }

  var kind: Kind
  /// One line in the words of the server or of libpq, cleaned; never with a password.
  var message: String

  init(_ kind: Kind, _ message: String = "") {
    self.kind = kind
    self.message = ForeignText.cleanLine(message)
  }

  /// The failure to connect, by what libpq says: `… FATAL:  28P01: password authentication failed …`.
  init(connecting text: String) {
    let line = text.split(separator: "\n").first.map(String.init) ?? ""
    if let match = line.firstMatch(of: /(?:FATAL|ERROR): +([0-9A-Z]{5}): (.*)/) {
      self.init(.state(String(match.1)), String(match.2))
    } else {
      self.init(.lost, line)
    }
  }

  /// The server's code of five letters, if it was the server.
  var state: String {
    if case .state(let state) = kind { state } else { "" }
  }

  /// Whether the same transaction may succeed when it is run again: it met another one.
  var isConflict: Bool {
    ["40001", "40P01", "CR000"].contains(state)
  }

  /// Whether the server ended the connection or refuses new ones for now.
  var isLost: Bool {
    switch kind {
    case .lost: true
    // Class 08: the connection failed; 57P: the server stops, crashed or starts.
    case .state(let state): state.hasPrefix("08") || state.hasPrefix("57P")
    case .timedOut, .missingLibrary: false
    }
  }

  /// Whether a table is missing.
  var isMissingTable: Bool { kind == .state("42P01") }
}

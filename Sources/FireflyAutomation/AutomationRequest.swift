import FireflyAPI
import FireflyHTTP

/// A request to the automation port.
struct AutomationRequest: Hashable {
  /// The kinds of requests.
  enum Subject: Hashable {
    /// Press an element, or run the trigger or the action of this name.
    case tap(String)
    /// Replace the text of a field.
    case setText(String, String)
    /// List the elements.
    case elements
    case screen(Format)
    case state
    /// List the tunables, or the one of this name.
    case tunables(String?)
    /// Set a tunable.
    case tune(String, String)
  }

  /// A format of the screen.
  enum Format: String, Hashable {
    case text = "screen"
    case json = "screen.json"
    case svg = "screen.svg"
  }

  /// Seconds to wait for rest: the default and the maximum.
  private static let timeout = (usual: 10.0, maximum: 60.0)

  /// The kind of the request.
  var subject: Subject
  /// Seconds to wait until nothing moves or loads; nil to wait for the next frame only.
  var timeout: Double?

  /// Parses a request: its path, its query, and the form in its body.
  init(_ request: HTTPRequest) async throws(AutomationError) {
    let sides = request.target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard let target = sides.first,
      let path = Self.path(target)
    else { throw AutomationError(400, "The address is not properly encoded.") }
    var values = [QueryItem](encoded: sides.count > 1 ? sides[1] : "")
    let (allowed, takes) = try Self.rules(path)
    let method = request.method == "HEAD" && allowed == ["GET"] ? "GET" : request.method
    guard allowed.contains(method) else { throw .method(allowed) }
    if takes, method == "POST" { values += try await Self.form(request) }
    subject = try Self.subject(path, values)
    timeout = try Self.timeout(values["settled"])
  }

  private static func path(_ target: Substring) -> [String]? {
    var path: [String] = []
    // Names may contain slashes: everything after the second one is a name.
    for part in target.split(separator: "/", maxSplits: 1) {
      guard let part = PercentEncoding.decode(part) else { return nil }
      path.append(part)
    }
    return path
  }

  /// Returns the methods of an address, and whether it accepts a form.
  private static func rules(
    _ path: [String]
  ) throws(AutomationError) -> (methods: [String], takesForm: Bool) {
    switch (path.first, path.dropFirst().first) {
    case ("trigger", _?): return (["GET", "POST"], false)
    case ("test", "tap"), ("test", "set-text"): return (["POST"], true)
    case ("elements", nil), ("state", nil), ("tune", nil): return (["GET"], false)
    case ("tune", let name?): return (name.contains("/") ? ["PUT"] : ["GET"], false)
    case (let name?, nil) where Format(rawValue: name) != nil: return (["GET"], false)
    default:
      throw AutomationError(
        404,
        "Unknown address. Known ones: /elements, /screen, /screen.json, /screen.svg, /state, /tune, "
          + "/tune/KEY/VALUE, /trigger/NAME, /test/tap?id= and /test/set-text?id=&text=.")
    }
  }

  private static func subject(
    _ path: [String], _ values: [QueryItem]
  ) throws(AutomationError) -> Subject {
    func value(_ name: String) throws(AutomationError) -> String {
      if let value = values[name] { return value }
      throw AutomationError(400, "The parameter “\(name)” is missing.")
    }
    switch path[0] {
    case "trigger": return .tap(path[1])
    case "test":
      let id = try value("id")
      return path[1] == "tap" ? .tap(id) : .setText(id, try value("text"))
    case "elements": return .elements
    case "state": return .state
    case "tune":
      let words = path.dropFirst().first?.split(
        separator: "/", maxSplits: 1, omittingEmptySubsequences: false
      ).map(String.init)
      guard let words, let name = words.first else { return .tunables(nil) }
      return words.count > 1 ? .tune(name, words[1]) : .tunables(name)
    default: return .screen(Format(rawValue: path[0]) ?? .text)
    }
  }

  private static func timeout(_ text: String?) throws(AutomationError) -> Double? {
    guard let text else { return nil }
    if text.isEmpty { return timeout.usual }
    guard let seconds = Double(text), (0...timeout.maximum).contains(seconds) else {
      throw AutomationError(
        400, "“settled” accepts 0 to \(Int(timeout.maximum)) seconds, or no value.")
    }
    return seconds
  }

  /// Returns the fields of a form; none without a body.
  private static func form(_ request: HTTPRequest) async throws(AutomationError) -> [QueryItem] {
    guard let type = request.fields["content-type"] else { return [] }
    var items: [QueryItem] = []
    func take(_ parts: [FormPart]) {
      for case .field(let name, let value) in parts { items.append(QueryItem(name, value)) }
    }
    do {
      var reader = try FormReader(contentType: type)
      while let piece = try await request.body.next() { take(try reader.read(piece)) }
      take(try reader.finish())
    } catch FormError.fieldTooLarge(let name, let limit) {
      throw AutomationError(413, "“\(name.prefix(40))” is larger than \(limit / 1000) KB.")
    } catch HTTPBodyError.tooLarge(let limit) {
      throw AutomationError(413, "The form is larger than \(limit >> 20) MB.")
    } catch {
      throw AutomationError(400, "The body of the request is not a form.")
    }
    return items
  }
}

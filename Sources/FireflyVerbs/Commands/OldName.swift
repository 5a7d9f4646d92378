/// A way to write a command before there were words below words: an option, or a verb of its own.
struct OldName {
  private let verb: String
  /// The option that chose the command; nil if the verb alone does.
  private let option: String?
  /// The command.
  private let words: [String]

  private init(_ verb: String, _ option: String? = nil, is words: String...) {
    (self.verb, self.option, self.words) = (verb, option, words)
  }

  /// The first one that fits holds.
  private static let all = [
    OldName("feeds", "--add", is: "feed", "add"),
    OldName("feeds", "--remove", is: "feed", "remove"),
    OldName("feeds", "--list", is: "feed", "list"),
    OldName("feeds", "--fetch", is: "feed", "fetch"),
    OldName("users", "--members", is: "member", "list"),
    OldName("users", "--invite", is: "member", "invite"),
    OldName("users", "--withdraw", is: "member", "withdraw"),
    OldName("users", "--remove", is: "member", "remove"),
    OldName("drafts", "--print", is: "draft", "show"),
    OldName("drafts", "--delete", is: "draft", "delete"),
    OldName("drafts", "--restore", is: "draft", "restore"), OldName("drafts", is: "draft", "list"),
    OldName("accounts", is: "account", "list"), OldName("devices", is: "account", "devices"),
    OldName("whoami", is: "account", "show"),
    OldName("config", "--check", is: "config", "check"),
    OldName("config", "--write", is: "config", "write"),
  ]

  /// Options of the terminal UI with a value, which may stand before the verb.
  private static let withValue: Set = [
    "--log-level", "--data", "--server", "--as", "--post", "--automation",
  ]

  /// Returns the arguments with today's words for old ones.
  static func replaced(in arguments: [String]) -> [String] {
    guard let place = verb(in: arguments) else { return arguments }
    let rest = arguments[(place + 1)...]
    for name in all where name.verb == arguments[place] {
      guard let option = name.option else {
        return arguments[..<place] + name.words + rest
      }
      guard let index = rest.firstIndex(where: { $0 == option || $0.hasPrefix(option + "=") })
      else { continue }
      var rest = rest
      // What it named is what the command is about.
      let value = rest.remove(at: index).dropFirst(option.count + 1)
      if !value.isEmpty { rest.insert(String(value), at: index) }
      return arguments[..<place] + name.words + rest
    }
    return arguments
  }

  /// Returns where the verb stands; nil for none.
  private static func verb(in arguments: [String]) -> Int? {
    var index = arguments.first == "help" ? 1 : 0
    while index < arguments.count, arguments[index].hasPrefix("-") {
      index += withValue.contains(arguments[index]) ? 2 : 1
    }
    return index < arguments.count ? index : nil
  }
}

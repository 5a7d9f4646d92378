import FireflyCore
import FireflyScreen

// Errors in changes of keys.
extension Keymap {
  /// An error in a change of keys.
  package struct Complaint: Hashable, Sendable {
    /// The context.
    package let context: KeyContext
    /// The name of the binding.
    package let binding: String
    /// The reason, for the user.
    package let text: String
  }

  /// Returns the error for an unknown binding, with the most similar name.
  package static func unknown(_ name: String, among names: [String]) -> String {
    let guess = names.nearest(to: name).map { " Did you mean \($0)?" } ?? ""
    return "there is no action of this name; firefly-config(5) lists them." + guess
  }

  /// Returns the error for a text that names no key.
  package static func unknownKey(_ name: String) -> String {
    if name.lowercased().hasPrefix("ctrl-"), name.last?.isASCII == false {
      return
        "terminals have nothing to send for “\(ForeignText.cleanLine(name, limit: 60))”; use Ctrl with a letter from A to Z."
    }
    let guess = Key.allNames.nearest(to: name).map { " Did you mean \($0)?" } ?? ""
    return "“\(ForeignText.cleanLine(name, limit: 60))” is not the name of a key." + guess
  }
}

import FireflyCore
import FireflyScreen

// The names of actions and commands in line mode.
extension Surroundings {
  /// Returns the key of a command that is the name of an action, such as `back` or `delete`.
  package func key(ofAction name: String) -> Key? {
    [keyContext, .lists].lazy.compactMap { settings.keymap.keys(of: name, in: $0).first }.first
  }

  /// Returns the action that a line names without a single key: a command of the user's own by its name, in any
  /// case; two keys; or an action that only two keys have.
  package func action(withoutKey line: String) -> Action? {
    guard isListInFront else { return nil }
    let name = line.lowercased()
    if let command = settings.commands.first(where: { $0.name.lowercased() == name }) {
      return .command(.pressed(command.name))
    }
    if name.hasPrefix("end "),
      let running = self.commands.running.first(where: { name == "end \($0.lowercased())" })
    {
      return .command(.endPressed(running))
    }
    let keymap = settings.keymap
    if let pair = KeySequence(named: line) {
      return keymap.action(for: pair.second, after: pair.first, in: .lists)
    }
    guard let binding = keymap.binding(named: name), binding.keys.isEmpty,
      !binding.sequences.isEmpty
    else { return nil }
    return binding.action
  }
}

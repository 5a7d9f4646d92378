import FireflyCore
import FireflyModel

// What `:` offers.
extension Surroundings {
  var paletteItems: [ActionPalette.Item] {
    let own = keyContext == .lists ? [] : paletteItems(of: keyContext)
    let names = Set(own.map(\.name))
    let lists = [KeyContext.lists, .mute].flatMap(paletteItems).filter { !names.contains($0.name) }
    let isMoving = keyContext == .moving
    let actions = (isMoving ? lists : own + lists).filter { !isRefusedEdit($0.action) }
    // What can be done with the selected post comes first; while it is moved, where to.
    return (isMoving ? own : []) + actions.filter { $0.action.actsOnSelected } + pinItem
      + actions.filter { !$0.action.actsOnSelected }
      + self.commands.items + accountItems + self.places.items + otherItems
  }

  /// Returns whether an action would edit the selected post and would be refused, as it is somebody else's.
  private func isRefusedEdit(_ action: Action) -> Bool {
    guard action == .editor(.editPressed), let post = selectedPost, !post.isLocal,
      let refusal = site.refusal(of: .edit, on: post)
    else { return false }
    return refusal.way != .signIn
  }

  /// What pins the selected post; none where it can't be pinned.
  private var pinItem: [ActionPalette.Item] {
    guard let words = selectedPost.flatMap(pinning) else { return [] }
    let help = words.prefix(1).lowercased() + words.dropFirst()
    return [ActionPalette.Item(name: "pin", help: help, keys: [], action: .mark(.pressed(.pin)))]
  }

  /// What is not an action of a key, and is looked for here.
  private var otherItems: [ActionPalette.Item] {
    func item(_ name: String, _ help: String, _ action: Action, _ terms: String)
      -> ActionPalette.Item
    {
      ActionPalette.Item(name: name, help: help, keys: [], action: action, terms: terms)
    }
    let lists =
      list.isMembersOnly
      ? []
      : namedLists.map { list in
        item(
          list.title, "a list of \(site.name)", .list(.linkedPostFound(list, below: nil)), "list")
      }
    let drafts =
      list.isMembersOnly
      ? [] : [item("drafts", "your drafts", .editor(.draftsPressed), "draft")]
    return lists + drafts + [
      item(
        "settings", "theme, keys and all else, in a file",
        .noticed(
          "In a shell, “firefly config write” writes a file that explains every setting, such as “\(SettingName.theme): dark”. “firefly config” says where it is. A change applies at once."
        ), "theme colours configuration options")
    ]
  }

  /// What the commands do that are not among some, as sentences by their names.
  func commandsElsewhere(than items: [ActionPalette.Item]) -> [String: String] {
    let here = Set(items.map(\.name))
    let all = settings.keymap.sections.flatMap { section in
      section.bindings.filter { !here.contains($0.name) }.map { binding in
        let isHere = section.context == .lists || section.context == .mute
        let place = isHere ? "It has no meaning here." : "It belongs to “\(section.title)”."
        return (binding.name, "\(binding.name): \(binding.help). \(place)")
      }
    }
    return Dictionary(all) { first, _ in first }
  }

  private func paletteItems(of context: KeyContext) -> [ActionPalette.Item] {
    settings.keymap.sections.filter { $0.context == context }.flatMap(\.bindings).compactMap {
      binding in
      // Of the list of what can be muted, what it offers.
      if context == .mute {
        switch binding.action {
        case .mute, .person: break
        default: return nil
        }
      }
      guard binding.action != .palette(.pressed), !list.posts.isEmpty || !binding.action.needsPosts,
        !list.isMembersOnly || binding.action.isOfProgram,
        !list.isOfEntries || !binding.action.isAboutReplies,
        let help = command(of: binding) ?? binding.help(at: site, in: explorer)
      else { return nil }
      return ActionPalette.Item(
        name: binding.name, help: help, keys: context == .mute ? [] : binding.keys,
        sequences: binding.sequences,
        action: binding.action)
    }
  }

  /// What the user's own command runs, because its name says it all; nil for other bindings.
  private func command(of binding: Keymap.Binding) -> String? {
    guard case .command(.pressed(let name)) = binding.action else { return nil }
    return settings.commands.first { $0.name == name }.map {
      ForeignText.cleanLine($0.words.joined(separator: " "), limit: 200)
    }
  }
}

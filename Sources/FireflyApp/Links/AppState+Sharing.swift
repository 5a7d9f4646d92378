import FireflyCore
import FireflyScreen

// Taking something of a post out of the program: its links, its text.
extension AppState {
  /// Opens the post's link; of several, asks for its number.
  mutating func openLink(at now: Double) -> [Effect] {
    guard let post = selectedPost else { return [] }
    guard let text = list.bodies[post.id] else {
      noteInList("Expand the post first, to see its links.", at: now)
      return []
    }
    guard text.links.count <= 1 else {
      linkChoice = LinkChoice(links: text.links)
      message = nil
      return []
    }
    guard let address = text.links.first else {
      noteInList("There is no link in this post.", at: now)
      return []
    }
    return [.openLink(address)]
  }

  /// A key of a link's number. It opens the link at once where no other number begins like that; the
  /// question stays until it is answered, for digits mean something else without it.
  mutating func chooseLink(_ key: Key, _ choice: LinkChoice, at now: Double) -> [Effect] {
    var choice = choice
    switch key {
    case .character(let character):
      guard let digit = character.wholeNumberValue, (0...9).contains(digit) else {
        linkChoice = nil
        return []
      }
      choice.add(digit)
      linkChoice = choice.isUnambiguous ? nil : choice
      return linkChoice == nil ? choice.chosen.map { [.openLink($0)] } ?? [] : []
    case .enter:
      linkChoice = nil
      return choice.chosen.map { [.openLink($0)] } ?? []
    case .backspace, .control("h"):
      linkChoice = choice.removeDigit() ? choice : nil
      return []
    // The wheel scrolls, to look where the number stands.
    case .mouse(let event) where event.kind == .wheelUp || event.kind == .wheelDown:
      return mouse(event, at: now)
    case .mouse(let event) where event.kind != .press: return []
    case .control("l"): return [.redraw]
    case .control("z"): return [.suspend]
    default:
      linkChoice = nil
      return []
    }
  }

  /// Copies the post's title, summary and body to the clipboard.
  mutating func copyPost(at now: Double) -> [Effect] {
    guard let post = selectedPost else { return [] }
    let parts = [post.title, post.summary, post.body].filter { !$0.isEmpty }
    note(post.title.isEmpty ? "Copied." : "Copied “\(post.title.prefix(40))”.", at: now)
    return [.copy(parts.joined(separator: "\n\n"))]
  }
}

import FireflyCore
import FireflyScreen

// Where line mode says that the user is.
extension Surroundings {
  /// Returns where the user is: the list and the selected post, a line each.
  ///
  /// - Parameters:
  ///   - heard: what was said.
  package func place(_ heard: Heard) -> [String] {
    if let layer = spokenLayer { return layer.placeLines }
    let site = siteSentence.map { [$0] } ?? []
    var lines = [(site + [placeSentence] + newsSentences).joined(separator: " ")]
    if list.showsPosts, let id = current.position.selectedID, let post = post(id, heard) {
      let isOpen = current.position.expandedID == id
      let isFolded = list.isFolded(id) && post.remark == nil
      let state = list.isThread ? isFolded ? " Folded." : "" : isOpen ? " It is open." : ""
      lines.append(post.named + state)
    } else {
      lines += noticeLines
    }
    if let moved = self.moving.movedPost {
      lines.append(PostSentences.sentence("Moving “\(moved.headline)”"))
    }
    return lines
  }

  /// The server or source where the user is, and as whom; nil if there is only one place, or the list says it.
  var siteSentence: String? {
    let words = [serverSentence, shownWriter.map { PostSentences.sentence("You are \($0)") }]
      .compactMap(\.self).joined(separator: " ")
    return words.isEmpty ? nil : words
  }

  private var serverSentence: String? {
    if site.has(.spokenName) { return PostSentences.sentence(site.name) }
    let place = self.places.all.first { $0.id == self.places.here }
    return self.places.all.count { !$0.isNew } < 2 || !site.has(.goesUnsaid)
      ? nil : place.map { PostSentences.sentence($0.name.capitalizedFirst) }
  }

  /// Whether it is a list of the place itself, not one of words that were sought.
  var isListOfPlace: Bool {
    guard site.hasOwnLists, case .results = current.navigator.current.destination else {
      return false
    }
    return list.parent?.createdAt == nil
  }

  /// The post above the list, as a sentence; nil if it is not known.
  private var parentSentence: String? {
    list.parent.map { parent in
      let who = parent.title.isEmpty ? parent.byline : nil
      let name = [who, parent.headline == who ? nil : parent.headline].compactMap(\.self)
      return PostSentences.sentence(name.joined(separator: ": "))
    }
  }

  /// The list to which the next unread post has led, in few words; nil if that post is above it.
  var enteredSentence: String? {
    guard current.navigator.depth > 0 else {
      return ListScene(self).rootName.capitalizedFirst + "."
    }
    guard list.parent?.id != current.position.selectedID else { return nil }
    return parentSentence.map { "In: \($0)" } ?? placeSentence
  }

  /// Where the user is: the tab, or the post above the list, and the number of posts.
  var placeSentence: String {
    let level = current.navigator.current
    let parent = parentSentence
    let place =
      switch level.destination {
      case nil: ListScene(self).rootName.capitalizedFirst + "."
      // The post above a thread is its first one.
      case .children where list.isThread:
        parent.map {
          list.parent?.id == current.position.selectedID ? "Thread." : "Thread: \($0)"
        } ?? "A thread."
      case .children where list.parent?.contents?.isFolder == true:
        parent.map { "Folder: \($0)" } ?? "A folder."
      case .children where list.parent?.contents != nil:
        parent.map { "Entries of: \($0)" } ?? "Entries."
      case .children: parent.map { "Replies to: \($0)" } ?? "Replies."
      case .results(let id) where isListOfPlace || Post.isLocal(id): parent ?? "Posts."
      case .results: parent.map { "Results of: \($0)" } ?? "Results."
      case .profile:
        list.posts.first { $0.template == .profile }
          .map { PostSentences.sentence("Profile of \($0.label)") } ?? "A profile."
      case .answers:
        PostSentences.sentence((list.notices?.name ?? site.answersName).capitalizedFirst)
      }
    let more = lists.hasMore || list.isPartial ? " or more" : ""
    let count = list.posts.count
    let depth = current.navigator.depth
    // A folder has feeds, a feed entries, and an entry comments.
    let isFeed = list.parent?.contents?.isFolder == false
    let noun: Site.Noun =
      switch explorer {
      case _ where list.parent?.contents?.isFolder == true: site.user
      case _ where depth > 0: isFeed ? site.post : .post
      case .posts: site.post
      case .users: site.user
      case .searches: .search
      }
    // A thread begins with the post above it; entries, results and profiles have no level.
    let hasLevel =
      if case .children = level.destination { list.parent?.contents == nil } else { false }
    let depthOfList = !hasLevel ? 0 : list.isThread ? depth - 1 : depth
    return place + (count == 0 ? "" : " \(count)\(more) \(count == 1 ? noun.one : noun.many).")
      + (depthOfList > 0 ? " Level \(depthOfList)." : "")
  }

  /// What the screen says beside the list: how much is new, replies to the user, tabs with a
  /// badge, and the age of a list that could not be loaded.
  var newsSentences: [String] {
    var words: [String] = []
    if list.isMarked, !list.unseen.isEmpty {
      words.append("\(list.unseen.count) newer above")
    } else if let unread = readMarks.unreadLabel(self) {
      words.append(unread.replacing("+", with: " or more") + " new")
    }
    if list.skipped > 0 { words.append("\(list.skipped) can't be read") }
    let unreadAnswers = readMarks.unreadAnswers
    if unreadAnswers > 0, current.navigator.current.destination != .answers {
      words.append(site.words(ofAnswers: unreadAnswers))
    }
    let tabs = Explorer.allCases.filter { $0 != explorer && hasBadge($0) }
    if !tabs.isEmpty {
      words.append(
        "New in \(tabs.map(site.name(of:)).joined(separator: " and "))")
    }
    if let time = list.cachedAt {
      let moment = WireDate.minute(time, in: settings.time)
      words.append(list.isOffline ? "Offline, as of \(moment)" : "As of \(moment)")
    } else if list.isOffline {
      words.append("Offline")
    }
    return words.map { $0 + "." }
  }
}

extension String {
  /// The text with a capital at its beginning.
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

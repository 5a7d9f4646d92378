import FireflyCore
import FireflyScreen

// What line mode says of the state, and what its commands refer to.
extension Surroundings {
  /// Returns the sentences for what is new since the last ones.
  ///
  /// - Parameters:
  ///   - heard: what was said; updated.
  /// - Returns: a line each.
  package func sentences(since heard: inout Heard) -> [String] {
    var lines: [String] = []
    let isStart = heard.level == nil
    let note = lineUse.hidesNotes ? nil : self.shownNote
    if let layer = spokenLayer {
      lines += layer.news(since: heard.layer)
      heard.layer = layer
    } else {
      // After a message, the user is where they were.
      let isBack = heard.layer.map { !$0.isMessage } == true && isAtPlace(of: heard)
      heard.layer = nil
      if focus.editor == nil {
        // What was done says enough: the user is where they were.
        let isEnough = heard.skipsText || note.map { $0 != heard.note } == true
        if isBack, !isEnough { lines.append(shortPlace(heard)) }
        lines += listSentences(since: &heard)
      }
    }
    // A note that a question hides for a while is said once, and one that stays.
    if let note, note != heard.note {
      if note.until < .infinity || note.text != heard.failure {
        // What was done comes before where the user is now.
        lines.insert(spoken(note), at: isStart ? lines.endIndex : 0)
      }
      heard.note = note
      if note.isError { heard.failure = note.text }
    }
    return lines
  }

  /// A note in the words of line mode, where keys are typed.
  private func spoken(_ note: Note) -> String {
    // In line mode, `s` saves a text.
    let words =
      focus.editor == nil
      ? note.text : note.text.replacing(keyName(.editor(.savePressed)), with: "s")
    // Nothing is added to an address, which may be copied.
    let isAddress = words.contains("://") && !words.contains(where: \.isWhitespace)
    return isAddress ? words : PostSentences.sentence(Self.typing(words))
  }

  /// Returns a sentence that says what to type instead of what to press; titles within it stay.
  static func typing(_ words: String) -> String {
    var (result, rest) = ("", words[...])
    while !rest.isEmpty {
      let own = rest.prefix { $0 != "“" }
      result += own.replacing("Press ", with: "Type ").replacing(" press ", with: " type ")
      rest = rest[own.endIndex...]
      let title = rest.prefix { $0 != "”" }
      result += title
      rest = rest[title.endIndex...]
    }
    return result
  }

  /// Whether the user is where line mode has spoken last.
  private func isAtPlace(of heard: Heard) -> Bool {
    heard.level == lists.level && heard.isThread == list.isThread
      && heard.audience == current.audience && heard.notices == list.notices
      && heard.selected == current.position.selectedID
      && heard.expanded == openPost
  }

  /// The selected post, if it is open.
  private var openPost: Post.ID? {
    current.position.expandedID.flatMap { $0 == current.position.selectedID ? $0 : nil }
  }

  /// Where the user is again, in a few words.
  private func shortPlace(_ heard: Heard) -> String {
    guard list.showsPosts, let post = selectedPost.flatMap({ post($0.id, heard) }) else {
      return placeSentence
    }
    return post.brief
  }

  private func listSentences(since heard: inout Heard) -> [String] {
    var lines: [String] = []
    let isStart = heard.level == nil
    let isNewLevel =
      heard.level != lists.level || heard.isThread != list.isThread
      || heard.audience != current.audience || heard.notices != list.notices
    if isNewLevel {
      heard.forgetPlace()
      heard.notice = []
      if heard.readsOn {
        lines += enteredSentence.map { [$0] } ?? []
      } else {
        // What is new in the program is said once.
        let news = newsSentences
        let new = news.filter { !heard.news.contains($0) }
        let site =
          isStart && (!site.has(.goesUnsaid) || self.places.before != nil)
          ? siteSentence : nil
        lines.append(([site, placeSentence].compactMap(\.self) + new).joined(separator: " "))
        heard.news = news
      }
    }
    (heard.level, heard.isThread) = (lists.level, list.isThread)
    (heard.audience, heard.notices) = (current.audience, list.notices)
    let notice = list.showsPosts ? [] : noticeLines
    if notice != heard.notice { lines += notice }
    heard.notice = notice
    let isWhole = !lists.hasMore && !list.isPartial
    let isChanged = heard.changes(in: list, isWhole: isWhole).map { lines.append($0) } != nil
    guard list.showsPosts, let selected = current.position.selectedID,
      let post = post(selected, heard)
    else { return lines }
    let said =
      list.isThread
      ? sentences(inThread: post, since: &heard)
      : sentences(on: post, isFirst: isNewLevel, since: &heard)
    if !said.isEmpty || isNewLevel || isChanged { heard.numbers = list.posts.map(\.id) }
    return lines + (said.isEmpty && isChanged ? [post.brief] : said)
  }

  private func sentences(
    on post: PostSentences, isFirst: Bool, since heard: inout Heard
  ) -> [String] {
    let selected = post.post.id
    let opened = current.position.expandedID == selected ? selected : nil
    let isWanted = isWanted(selected, heard)
    var lines: [String] = []
    if isFirst, !isWanted || opened == nil {
      lines.append(post.item + (opened == nil ? "" : " It is open."))
      heard.item = post.remark == nil ? selected : nil
    } else if let opened, heard.expanded != opened || isWanted {
      // Who wrote it knows its text.
      if heard.skipsText {
        if heard.selected != selected { lines.append(post.item) }
        (heard.selected, heard.expanded, heard.item) = (selected, opened, selected)
        return lines
      }
      // Its text may still be on the way.
      guard let text = list.bodies[opened] ?? blankBody(of: post.post) else { return [] }
      lines += post.whole(
        text, picture: heard.pictureSizes[post.post.imageURL ?? ""],
        hasItem: heard.item == selected && !isFirst)
      (heard.read, heard.item, heard.spoken) = (selected, selected, selected)
      heard.readsOn = false
    } else if heard.expanded != nil, opened == nil, heard.selected == selected {
      if !heard.skipsText { lines.append("Closed.") }
    } else if heard.selected != selected {
      lines.append(post.item)
      heard.item = post.remark == nil ? selected : nil
    }
    // A post without a text is read by its item.
    if heard.item == selected, post.post.hasNoText, !lines.isEmpty { heard.spoken = selected }
    (heard.selected, heard.expanded) = (selected, opened)
    return lines
  }

  /// Whether the text of a post is wanted although the user is there: it was not said yet.
  private func isWanted(_ id: Post.ID, _ heard: Heard) -> Bool {
    heard.readsOn && readMarks.index.posts.contains(id) && !readMarks.isKeptUnread(id)
  }

  /// A reply of a thread is read whole, unless it is folded.
  private func sentences(inThread post: PostSentences, since heard: inout Heard) -> [String] {
    let selected = post.post.id
    let isFolded = list.isFolded(selected)
    // A post that was deleted leads to the next one, which the user has not gone to.
    if let before = heard.selected, list.index(of: before) == nil, !heard.readsOn {
      (heard.selected, heard.isFolded) = (selected, isFolded)
      return [post.brief]
    }
    if isWanted(selected, heard) { (heard.selected, heard.read) = (nil, nil) }
    guard heard.selected != selected || heard.isFolded != isFolded else { return [] }
    if heard.selected == selected, isFolded {
      heard.isFolded = true
      return ["Folded."]
    }
    if heard.skipsText {
      (heard.selected, heard.isFolded) = (selected, isFolded)
      return [post.named]
    }
    guard let text = list.bodies[selected] ?? blankBody(of: post.post) else { return [] }
    let wasFolded = heard.selected == selected && heard.isFolded
    (heard.selected, heard.isFolded) = (selected, isFolded)
    if isFolded { return [post.named + (post.remark == nil ? " Folded." : "")] }
    if list.isReply(selected) {
      // It was read before it was folded.
      if wasFolded, heard.read == selected { return ["Unfolded."] }
      (heard.read, heard.spoken) = (selected, selected)
      // What it is was said when it was folded.
      return (wasFolded ? [] : [post.item])
        + post.words(text, picture: heard.pictureSizes[post.post.imageURL ?? ""])
    }
    if wasFolded, heard.read == selected { return ["Unfolded."] }
    // It may have been read before its thread was opened.
    if heard.read == selected { return [post.item] }
    (heard.read, heard.spoken) = (selected, selected)
    return post.whole(
      text, picture: heard.pictureSizes[post.post.imageURL ?? ""], hasItem: wasFolded)
  }

  /// The address of the picture of a post that is to be read next, whose size is said.
  package func pictureToName(since heard: Heard) -> String? {
    guard focus.isEmpty, list.showsPosts, let post = selectedPost, let address = post.imageURL,
      !address.isEmpty, heard.pictureSizes[address] == nil
    else { return nil }
    let isRead = list.isThread ? heard.selected != post.id : heard.expanded != post.id
    return isRead && (list.isThread || current.position.expandedID == post.id) ? address : nil
  }

  /// Returns the sentences of a post; nil for a post that is not in the list.
  func post(_ id: Post.ID, _ heard: Heard = Heard()) -> PostSentences? {
    guard let index = list.index(of: id) else { return nil }
    let post = list.posts[index]
    let top = max(0, current.navigator.depth - 1)
    var sentences = PostSentences(
      post: post, place: index + 1, count: list.posts.count,
      hasMore: lists.hasMore || list.isPartial, canvas: Canvas(context),
      thread: list.threadRow(of: id).map { index, row in
        let parent = row.level > 1 ? row.parent.map { list.posts[$0] } : nil
        return .init(
          level: top + row.level, answers: parent,
          replies: list.thread?.repliesBelow(index) ?? 0, isTop: row.level == 0)
      })
    sentences.isAmongSearches = explorer == .searches && current.navigator.depth == 0
    if !list.isThread { sentences.parent = lists.parentLabel(of: post, in: list) }
    sentences.signs =
      (self.later.contains(id) ? ["For later"] : [])
      + (list.isThread || lists.replySign(of: post, in: list) == nil ? [] : ["A reply"])
      + (self.badges.hasNewMatches(post) ? ["New matches"] : [])
    sentences.hit = MatchedWords(list.parent)?.sentence(of: post, columns: 80)
    sentences.isBrief = heard.isBrief
    let isShown = list.isThread ? !list.isFolded(id) : current.position.expandedID == id
    sentences.remark =
      isShown
      ? nil : self.muted.remark(on: post, reader: account, isOpened: list.isBelowPost)
    return sentences
  }

  private func blankBody(of post: Post) -> FormattedText? {
    post.body.isEmpty ? FormattedText(width: layout.textColumns, lines: []) : nil
  }

  /// What stands in place of the posts: why there are none.
  var noticeLines: [String] {
    switch list.phase {
    case .failed(let failure) where failure.kind == .refused && site.has(.subscriptions):
      [PostSentences.sentence(failure.sentence) + " Here: f3, then n."]
    case .failed where list.isMembersOnly:
      [membersOnly]
    case .failed(let failure):
      ["Error: " + PostSentences.sentence(failure.sentence(triedAgainBy: "r"))]
    // A list of its own, not words that were sought.
    case .loaded where isListOfPlace && list.posts.isEmpty: ["No posts."]
    case .loaded:
      BlankListView.emptyLines(list, ListScene(self), Canvas(context))
        .map(PostSentences.sentence)
    default: []
    }
  }
}

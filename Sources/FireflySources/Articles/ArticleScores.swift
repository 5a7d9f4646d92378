/// How much each element of a page looks like its article.
struct ArticleScores {
  private let elements: [PageElement]
  private let isOut: [Bool]
  /// The scores of the elements that contain paragraphs; nil for others.
  private let scores: [Double?]

  init(_ elements: [PageElement], _ isOut: [Bool]) {
    (self.elements, self.isOut) = (elements, isOut)
    var scores = [Double?](repeating: nil, count: elements.count)
    for (index, element) in elements.enumerated() where !isOut[index] && element.isProse {
      let isParagraph = element.kind == .paragraph
      // A container has the text of several paragraphs, with breaks between them.
      let length = Double(element.ownLetters) / 100
      let score = 1 + Double(element.ownCommas) + (isParagraph ? min(length, 3) : length)
      var (above, share) = (isParagraph ? element.parent : index, 1.0)
      for level in 1...5 where above >= 0 {
        let kind = elements[above].kind
        if kind == .container || kind == .list || kind == .paragraph {
          let initial = PageElement.initialScore(of: kind) + Double(elements[above].weight)
          scores[above] = (scores[above] ?? initial) + score * share
        }
        share = level == 1 ? 1 / 2 : 1 / Double(3 * level)
        above = elements[above].parent
      }
    }
    for index in scores.indices {
      guard let score = scores[index] else { continue }
      scores[index] = score * (1 - elements[index].linkDensity)
    }
    self.scores = scores
  }

  /// The best element; nil for none.
  var top: Int? {
    let best = scores.indices.filter { scores[$0] != nil }
      .max { (scores[$0] ?? 0) < (scores[$1] ?? 0) }
    return best.flatMap { (scores[$0] ?? 0) > 0 ? $0 : nil }
  }

  /// Returns the elements that the article around the best one consists of, in order.
  func roots(around top: Int) -> [Int] {
    whole(of: marked(around: top).map { [$0] } ?? siblings(of: top))
  }

  /// Returns the nearest element around the best one that is marked as the article and has little else.
  private func marked(around top: Int) -> Int? {
    var index = top
    while index >= 0 {
      if elements[index].isMarked, elements[index].text <= 2 * elements[top].text { return index }
      index = elements[index].parent
    }
    return nil
  }

  /// Returns the best element with those beside it that have as good a text.
  private func siblings(of top: Int) -> [Int] {
    let parent = elements[top].parent
    let enough = max(10, (scores[top] ?? 0) * 0.2)
    return elements.indices.filter { index in
      guard elements[index].parent == parent, !isOut[index] else { return false }
      if index == top { return true }
      if let score = scores[index], score >= enough { return true }
      let element = elements[index]
      return element.kind == .paragraph && element.letters > 80 && element.linkDensity < 0.25
        || element.kind == .heading && index < top
    }
  }

  /// Returns what surrounds parts, if three quarters of what it adds are paragraphs; the parts if nothing does.
  ///
  /// Less than a twentieth more is what stands beside an article, and beyond a whole article are others and its
  /// comments.
  private func whole(of parts: [Int]) -> [Int] {
    guard let first = parts.first else { return parts }
    var whole = parts
    var letters = parts.reduce(0) { $0 + elements[$1].letters }
    var prose = parts.reduce(0) { $0 + elements[$1].prose }
    var index = parts.count == 1 ? first : elements[first].parent
    while index >= 0, !elements[index].isWhole, case let above = elements[index].parent, above >= 0
    {
      let more = elements[above].prose - prose
      if 20 * more > prose, 4 * more > 3 * (elements[above].letters - letters) {
        (whole, letters, prose) = ([above], elements[above].letters, elements[above].prose)
      }
      index = above
    }
    return whole
  }
}

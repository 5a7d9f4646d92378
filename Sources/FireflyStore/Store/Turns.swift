/// What waits, in the turns of those who ask: in each round, everyone has one.
struct Turns<Element> {
  /// What each asker waits for, in order.
  private var lists: [String: [Element]] = [:]
  /// Those who wait; the first has the next turn.
  private var order: [String] = []
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  /// Number of elements of an asker.
  func count(of asker: String) -> Int { lists[asker]?.count ?? 0 }

  /// Adds an element at the end of an asker's.
  mutating func append(_ element: Element, of asker: String) {
    if lists[asker] == nil { order.append(asker) }
    lists[asker, default: []].append(element)
    count += 1
  }

  /// Removes the element whose turn it is; nil if none waits.
  mutating func next() -> Element? {
    guard !order.isEmpty else { return nil }
    let asker = order.removeFirst()
    guard var list = lists.removeValue(forKey: asker) else { return nil }
    let element = list.removeFirst()
    count -= 1
    if !list.isEmpty {
      lists[asker] = list
      order.append(asker)
    }
    return element
  }

  /// Removes the elements that match a condition, and returns them.
  mutating func remove(where isGone: (Element) -> Bool) -> [Element] {
    var gone: [Element] = []
    for (asker, list) in lists {
      let (left, some) = (list.filter { !isGone($0) }, list.filter(isGone))
      guard !some.isEmpty else { continue }
      lists[asker] = left.isEmpty ? nil : left
      gone += some
    }
    count -= gone.count
    order.removeAll { lists[$0] == nil }
    return gone
  }
}

import FireflyHTTP
import Foundation

// What it answers.
extension FakeReader.State {
  mutating func nextTrouble(for exchange: Exchange) -> FakeReader.Trouble? {
    let line = "\(exchange.method) \(exchange.path.dropFirst(habits.place.count))"
    guard let index = troubles.firstIndex(where: { line.hasPrefix($0.beginning) }) else {
      return nil
    }
    return troubles.remove(at: index).trouble
  }

  mutating func answer(_ exchange: Exchange) -> HTTPResponse {
    guard exchange.path.hasPrefix(habits.place) else {
      return HTTPResponse(status: 302, fields: ["Location": "/i/"], body: .bytes([]))
    }
    let call = exchange.path.dropFirst(habits.place.count)
    if call == "/i/" { return FakeReader.text("<html>Sign in</html>") }
    if call == "/accounts/ClientLogin" {
      guard exchange.method == "POST", exchange.form.contains(where: { $0.name == "Passwd" }),
        exchange["Email"] == "ada", exchange["Passwd"] == "ada-api"
      else { return FakeReader.text("Unauthorized!", status: 401) }
      return FakeReader.text("SID=\(auth)\nLSID=null\nAuth=\(auth)\n")
    }
    guard call.hasPrefix("/reader/api/0/") else { return FakeReader.text("<html>", status: 404) }
    let isPost = exchange.method == "POST"
    let token = habits.isMiniflux ? auth : "token-\(tokens)"
    // Miniflux asks those that change something for nothing else.
    guard exchange.authorization == "GoogleLogin auth=\(auth)" || habits.isMiniflux && isPost,
      !isPost || exchange.form.first(where: { $0.name == "T" })?.value == token
    else { return FakeReader.text("Unauthorized!", status: 401) }
    switch "\(exchange.method) \(call.dropFirst("/reader/api/0/".count))" {
    case "GET token": return FakeReader.text(token)
    case "GET user-info":
      return json(#"{"userId":"ada","userName":"ada","userProfileId":"ada","userEmail":""}"#)
    case "GET subscription/list": return subscriptions
    case "GET stream/items/ids":
      defer {
        unread.subtract(readBetween)
        readBetween = []
      }
      return numbers(exchange)
    case "POST stream/items/contents": return contents(exchange)
    case "POST edit-tag": return edit(exchange)
    case "POST subscription/quickadd": return add(exchange)
    case "POST subscription/edit": return editFeed(exchange)
    default: return habits.isMiniflux ? json("[]") : FakeReader.text("no", status: 400)
    }
  }

  private func json(_ text: String) -> HTTPResponse { .json(Array(text.utf8)) }

  private var subscriptions: HTTPResponse {
    let feeds = feeds.map { feed in
      let folder = feed.folder.map { #"{"id":"user/-/label/\#($0)","label":"\#($0)"}"# } ?? ""
      return
        #"{"id":"\#(feed.id)","title":"\#(feed.title)","categories":[\#(folder)],"url":"\#(addresses[feed.id] ?? "https://feeds.example/\(feed.id)")","htmlUrl":"https://feeds.example/","iconUrl":""}"#
    }
    return json(#"{"subscriptions":[\#(feeds.joined(separator: ","))]}"#)
  }

  private func numbers(_ exchange: Exchange) -> HTTPResponse {
    let stream = exchange["s"] ?? ""
    let label = "user/-/label/"
    if habits.isMiniflux, stream.hasPrefix(label) {
      return FakeReader.text("unknown stream type", status: 500)
    }
    let labeled = Set(feeds.filter { label + ($0.folder ?? "") == stream }.map(\.id))
    var ids = entries.values.filter { entry in
      switch stream {
      case "user/-/state/com.google/reading-list": true
      case "user/-/state/com.google/starred": starred.contains(entry.id)
      default: entry.feed == stream || labeled.contains(entry.feed)
      }
    }.map(\.id).sorted(by: >)
    if exchange["xt"] == "user/-/state/com.google/read" { ids = ids.filter(unread.contains) }
    let asked = Int(exchange["n"] ?? "") ?? 20
    if habits.refusesMore, asked > habits.page { return FakeReader.text("too many", status: 400) }
    let limit = min(asked, habits.page)
    // Miniflux counts; FreshRSS names the last one.
    let start =
      if habits.isMiniflux {
        Int(exchange["c"] ?? "") ?? 0
      } else {
        exchange["c"].flatMap(UInt64.init).flatMap { last in
          ids.firstIndex { $0 < last } ?? ids.count
        }
          ?? 0
      }
    let page = ids.dropFirst(start).prefix(limit)
    let isOver = start + page.count >= ids.count
    let next = habits.isMiniflux ? "\(start + page.count)" : page.last.map { "\($0)" } ?? ""
    let refs = page.map { #"{"id":"\#(habits.name(of: $0))"}"# }.joined(separator: ",")
    return json(
      #"{"itemRefs":[\#(refs)]"# + (isOver ? "" : #","continuation":"\#(next)""#) + "}")
  }

  /// The entries of a form.
  private func named(_ exchange: Exchange) -> [FakeReader.Entry] {
    exchange.form.filter { $0.name == "i" }
      .compactMap { habits.entry(named: $0.value).flatMap { entries[$0] } }
  }

  private func contents(_ exchange: Exchange) -> HTTPResponse {
    let found = named(exchange)
    if habits.isMiniflux, found.isEmpty { return FakeReader.text("none", status: 400) }
    let items = found.map { entry in
      let name = habits.hasLongNames ? habits.name(of: entry.id) : String(entry.id, radix: 16)
      let long =
        "tag:google.com,2005:reader/item/"
        + String(repeating: "0", count: max(0, 16 - name.count)) + name
      return
        #"{"id":"\#(long)","title":"\#(entry.title)","published":\#(entry.published),"canonical":[{"href":"\#(entry.link)"}],"origin":{"streamId":"\#(entry.feed)","htmlUrl":"https://feeds.example/","title":"A feed"},"summary":{"content":"<p>Text of <b>\#(entry.id)</b>.</p>"}\#(entry.more)}"#
    }
    return json(#"{"items":[\#(items.joined(separator: ","))]}"#)
  }

  private mutating func edit(_ exchange: Exchange) -> HTTPResponse {
    let state = "user/-/state/com.google/"
    let (added, removed) = (exchange["a"], exchange["r"])
    if named(exchange).contains(where: { bad.ids.contains($0.id) }) {
      return FakeReader.text("no", status: bad.status)
    }
    for entry in named(exchange) {
      func change(_ set: inout Set<UInt64>, _ isOn: Bool?) {
        guard let isOn else { return }
        if isOn, !habits.isMiniflux || !set.contains(entry.id) {
          set.insert(entry.id)
        } else {
          set.remove(entry.id)
        }
      }
      change(
        &starred, added == state + "starred" ? true : removed == state + "starred" ? false : nil)
      // Of Miniflux, the mark is that an entry was read.
      var read: Set<UInt64> = unread.contains(entry.id) ? [] : [entry.id]
      change(&read, added == state + "read" ? true : removed == state + "read" ? false : nil)
      if read.isEmpty { unread.insert(entry.id) } else { unread.remove(entry.id) }
    }
    return FakeReader.text("OK")
  }

  private mutating func add(_ exchange: Exchange) -> HTTPResponse {
    let address = exchange["quickadd"] ?? ""
    guard let feed = offered[address], !addresses.values.contains(address) else {
      return json(#"{"numResults":0,"query":"\#(address)","error":"no <b>feed</b> there"}"#)
    }
    added += 1
    let id = "feed/\(added)"
    addresses[id] = address
    feeds.append((id, feed.title, nil))
    for var entry in feed.entries {
      entry.feed = id
      entries[entry.id] = entry
      unread.insert(entry.id)
    }
    return json(
      #"{"numResults":1,"query":"\#(address)","streamId":"\#(id)","streamName":"\#(feed.title)"}"#)
  }

  private mutating func editFeed(_ exchange: Exchange) -> HTTPResponse {
    guard let index = feeds.firstIndex(where: { $0.id == exchange["s"] }) else {
      return FakeReader.text("no", status: 400)
    }
    let label = "user/-/label/"
    if exchange["ac"] == "unsubscribe" {
      addresses[feeds[index].id] = nil
      feeds.remove(at: index)
      return FakeReader.text("OK")
    }
    if let added = exchange["a"], added.hasPrefix(label) {
      feeds[index].folder = String(added.dropFirst(label.count))
    } else if exchange["r"] == label + (feeds[index].folder ?? "") {
      feeds[index].folder = nil
    }
    // FreshRSS writes some signs otherwise.
    if let title = exchange["t"] {
      feeds[index].title = habits.isMiniflux ? title : title.replacing("/", with: "／")
    }
    return FakeReader.text("OK")
  }
}

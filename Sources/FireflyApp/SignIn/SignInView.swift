import FireflyCore
import FireflyEditor
import FireflyScreen

/// Draws the sign-in in full screen, with the colours of the splash.
struct SignInView {
  let canvas: Canvas
  let signIn: SignIn

  var site: Site { canvas.context.site }
  var width: Int { max(1, canvas.layout.size.width - 4) }

  func style(_ attributes: Attributes = []) -> Style {
    Style(
      foreground: canvas.theme.splashText, background: canvas.theme.splash, attributes: attributes)
  }

  /// The style of text fields, which have the ground of the page in a frame.
  private var field: Style {
    guard !hasFrame else { return style() }
    return canvas.isFilled
      ? Style(foreground: canvas.theme.text, background: canvas.theme.card) : style(.underline)
  }

  func draw(into frame: inout Frame) {
    frame.cover()
    frame.fill(frame.bounds, style: style())
    let height = frame.size.height
    let question = wrapped(words.question), problem = wrapped(remark, limit: 5)
    let status = signIn.isWaiting ? [BlankListView.spinner(canvas) + " " + words.waiting] : problem
    let fields = !signIn.hasField ? 0 : hasFrame ? 4 : 2
    // A link leads to the whole address, and a key copies it, also where there is no room for it.
    let page = Array(addressLines.prefix(max(1, height - question.count - fields - 5)))
    let shown = min(accounts.count, max(1, height - question.count - max(1, status.count) - 4))
    let hasLogo =
      height >= (signIn.page == nil && accounts.isEmpty ? 12 : 20)
      && height > question.count + fields + status.count + 4
    let rows =
      (hasLogo ? 2 : 0) + question.count + 1 + (shown > 0 ? shown + 1 : 0) + page.count
      + (page.isEmpty ? 0 : 1) + fields + 2
    var y = max(0, (height - rows) / 2 - (height >= 20 ? 2 : 0))
    if hasLogo {
      center([canvas.symbols.logo], from: &y, style(), into: &frame)
      y += 1
    }
    let start = y
    center(question, from: &y, style(.bold), into: &frame)
    frame.cursor = Point(x: column(of: question.first ?? ""), y: start)
    y += 1
    drawAddress(page, from: &y, into: &frame)
    if shown > 0 { drawAccounts(from: &y, rows: shown, into: &frame) }
    if signIn.hasField {
      drawField(at: hasFrame ? y + 1 : y, into: &frame)
      y += fields
    }
    center(
      status, from: &y, style(signIn.isWaiting ? [] : .bold), limit: height - 1, into: &frame)
    drawHints(at: height - 1, into: &frame)
  }

  // MARK: Texts

  /// The question, and what is said while a request is under way.
  var words: (question: String, waiting: String) {
    let place = site.name
    return switch signIn.step {
    case .email where signIn.takesPassword: ("Sign in to \(place): your name there", "")
    case .email: ("Sign in to \(place): your e-mail address", "Sending a code…")
    case .password:
      ("The password of \(signIn.address) on \(place)", "Signing in…")
    case .code:
      (
        "Enter the 4-digit code \(signIn.note == nil ? "sent to" : "for") \(signIn.address)",
        "Signing in…"
      )
    case .page(nil): ("Sign in to \(place)", "Asking \(place) for its page…")
    case .page:
      (
        width < 60
          ? "Open this page, allow Firefly, and paste its code here:"
          : "Open this page in any browser, and allow Firefly to read and to post. Then paste the code here.",
        "Signing in…"
      )
    case .welcome(let user):
      (
        "Welcome, \(user.name). Your account on \(place) is new, and your profile is empty.",
        ""
      )
    case .account where !accounts.isEmpty: ("Your accounts", "Signing out…")
    case .account(let user): ("Signed in to \(place) as \(user.nameAndEmail).", "Signing out…")
    }
  }

  private static let heard =
    " The connection is not encrypted: others on the network can read the code."

  /// Where the code comes from, or how long it holds: it stays whatever is typed.
  private var origin: String? { signIn.step == .code ? signIn.note ?? SignInCode.validity : nil }

  /// The error with where the code comes from; without either, a warning if the connection is not encrypted, or how to
  /// do without a code.
  var remark: String {
    let words = [signIn.problem, origin].compactMap(\.self).joined(separator: " ")
    if !words.isEmpty { return words }
    return switch signIn.step {
    case .password: site.passwordHint ?? ""
    case .email where signIn.takesPassword: ""
    case .email: "Readers there can see this address." + (site.isOverheard ? Self.heard : "")
    case .page(let page):
      [
        site.isOverheard
          ? "The connection is not encrypted: others on the network can read what you write." : nil,
        page?.returning == nil
          ? nil
          : canvas.keyHint(.signIn(.otherAddressPressed), "opens it here; then no code is needed."),
      ].compactMap(\.self).joined(separator: " ")
    default: ""
    }
  }

  /// Whether fields have frames; without room, they have brackets.
  private var hasFrame: Bool {
    let needed = signIn.page != nil ? 20 : signIn.step == .code ? 14 : 12
    return canvas.layout.size.height >= needed
  }

  /// Draws the edge of a field.
  private func drawEdge(around place: Rect, into frame: inout Frame) {
    if hasFrame {
      let box = Rect(
        x: place.x - 1, y: place.y - 1, width: place.width + 2, height: place.height + 2)
      BoxLines.draw(box, isUnicode: canvas.symbols.hasBlocks, style: style(), into: &frame)
    } else {
      frame.draw("[", at: Point(x: place.x - 1, y: place.y), style: style(.bold))
      frame.draw("]", at: Point(x: place.maxX, y: place.y), style: style(.bold))
    }
  }

  private func wrapped(_ text: String, limit: Int = 3) -> [String] {
    text.isEmpty
      ? [] : WordWrap.wrap(text, width: min(60, width), limit: limit).map(\.text)
  }

  // MARK: Drawing

  func column(of text: String) -> Int {
    max(0, (canvas.layout.size.width - Glyph.glyphs(of: text).displayWidth) / 2)
  }

  private func center(
    _ lines: [String], from y: inout Int, _ style: Style, limit: Int = .max,
    into frame: inout Frame
  ) {
    for line in lines where y < min(limit, frame.size.height) {
      frame.draw(
        Glyph.glyphs(of: line).truncated(to: width), at: Point(x: column(of: line), y: y),
        style: style)
      y += 1
    }
  }

  private func drawField(at y: Int, into frame: inout Frame) {
    guard y < frame.size.height else { return }
    if signIn.step == .code { return drawBoxes(at: y, into: &frame) }
    if signIn.step == .page(nil) { return }
    let isPage = signIn.page != nil
    var editor = isPage ? signIn.pageCode : signIn.email
    if signIn.step == .password {
      let count = min(signIn.password.count, max(0, editor.width - 1))
      let signs = String(repeating: canvas.symbols.hasBlocks ? "•" : "*", count: count)
      editor = TextEditor(signs, mode: .line, width: editor.width)
    }
    let columns = editor.width
    let x = max(0, (canvas.layout.size.width - columns) / 2)
    let place = Rect(x: x - 1, y: y, width: columns + 2, height: 1)
    frame.fill(place, style: field)
    drawEdge(around: place, into: &frame)
    frame.add(isPage ? "sign-in-page-code" : "sign-in-email", place, .signIn(.edited(.unselect)))
    var placeholder = field, selection = field
    placeholder.foreground = canvas.theme.legible(
      field.foreground, alpha: canvas.theme.shades.placeholder, over: field.background)
    selection.attributes.formUnion(.reverse)
    EditorView(
      editor,
      style: EditorStyle(text: field, selection: selection, placeholder: placeholder),
      placeholder: canvas.context.abilities.placeholder(
        // The question says what else is asked.
        isPage ? "the code from the page" : signIn.step == .password ? "the password" : "")
    ).draw(in: Rect(x: x, y: y, width: columns, height: 1), into: &frame)
    frame.showsCursor = !signIn.isWaiting
  }

  /// The address of the service's page, on lines of its own; terminals mark it whole and open it.
  private var addressLines: [[Glyph]] {
    guard let page = signIn.page else { return [] }
    var rest = Glyph.glyphs(of: page.address)[...]
    var lines: [[Glyph]] = []
    // From edge to edge, so that a terminal copies one line.
    while !rest.isEmpty {
      lines.append(Array(rest.prefix(frameWidth)))
      rest = rest.dropFirst(frameWidth)
    }
    return lines
  }

  private var frameWidth: Int { max(1, canvas.layout.size.width) }

  private func drawAddress(_ lines: [[Glyph]], from y: inout Int, into frame: inout Frame) {
    guard let page = signIn.page else { return }
    for line in lines where y < frame.size.height - 1 {
      let x = lines.count == 1 ? max(0, (frameWidth - line.count) / 2) : 0
      frame.draw(line, at: Point(x: x, y: y), style: style(.underline))
      frame.links.append(
        FrameLink(address: page.address, point: Point(x: x, y: y), width: line.count))
      y += 1
    }
    y += 1
  }

  /// Draws a box for each digit of the code.
  private func drawBoxes(at y: Int, into frame: inout Frame) {
    let boxes = SignIn.digits
    let total = 5 * boxes
    let start = max(0, (canvas.layout.size.width - total) / 2)
    let code = Array(signIn.code)
    frame.add(
      "sign-in-code", Rect(x: start, y: y, width: total, height: 1), .signIn(.edited(.kill(.left))))
    for index in 0..<boxes {
      let x = start + 5 * index + 1
      let box = Rect(x: x, y: y, width: 3, height: 1)
      frame.fill(box, style: field)
      drawEdge(around: box, into: &frame)
      guard index < code.count else { continue }
      var digit = field
      digit.attributes.formUnion(.bold)
      frame.draw(String(code[index]), at: Point(x: x + 1, y: y), style: digit)
    }
    frame.cursor = Point(x: start + 5 * min(code.count, boxes - 1) + 2, y: y)
    frame.showsCursor = !signIn.isWaiting
  }
}

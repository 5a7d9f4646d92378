import CVirtualTerminal

/// An emulated screen: libvterm, wrapped so that nothing of it leaks.
final class VirtualScreen {
  /// What mouse events the program has asked for.
  enum MouseMode: Int {
    case none, click, drag, move
  }

  /// Whether the cursor is shown.
  private(set) var isCursorVisible = true
  /// Whether the alternate screen is shown.
  private(set) var isAlternate = false
  /// What the mouse reports.
  private(set) var mouseMode = MouseMode.none
  /// The size in cells.
  private(set) var size: TerminalSize

  private let terminal: OpaquePointer
  private let screen: OpaquePointer
  private let state: OpaquePointer
  private let callbacks: UnsafeMutablePointer<VTermScreenCallbacks>
  private var output: [UInt8] = []
  /// The beginning of a character whose other bytes have not come yet.
  private var strings = ApplicationStrings()
  private var partial: [UInt8] = []
  private var standIn = WideStandIn()

  /// An empty screen.
  ///
  /// - Throws: `TerminalError.systemCall` where there is no memory for it.
  init(size: TerminalSize) throws {
    guard let terminal = vterm_new(CInt(size.rows), CInt(size.columns)) else {
      throw TerminalError.systemCall("vterm_new", code: 12)
    }
    self.size = size
    self.terminal = terminal
    vterm_set_utf8(terminal, 1)
    screen = vterm_obtain_screen(terminal)
    state = vterm_obtain_state(terminal)
    callbacks = .allocate(capacity: 1)
    callbacks.initialize(to: VTermScreenCallbacks())
    callbacks.pointee.settermprop = { property, value, user in
      guard let value, let user else { return 0 }
      Unmanaged<VirtualScreen>.fromOpaque(user).takeUnretainedValue()
        .note(property, value.pointee)
      return 1
    }
    let user = Unmanaged.passUnretained(self).toOpaque()
    vterm_screen_set_callbacks(screen, callbacks, user)
    vterm_screen_enable_altscreen(screen, 1)
    vterm_output_set_callback(
      terminal,
      { bytes, count, user in
        guard let bytes, let user else { return }
        let buffer = UnsafeRawBufferPointer(start: bytes, count: count)
        Unmanaged<VirtualScreen>.fromOpaque(user).takeUnretainedValue().output += buffer
      }, user)
    vterm_screen_reset(screen, 1)
  }

  deinit {
    vterm_free(terminal)
    callbacks.deinitialize(count: 1)
    callbacks.deallocate()
  }

  private func note(_ property: VTermProp, _ value: VTermValue) {
    switch property {
    case VTERM_PROP_CURSORVISIBLE: isCursorVisible = value.boolean != 0
    case VTERM_PROP_ALTSCREEN: isAlternate = value.boolean != 0
    case VTERM_PROP_MOUSE: mouseMode = MouseMode(rawValue: Int(value.number)) ?? .none
    default: break
    }
  }

  /// Shows what a program wrote.
  func feed(_ bytes: [UInt8]) {
    // libvterm 0.1 loses a character that is cut in two.
    let all = partial + strings.removing(from: bytes)
    partial = []
    if let lead = all.suffix(3).lastIndex(where: { $0 >= 0xC0 }) {
      let length = all[lead] >= 0xF0 ? 4 : all[lead] >= 0xE0 ? 3 : 2
      if all.count - lead < length { partial = Array(all[lead...]) }
    }
    standIn.replacing(all.dropLast(partial.count)).withUnsafeBytes { buffer in
      _ = vterm_input_write(
        terminal, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count)
    }
  }

  /// What the terminal has to tell the program since the last call: answers, and keys pressed.
  func takeOutput() -> [UInt8] {
    defer { output.removeAll(keepingCapacity: true) }
    return output
  }

  /// Changes the size, keeping what fits.
  func resize(to size: TerminalSize) {
    self.size = size
    vterm_set_size(terminal, CInt(size.rows), CInt(size.columns))
  }

  /// Where the cursor is, from 0.
  var cursor: (column: Int, row: Int) {
    var position = VTermPos()
    vterm_state_get_cursorpos(state, &position)
    return (Int(position.col), Int(position.row))
  }

  /// Presses a key, as the program's modes want it told.
  func press(_ key: VTermKey, _ modifier: VTermModifier) {
    vterm_keyboard_key(terminal, key, modifier)
  }

  /// Moves the mouse to a cell, then presses or releases a button if one is given.
  ///
  /// - `button`: 1 left, 2 middle, 3 right, 4 wheel up, 5 wheel down.
  func mouse(column: Int, row: Int, button: Int?, isPressed: Bool) {
    vterm_mouse_move(terminal, CInt(row), CInt(column), VTERM_MOD_NONE)
    if let button { vterm_mouse_button(terminal, CInt(button), isPressed, VTERM_MOD_NONE) }
  }

  /// Marks the beginning or the end of a paste, if the program has asked for the marks.
  func markPaste(isBeginning: Bool) {
    if isBeginning {
      vterm_keyboard_start_paste(terminal)
    } else {
      vterm_keyboard_end_paste(terminal)
    }
  }

  /// The cell at a place; nil outside the screen.
  func cell(column: Int, row: Int) -> ScreenCell? {
    guard let raw = rawCell(column: column, row: row) else { return nil }
    let isSecondHalf = raw.chars.0 == UInt32.max
    return ScreenCell(
      text: isSecondHalf ? "" : Self.text(of: raw), width: isSecondHalf ? 0 : Int(raw.width),
      foreground: Self.color(raw.fg), background: Self.color(raw.bg),
      isBold: raw.attrs.bold != 0, isItalic: raw.attrs.italic != 0,
      isUnderlined: raw.attrs.underline != 0, isReversed: raw.attrs.reverse != 0,
      isStruck: raw.attrs.strike != 0)
  }

  /// The text of a row, without blanks at its end.
  func text(ofRow row: Int) -> String {
    var text = ""
    var column = 0
    while column < size.columns, let raw = rawCell(column: column, row: row) {
      let cell = Self.text(of: raw)
      text += cell.isEmpty ? " " : cell
      column += max(1, Int(raw.width))
    }
    return String(text.reversed().drop { $0 == " " }.reversed())
  }

  private func rawCell(column: Int, row: Int) -> VTermScreenCell? {
    guard (0..<size.columns).contains(column), (0..<size.rows).contains(row) else { return nil }
    var raw = VTermScreenCell()
    let position = VTermPos(row: CInt(row), col: CInt(column))
    return vterm_screen_get_cell(screen, position, &raw) == 0 ? nil : raw
  }

  private static func text(of raw: VTermScreenCell) -> String {
    var text = ""
    withUnsafeBytes(of: raw.chars) { bytes in
      for value in bytes.bindMemory(to: UInt32.self).prefix(while: { $0 != 0 }) {
        if let scalar = Unicode.Scalar(WideStandIn.original(of: value)) {
          text.unicodeScalars.append(scalar)
        }
      }
    }
    return text
  }

  private static func color(_ raw: VTermColor) -> ScreenColor {
    let type = Int(raw.type)
    if type & Int(VTERM_COLOR_DEFAULT_MASK.rawValue) != 0 { return .standard }
    if type & Int(VTERM_COLOR_TYPE_MASK.rawValue) == Int(VTERM_COLOR_INDEXED.rawValue) {
      return .palette(Int(raw.indexed.idx))
    }
    return .rgb(Int(raw.rgb.red), Int(raw.rgb.green), Int(raw.rgb.blue))
  }
}

/// The characters of codes such as `:smile:`, which forums write for emoji.
enum DiscourseEmoji {
  /// Maximum bytes of a code.
  private static let longest = 60

  /// Codes that are not the names of their characters in Unicode.
  private static let aliases: [String: String] = [
    "+1": "👍", "-1": "👎", "thumbsup": "👍", "thumbsdown": "👎", "smile": "😄", "smiley": "😃",
    "grinning": "😀", "grin": "😁", "laughing": "😆", "joy": "😂", "rofl": "🤣", "wink": "😉",
    "blush": "😊", "slight_smile": "🙂", "slightly_smiling_face": "🙂", "upside_down": "🙃",
    "innocent": "😇", "heart_eyes": "😍", "kissing_heart": "😘", "yum": "😋",
    "stuck_out_tongue": "😛", "stuck_out_tongue_winking_eye": "😜", "sunglasses": "😎",
    "smirk": "😏", "unamused": "😒", "disappointed": "😞", "pensive": "😔", "worried": "😟",
    "confused": "😕", "slight_frown": "🙁", "frowning": "😦", "cry": "😢", "sob": "😭",
    "scream": "😱", "flushed": "😳", "sweat": "😓", "sweat_smile": "😅", "rage": "😡",
    "angry": "😠", "triumph": "😤", "neutral_face": "😐", "expressionless": "😑",
    "no_mouth": "😶", "open_mouth": "😮", "hushed": "😯", "astonished": "😲", "dizzy_face": "😵",
    "thinking": "🤔", "roll_eyes": "🙄", "hugs": "🤗", "hugging": "🤗", "nerd": "🤓",
    "star_struck": "🤩", "partying_face": "🥳", "shushing_face": "🤫", "exploding_head": "🤯",
    "face_with_raised_eyebrow": "🤨", "relieved": "😌", "sleeping": "😴", "tired_face": "😫",
    "weary": "😩", "mask": "😷", "grimacing": "😬", "zipper_mouth": "🤐", "poop": "💩",
    "heart": "❤️", "broken_heart": "💔", "two_hearts": "💕", "sparkling_heart": "💖",
    "green_heart": "💚", "blue_heart": "💙", "yellow_heart": "💛", "purple_heart": "💜",
    "tada": "🎉", "confetti_ball": "🎊", "fire": "🔥", "100": "💯", "boom": "💥", "zap": "⚡️",
    "star": "⭐️", "star2": "🌟", "sparkles": "✨", "clap": "👏", "pray": "🙏", "wave": "👋",
    "muscle": "💪", "ok_hand": "👌", "raised_hands": "🙌", "point_up": "☝️", "point_up_2": "👆",
    "point_down": "👇", "point_left": "👈", "point_right": "👉", "v": "✌️", "fist": "✊",
    "crossed_fingers": "🤞", "vulcan_salute": "🖖", "handshake": "🤝", "writing_hand": "✍️",
    "eyes": "👀", "facepalm": "🤦", "man_facepalming": "🤦‍♂️", "woman_facepalming": "🤦‍♀️",
    "shrug": "🤷", "man_shrugging": "🤷‍♂️", "woman_shrugging": "🤷‍♀️", "bow": "🙇",
    "raising_hand": "🙋", "man": "👨", "woman": "👩", "robot": "🤖", "ghost": "👻", "alien": "👽",
    "cat": "🐱", "dog": "🐶", "bug": "🐛", "beer": "🍺", "beers": "🍻", "coffee": "☕️",
    "pizza": "🍕", "cake": "🍰", "apple": "🍎", "christmas_tree": "🎄", "gift": "🎁",
    "warning": "⚠️", "white_check_mark": "✅", "heavy_check_mark": "✔️", "x": "❌",
    "heavy_plus_sign": "➕", "question": "❓", "exclamation": "❗️", "bulb": "💡", "memo": "📝",
    "pencil": "📝", "pencil2": "✏️", "book": "📖", "books": "📚", "link": "🔗", "mag": "🔍",
    "lock": "🔒", "unlock": "🔓", "key": "🔑", "wrench": "🔧", "gear": "⚙️", "computer": "💻",
    "phone": "☎️", "email": "✉️", "calendar": "📆", "date": "📅", "clock": "🕰️",
    "hourglass": "⌛️", "chart_with_upwards_trend": "📈", "information_source": "ℹ️",
    "arrow_right": "➡️", "arrow_left": "⬅️", "arrow_up": "⬆️", "arrow_down": "⬇️",
    "sunny": "☀️", "rainbow": "🌈", "snowflake": "❄️", "earth_africa": "🌍",
    "earth_americas": "🌎", "earth_asia": "🌏", "us": "🇺🇸", "gb": "🇬🇧", "uk": "🇬🇧", "de": "🇩🇪",
    "fr": "🇫🇷", "es": "🇪🇸", "it": "🇮🇹", "jp": "🇯🇵", "kr": "🇰🇷", "cn": "🇨🇳", "ru": "🇷🇺",
  ]

  /// The characters by their names in Unicode, such as `waving_hand_sign`.
  private static let named: [String: String] = {
    var named: [String: String] = [:]
    for value in Array(0x2190...0x2BFF) + Array(0x1F300...0x1FAFF) {
      guard let scalar = UnicodeScalar(UInt32(value)), scalar.properties.isEmoji,
        let name = scalar.properties.name
      else { continue }
      let words = String(name.lowercased().map { $0 == " " || $0 == "-" ? "_" : $0 })
      named[words] = String(scalar) + (scalar.properties.isEmojiPresentation ? "" : "\u{FE0F}")
    }
    return named
  }()

  /// Returns the characters of a code, without its colons; nil if it is unknown.
  static func characters(of code: String) -> String? {
    guard !code.isEmpty, code.utf8.count <= longest else { return nil }
    // The colour of the skin may follow.
    let name = code.split(separator: ":").first.map(String.init) ?? code
    if let known = aliases[name] ?? named[name] { return known }
    guard name.hasPrefix("flag_"), case let country = name.dropFirst(5).utf8, country.count == 2,
      country.allSatisfy({ 0x61...0x7A ~= $0 })
    else { return nil }
    return String(
      String.UnicodeScalarView(country.compactMap { UnicodeScalar(0x1F1E6 + UInt32($0) - 0x61) }))
  }

  /// Returns a line whose codes are characters; others stay.
  static func line(_ text: String) -> String {
    guard text.utf8.contains(0x3A) else { return text }
    var parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)[...]
    var output = parts.removeFirst()
    while let part = parts.popFirst() {
      let isLast = parts.isEmpty
      if !isLast, let characters = characters(of: part), var rest = parts.popFirst() {
        // A number may name the colour of the skin.
        if rest.count == 2, rest.first == "t", rest.last?.isNumber == true {
          rest = parts.popFirst() ?? rest
        }
        output += characters + rest
      } else {
        output += ":" + part
      }
    }
    return output
  }

  /// Returns HTML in which the pictures of emoji have characters as their descriptions.
  static func html(_ html: String) -> String {
    let mark = "alt=\":"
    guard html.contains("emoji"), html.contains(mark) else { return html }
    var (output, rest) = ("", html[...])
    while let start = rest.firstRange(of: mark) {
      output += rest[..<start.lowerBound]
      let code = rest[start.upperBound...].utf8.prefix(longest + 2).prefix { $0 != 0x22 }
      let words = String(Substring(code))
      if words.hasSuffix(":"), let characters = characters(of: String(words.dropLast())) {
        output += "alt=\"" + characters
      } else {
        output += mark + words
      }
      rest = rest[code.endIndex...]
    }
    return output + rest
  }
}

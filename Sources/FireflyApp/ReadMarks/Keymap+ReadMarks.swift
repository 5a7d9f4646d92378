extension Keymap {
  /// Keys of the read marks, which belong to the lists.
  static let readMarks = [
    bind(
      "next-unread", .readMarks(.nextPressed), [.character("N")],
      "next unread post; opens it if a post is open"),
    bind(
      "read-branch", .readMarks(.readPressed), [.character("R")],
      "mark the whole list and below read"),
    bind("answers", .readMarks(.answersPressed), [.character("A")], "replies to you"),
    bind("unread", .readMarks(.unreadPressed), [.character("U")], "mark the post unread"),
  ]
}

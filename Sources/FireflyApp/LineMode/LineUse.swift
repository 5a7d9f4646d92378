import FireflyScreen

/// What line mode does with lines while a layer is in front: each layer says what differs there.
struct LineUse: Equatable {
  /// Whether the list stays in front: numbers mean posts.
  var isAboutList = false
  /// Whether line mode asks for its fields, one after the other.
  var asksForFields = false
  /// Whether it takes lines of text, if it takes pasted text at all.
  var takesText = true
  /// Whether what is typed must not be seen.
  var isSecret = false
  /// Whether it takes a code of digits, so that words are commands.
  var takesDigits = false
  /// Whether Enter does something with what was typed, although nothing has a number.
  var entersText = true
  /// Whether a number is expected, if there are some.
  var asksForNumber = true
  /// Whether it is a question with several answers.
  var isAsking = false
  /// The keys that are commands; nil for all.
  var keys: [Key]?
  /// Whether moving leads somewhere.
  var moves = true
  /// Whether it says enough, so that notes are not said.
  var hidesNotes = false
  /// What an empty line does; nil for going down.
  var emptyLine: Action?
  /// What closes it once it was said; nil if the user does.
  var actionToGoOn: Action?
  /// What begins another text, where the question is which draft to continue; nil if that is not asked.
  var beginningAnother: Action?
  /// What its commands are, in sentences; nil for those of the keymap.
  var help: String?
  /// What is said after a command that has changed nothing; nil for the usual sentence.
  var nothingNew: String?
}

extension Surroundings {
  /// What line mode does with lines now.
  var lineUse: LineUse { focus.top?.lineUse ?? LineUse() }
}

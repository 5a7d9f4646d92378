import FireflyCore

extension Post {
  /// The name for sentences and lists: the title, otherwise the author, otherwise "untitled".
  ///
  /// A card without a title stays without one (seed 002).
  package var label: String { title.isEmpty ? byline ?? "untitled" : title }

  /// What names the post in sentences about what is below it: the title, otherwise its first words, otherwise
  /// the author.
  package var headline: String {
    // Of a post of a service, the summary is its words without its poll and its pictures.
    let own =
      service == nil || summary.isEmpty ? self.words : PostText(title: title, summary: summary)
    let words = template == .profile ? title : own.label
    return words.isEmpty ? label : words
  }
}

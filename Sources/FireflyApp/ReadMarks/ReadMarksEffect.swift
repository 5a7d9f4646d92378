import FireflyCore

/// An effect of the read marks.
public enum ReadMarksEffect: Hashable, Sendable {
  /// Read the marks of the current account from the disk.
  case load
  /// Apply changes to the file.
  case store([ReadMarks.Change])
  /// Find the highest number, on the first contact.
  case findNewest
}

extension JobID {
  /// Reading and finding marks.
  public static let readMarks = JobID.named("read marks")
}

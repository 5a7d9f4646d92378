/// The limits of a thread.
public enum ThreadLimits {
  /// Maximum number of posts below the parent.
  public static let posts = 10_000
}

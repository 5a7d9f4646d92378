/// What is said of the codes by which users sign in to a server.
public enum SignInCode {
  /// How long a code holds, as a sentence.
  public static let validity = "A code is valid for ten minutes and five attempts."
}

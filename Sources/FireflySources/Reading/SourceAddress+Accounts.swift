// Accounts belong to an instance, whichever part of it is shown.
extension SourceKind {
  /// Whether a user can sign in.
  public var hasAccounts: Bool { false }
}

extension SourceAddress {
  /// What accounts, drafts and read marks are kept by: `id`, but without the part that is shown where there are
  /// accounts.
  public var accountID: String {
    guard kind.hasAccounts, let place, id.hasSuffix("/" + place) else { return id }
    return String(id.dropLast(place.count + 1))
  }
}

extension SQLiteStore: RelocatableStore {
  func keeping(_ uploads: UploadsFolder) -> any Store {
    var store = self
    store.uploads = uploads
    return store
  }
}

/// Why pictures in S3 can't be read or written.
public enum S3Trouble: Error, Hashable, Sendable {
  /// The server refuses the key or the signature; its word for that.
  case refused(String)
  /// There is no such bucket.
  case noBucket
  /// The bucket is in another region.
  case otherRegion
  /// The server has too much to do.
  case busy
  /// No answer came in time.
  case slow
  /// There is no connection.
  case unreachable(String)
  /// The answer broke off.
  case cut
  /// The answer is longer than it may be.
  case tooLong
  /// The server answers with something else.
  case unexpected(String)
  /// libcurl is not installed, or too old to sign requests.
  case noLibrary
  /// Too many requests wait already.
  case tooMany

  /// What happened and what to do.
  func sentence(about place: String) -> String {
    switch self {
    case .refused(let word):
      """
      \(place) refuses the key (\(word)). Check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and what the key \
      may do.
      """
    case .noBucket: "\(place) doesn't exist. Make the bucket, or name another one with --uploads."
    case .otherRegion: "\(place) is in another region. Name it with region= in --uploads."
    case .busy, .tooMany: "\(place) has too much to do. Try again in a moment."
    case .slow: "\(place) did not answer in time. Try again in a moment."
    case .unreachable(let reason):
      "\(place) can't be reached (\(reason)). Check endpoint= in --uploads."
    case .cut: "\(place) broke off its answer. Try again in a moment."
    case .tooLong: "\(place) sent more than it was asked for. Check endpoint= in --uploads."
    case .unexpected(let word):
      "\(place) doesn't answer as S3 does (\(word)). Check endpoint= in --uploads."
    case .noLibrary:
      "Pictures in S3 need libcurl 7.75 or later. On Debian: apt install libcurl4."
    }
  }
}

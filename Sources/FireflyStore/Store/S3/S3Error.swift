/// Why a request to S3 failed.
package enum S3Error: Error, Hashable, Sendable {
  /// The server rejects the key or the signature; the code of its error.
  case refused(String)
  /// The bucket doesn't exist.
  case noBucket
  /// The bucket is in another region.
  case wrongRegion
  /// The server is overloaded.
  case busy
  /// The request exceeded its time limit.
  case timedOut
  /// The server can't be reached; the reason.
  case unreachable(String)
  /// The response is incomplete.
  case incomplete
  /// The response exceeds its maximum size.
  case tooLarge
  /// The response is not one of S3; the reason.
  case unexpected(String)
  /// libcurl is not installed, or too old to sign requests.
  case noLibrary
  /// Too many requests are waiting.
  case tooManyRequests
  /// The task was cancelled, because its caller has gone.
  case cancelled

  /// Returns a message for the user: what happened, and what to do.
  func message(about storage: String) -> String {
    switch self {
    case .refused(let word):
      """
      \(storage) refused the key (\(word)). Check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and the key's \
      permissions.
      """
    case .noBucket:
      "\(storage) does not exist. Create the bucket, or name another one with --uploads."
    case .wrongRegion: "\(storage) is in another region. Name it with region= in --uploads."
    case .cancelled: "Cancelled."
    case .busy, .tooManyRequests: "\(storage) is overloaded. Try again in a moment."
    case .timedOut: "\(storage) did not answer in time. Try again in a moment."
    case .unreachable(let reason):
      "\(storage) can't be reached (\(reason)). Check endpoint= in --uploads."
    case .incomplete: "\(storage) sent an incomplete response. Try again in a moment."
    case .tooLarge: "\(storage) sent more than was requested. Check endpoint= in --uploads."
    case .unexpected(let word):
      "\(storage) does not respond like S3 (\(word)). Check endpoint= in --uploads."
    case .noLibrary:
      "Pictures in S3 need libcurl 7.75 or later. On Debian: apt install libcurl4."
    }
  }
}

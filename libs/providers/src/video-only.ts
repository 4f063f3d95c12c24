/** The address for requests of a service that makes nothing but videos: it speaks no format, so nobody asks. */
export function rejectEndpoint(): never {
  throw new Error('this service makes nothing but videos');
}

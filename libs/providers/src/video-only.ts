/** The endpoint of a provider that only generates videos. It is never called, because the provider has no formats. */
export function rejectEndpoint(): never {
  throw new Error('this provider supports videos only');
}

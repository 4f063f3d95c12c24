/** The client of a request, according to the connection and the headers. */
export interface ClientFacts {
  address?: string | undefined;
  userAgent?: string | undefined;
}

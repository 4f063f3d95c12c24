export type AdminMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The query parameters. Undefined values are left out. */
export type AdminQuery = Readonly<Record<string, string | number | boolean | undefined>>;

/** The admin API, in this process or on a server. Errors are thrown as a CommandFailure with the reason. */
export interface AdminClient {
  /** `path` begins with /api. Resolves to the JSON of the response; undefined if it has no body. */
  request(method: AdminMethod, path: string, body?: object, query?: AdminQuery): Promise<unknown>;
  /** The same for a response that is not JSON, such as a CSV file. */
  requestText(method: AdminMethod, path: string, body?: object, query?: AdminQuery): Promise<string>;
}

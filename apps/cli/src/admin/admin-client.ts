export type AdminMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What follows the question mark; a value that is undefined is left out. */
export type AdminQuery = Readonly<Record<string, string | number | boolean | undefined>>;

/** The admin API, wherever it is. What it refuses is thrown as a CommandFailure that says why. */
export interface AdminClient {
  /** `path` begins with /api; resolves to what the answer holds, undefined where that is nothing. */
  request(method: AdminMethod, path: string, body?: object, query?: AdminQuery): Promise<unknown>;
  /** The same for an answer that is no JSON, such as a CSV. */
  requestText(method: AdminMethod, path: string, body?: object, query?: AdminQuery): Promise<string>;
}

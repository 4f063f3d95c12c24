export interface AdminAnswer {
  status: number;
  headers: Headers;
  /** The parsed body; empty if there is none, or if it is not JSON. */
  body: Record<string, unknown>;
  text: string;
}

export interface AskOptions {
  body?: unknown;
  headers?: Record<string, string>;
}

/** One request to the admin API, as a script sends it. */
export async function ask(
  origin: string,
  route: `${'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'} /${string}`,
  { body, headers = {} }: AskOptions = {},
): Promise<AdminAnswer> {
  const [method = 'GET', path = '/'] = route.split(' ');
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
  const isJson = text !== '' && response.headers.get('content-type')?.startsWith('application/json') === true;
  return {
    status: response.status,
    headers: response.headers,
    body: (isJson ? JSON.parse(text) : {}) as Record<string, unknown>,
    text,
  };
}

/** The status, code and field of an error, without its message. */
export function getFault({ status, body }: AdminAnswer): unknown[] {
  const { param, code } = (body['error'] ?? {}) as { param?: unknown; code?: unknown };
  return [status, code, param];
}

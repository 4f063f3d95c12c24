/** The kinds of bodies. Each has one media type. */
export type BodyKind = 'json' | 'form' | 'events' | 'audio' | 'video' | 'file' | 'text';

export type ErrorFormat = 'openai' | 'anthropic' | 'google' | 'cohere';

export interface QueryParameter {
  name: string;
  description: string;
  schema: Readonly<Record<string, unknown>>;
  isRequired?: true;
}

export interface ModelApiRoute {
  method: 'get' | 'post' | 'delete';
  path: string;
  tag: string;
  summary: string;
  /** Markdown. */
  description?: string;
  query?: readonly QueryParameter[];
  /** The kinds of request bodies. Undefined if the route has no body. */
  accepts?: readonly BodyKind[];
  /** The kinds of response bodies. */
  returns: readonly BodyKind[];
  /** The names of the schemas, by the kind of body. */
  schemas?: { accepts?: Partial<Record<BodyKind, string>>; returns?: Partial<Record<BodyKind, string>> };
  /** A valid request: the JSON body, or the fields of the form. A value that begins with @ is the name of a file. */
  example?: Readonly<Record<string, unknown>>;
  /** The capability that the model must have. */
  capability?: string;
  errors: ErrorFormat;
  /** Whether the connection is upgraded to a WebSocket. */
  isSocket?: true;
  /** Whether no token is required. */
  isPublic?: true;
}

export const JSON_OR_EVENTS = ['json', 'events'] as const;

export function get(path: string, tag: string, summary: string): ModelApiRoute {
  return { method: 'get', path, tag, summary, returns: ['json'], errors: 'openai' };
}

export function post(path: string, tag: string, summary: string): ModelApiRoute {
  return { ...get(path, tag, summary), method: 'post', accepts: ['json'] };
}

/** The schemas of a route with JSON bodies, and with a stream of events if `events` is set. */
export function describeJson(
  accepts: string | undefined,
  returns: string,
  events?: string,
): Pick<ModelApiRoute, 'schemas'> {
  return {
    schemas: {
      ...(accepts === undefined ? {} : { accepts: { json: accepts } }),
      returns: { json: returns, ...(events === undefined ? {} : { events }) },
    },
  };
}

/** The query parameters of a list with pages. */
export function listQuery(noun: string): readonly QueryParameter[] {
  return [
    {
      name: 'limit',
      description: 'Page size; the default is 20.',
      schema: { type: 'integer', minimum: 1, maximum: 100 },
    },
    {
      name: 'order',
      description: 'Newest first (`desc`) or oldest first (`asc`).',
      schema: { type: 'string', enum: ['asc', 'desc'] },
    },
    {
      name: 'after',
      description: `The id of the last ${noun} of the previous page.`,
      schema: { type: 'string' },
    },
  ];
}

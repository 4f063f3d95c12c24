/** What a body is, by the name of its media type. */
export type BodyKind = 'json' | 'form' | 'events' | 'audio' | 'video' | 'file' | 'text';

export type ErrorShape = 'openai' | 'anthropic' | 'google' | 'cohere';

/** A value in the query of an address. */
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
  /** What else there is to know, in Markdown. */
  about?: string;
  query?: readonly QueryParameter[];
  /** What it reads; nothing where it is left out. */
  takes?: readonly BodyKind[];
  gives: readonly BodyKind[];
  /** The names of the schemas of what it reads and gives, by the kind of body. */
  schemas?: { takes?: Partial<Record<BodyKind, string>>; gives?: Partial<Record<BodyKind, string>> };
  /** A request that works: the body, or the fields of the form, where a file is named by what follows an @. */
  example?: Readonly<Record<string, unknown>>;
  /** What a model has to be able to do, to be asked here. */
  capability?: string;
  errors: ErrorShape;
  /** Whether it becomes a WebSocket. */
  isSocket?: true;
  /** Whether it can be called without a token. */
  isPublic?: true;
}

export const WHOLE_OR_STREAMED = ['json', 'events'] as const;

export function get(path: string, tag: string, summary: string): ModelApiRoute {
  return { method: 'get', path, tag, summary, gives: ['json'], errors: 'openai' };
}

export function post(path: string, tag: string, summary: string): ModelApiRoute {
  return { ...get(path, tag, summary), method: 'post', takes: ['json'] };
}

/** The schemas of a route that reads and gives JSON, and events where they are named. */
export function describeJson(
  takes: string | undefined,
  gives: string,
  events?: string,
): Pick<ModelApiRoute, 'schemas'> {
  return {
    schemas: {
      ...(takes === undefined ? {} : { takes: { json: takes } }),
      gives: { json: gives, ...(events === undefined ? {} : { events }) },
    },
  };
}

/** How pages of a list are asked for, by the ids of what is in it. */
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

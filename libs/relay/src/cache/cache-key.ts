import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';

/**
 * What may be answered from the cache, and for each the members of its body that change nothing about the answer.
 * `openai-responses` has none of them: its answers repeat what was asked. Images are missing, because links to them
 * expire, and so is everything that is asked for with an uploaded file.
 */
const OPERATIONS = {
  'openai-chat': ['user', 'metadata', 'safety_identifier', 'prompt_cache_key', 'prompt_cache_retention'],
  'openai-completions': ['user'],
  'openai-responses': [],
  'anthropic-messages': ['metadata'],
  'gemini-generate-content': ['labels'],
  'openai-embeddings': ['user'],
  'gemini-embed-content': [],
  'gemini-batch-embed-contents': [],
  'jina-rerank': [],
  'cohere-rerank': [],
  'openai-moderations': [],
  'openai-speech': [],
} as const satisfies Record<string, readonly string[]>;

type CacheableOperation = keyof typeof OPERATIONS;

/** Headers that can change an answer: our own, and those that are sent on. */
const EFFECTIVE_HEADER = /^(x-modelgate-strict$|anthropic-)/;
/** Parts of an address that say who asks. */
const CREDENTIALS = ['key', 'access_token'];
/** Numbers this long are not the same after reading and writing. */
const LONG_NUMBER = /\d{16}/;
/** Deeper nesting is compared byte by byte. */
const MAX_DEPTH = 200;

export interface AskedRequest {
  owner: string;
  /** The id of the format or operation in which it came. */
  operation: string;
  hints: { model?: string; isStreamed?: boolean; query?: Readonly<Record<string, unknown>> };
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
  ttlSeconds: number;
}

/** Where the answer to a request is looked for and kept. */
export interface CacheKey {
  owner: string;
  /** The same for all requests of this owner that ask for the same. */
  key: Buffer;
  /** How old an answer may be, and how long a new one is kept. */
  ttlSeconds: number;
}

/** Undefined where the answer to the request is not cached. */
export function buildCacheKey(request: AskedRequest): CacheKey | undefined {
  const { owner, operation, ttlSeconds } = request;
  if (ttlSeconds <= 0 || !isCacheable(operation)) return undefined;
  return { owner, key: hashRequest(operation, request), ttlSeconds };
}

function hashRequest(operation: CacheableOperation, { owner, hints, headers, body }: AskedRequest): Buffer {
  const around = canonicalJson([
    owner,
    operation,
    { ...hints, query: without(hints.query ?? {}, CREDENTIALS) },
    Object.fromEntries(Object.entries(headers).filter(([name]) => EFFECTIVE_HEADER.test(name))),
  ]);
  const normalised = normaliseBody(body, OPERATIONS[operation]);
  const hash = createHash('sha256').update(around);
  return (normalised === undefined ? hash.update('\0').update(body) : hash.update(normalised)).digest();
}

/** Undefined for what cannot be written in another way without doubt: then only the same bytes are the same request. */
function normaliseBody(body: Buffer, withoutEffect: readonly string[]): string | undefined {
  if (!isUtf8(body)) return undefined;
  const text = body.toString('utf8');
  if (LONG_NUMBER.test(text)) return undefined;
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return undefined;
    return canonicalJson(without(parsed, withoutEffect));
  } catch {
    return undefined;
  }
}

function without(value: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

function isCacheable(operation: string): operation is CacheableOperation {
  return Object.hasOwn(OPERATIONS, operation);
}

/**
 * One text for all the ways to write the same value: members in order of their names, no spaces. Only the members of
 * `properties` stay as they come: models fill in a schema in the order in which it is written.
 */
function canonicalJson(value: unknown): string {
  return write(value, { depth: 0, isOrdered: false });
}

interface Position {
  depth: number;
  /** Whether the order of members means something here. */
  isOrdered: boolean;
}

function write(value: unknown, { depth, isOrdered }: Position): string {
  if (depth > MAX_DEPTH) throw new RangeError('nested too deeply');
  // Written as JSON, all of these would be null.
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError('no finite number');
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const next = depth + 1;
  if (Array.isArray(value)) {
    return `[${value.map((item) => write(item, { depth: next, isOrdered: false })).join(',')}]`;
  }
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  const members = isOrdered ? entries : entries.toSorted(([a], [b]) => (a < b ? -1 : 1));
  const texts = members.map(([name, member]) => {
    const text = write(member, { depth: next, isOrdered: name === 'properties' });
    return `${JSON.stringify(name)}:${text}`;
  });
  return `{${texts.join(',')}}`;
}

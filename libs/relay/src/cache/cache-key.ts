import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { type RequestFormatId, mapFormats } from '#wire';

/** By format, the members of its body that do not affect the response. Undefined if responses are not cached. */
const IGNORED_MEMBERS = mapFormats(({ cacheIgnores }) => cacheIgnores);

/** Headers that can affect the response: the gateway's own, and those that are forwarded. */
const EFFECTIVE_HEADER = /^(x-modelgate-strict$|anthropic-)/;
/** Query parameters with a credential. */
const CREDENTIAL_PARAMETERS = ['key', 'access_token'];
/** Numbers this long lose precision when they are parsed. */
const LONG_NUMBER = /\d{16}/;
/** Deeper nesting is compared byte by byte. */
const MAX_DEPTH = 200;

export interface CacheableRequest {
  owner: string;
  /** The id of its format or operation. */
  operation: string;
  hints: { model?: string; isStreamed?: boolean; query?: Readonly<Record<string, unknown>> };
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
  ttlSeconds: number;
}

/** Identifies the response to a request in the cache. */
export interface CacheKey {
  owner: string;
  /** The same for all equivalent requests of this owner. */
  key: Buffer;
  /** The maximum age of a cached response, and the lifetime of a new one. */
  ttlSeconds: number;
}

/** Undefined if the request cannot be cached. */
export function buildCacheKey(request: CacheableRequest): CacheKey | undefined {
  const { owner, operation, ttlSeconds } = request;
  if (ttlSeconds <= 0 || !Object.hasOwn(IGNORED_MEMBERS, operation)) return undefined;
  const ignored = IGNORED_MEMBERS[operation as RequestFormatId];
  return ignored && { owner, key: hashRequest(request, ignored), ttlSeconds };
}

function hashRequest(
  { owner, operation, hints, headers, body }: CacheableRequest,
  ignored: readonly string[],
): Buffer {
  const around = canonicalJson([
    owner,
    operation,
    { ...hints, query: without(hints.query ?? {}, CREDENTIAL_PARAMETERS) },
    Object.fromEntries(Object.entries(headers).filter(([name]) => EFFECTIVE_HEADER.test(name))),
  ]);
  const normalised = normaliseBody(body, ignored);
  const hash = createHash('sha256').update(around);
  return (normalised === undefined ? hash.update('\0').update(body) : hash.update(normalised)).digest();
}

/** The body in canonical form. Undefined if that could differ in meaning: then only identical bytes match. */
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

/**
 * The same text for all spellings of a value: members sorted by name, no spaces. Only the members of `properties` keep
 * their order, because models fill in a schema in that order.
 */
function canonicalJson(value: unknown): string {
  return write(value, { depth: 0, isOrdered: false });
}

interface Position {
  depth: number;
  /** Whether the order of members is significant. */
  isOrdered: boolean;
}

function write(value: unknown, { depth, isOrdered }: Position): string {
  if (depth > MAX_DEPTH) throw new RangeError('nested too deeply');
  // JSON would write all of them as null.
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError('not a finite number');
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

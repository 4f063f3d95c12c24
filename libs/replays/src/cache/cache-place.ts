import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { type CacheableOperation, isCacheable, membersWithoutEffect } from './cacheable-operations.js';
import { canonicalJson } from './canonical-json.js';

/** Headers that can change an answer. */
const EFFECTIVE_HEADERS = ['x-modelgate-strict', 'anthropic-version', 'anthropic-beta'];
/** Parts of an address that say who asks. */
const CREDENTIALS = ['key', 'access_token'];
/** Numbers this long are not the same after reading and writing. */
const LONG_NUMBER = /\d{16}/;

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
export interface CachePlace {
  owner: string;
  /** The same for all requests of this owner that ask for the same. */
  key: Buffer;
  /** How old an answer may be, and how long a new one is kept. */
  ttlSeconds: number;
}

/** Undefined where the request has no place in the cache. */
export function placeInCache(request: AskedRequest): CachePlace | undefined {
  const { owner, operation, ttlSeconds } = request;
  if (ttlSeconds <= 0 || !isCacheable(operation)) return undefined;
  return { owner, key: keyOf(operation, request), ttlSeconds };
}

function keyOf(operation: CacheableOperation, { owner, hints, headers, body }: AskedRequest): Buffer {
  const around = canonicalJson([
    owner,
    operation,
    { ...hints, query: without(hints.query ?? {}, CREDENTIALS) },
    EFFECTIVE_HEADERS.map((name) => headers[name] ?? null),
  ]);
  const normalised = normaliseBody(body, membersWithoutEffect(operation));
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

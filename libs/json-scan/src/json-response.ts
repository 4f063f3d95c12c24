import { NO_ENTRY, ROOT } from './json-outline.js';
import { JsonScanner } from './json-scanner.js';
import { type JsonKind, getKindAt, readValue } from './read-value.js';

/** In bytes. A shorter response is parsed as fast as it is scanned. */
const SHORT_BYTES = 1024;

/** The members of a response as JSON.parse would read them: if a key occurs twice, the last one counts. */
export interface JsonResponse {
  has(key: string, kind: JsonKind): boolean;
  value(key: string): unknown;
}

/**
 * Reads a response that is only forwarded. It is scanned to its end, so that a truncated response is not taken for a
 * complete one, but only the requested members are parsed. Undefined if it is not a JSON object.
 */
export function readJsonResponse(body: Uint8Array): JsonResponse | undefined {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
  if (bytes.length < SHORT_BYTES) return parseResponse(bytes);
  const scanner = new JsonScanner(bytes, { outlineDepth: 1 });
  try {
    scanner.requireObject();
    scanner.advance();
    scanner.requireEnd();
  } catch {
    return parseResponse(bytes);
  }
  return new ScannedResponse(bytes, scanner);
}

class ScannedResponse implements JsonResponse {
  constructor(
    private readonly bytes: Buffer,
    private readonly scanner: JsonScanner,
  ) {}

  has(key: string, kind: JsonKind): boolean {
    const entry = this.findLast(key);
    return entry !== NO_ENTRY && getKindAt(this.bytes, this.scanner.outline.start(entry)) === kind;
  }

  value(key: string): unknown {
    const { outline } = this.scanner;
    const entry = this.findLast(key);
    return entry === NO_ENTRY ? undefined : readValue(this.bytes, outline.start(entry), outline.end(entry));
  }

  private findLast(key: string): number {
    const { outline } = this.scanner;
    let last = NO_ENTRY;
    let next = outline.findMember(ROOT, key, this.bytes);
    while (next !== NO_ENTRY) {
      last = next;
      next = outline.findMember(ROOT, key, this.bytes, last);
    }
    return last;
  }
}

/** For short responses, and for responses that exceed the scanner's limits, which are those of requests. */
function parseResponse(bytes: Buffer): JsonResponse | undefined {
  let members: Record<string, unknown>;
  try {
    const parsed: unknown = JSON.parse(bytes.toString('utf8'));
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return undefined;
    members = parsed as Record<string, unknown>;
  } catch {
    return undefined;
  }
  const value = (key: string): unknown => (Object.hasOwn(members, key) ? members[key] : undefined);
  return { has: (key, kind) => getKind(value(key)) === kind, value };
}

function getKind(value: unknown): JsonKind | undefined {
  if (value === undefined) return undefined;
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'object' || typeof value === 'string'
    ? (typeof value as 'object' | 'string')
    : 'other';
}

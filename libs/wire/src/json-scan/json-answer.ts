import { NO_ENTRY, ROOT } from './json-outline.js';
import { JsonScanner } from './json-scanner.js';
import { type JsonKind, getKindAt, readValue } from './read-value.js';

/** So short an answer is parsed as quickly as it is walked. */
const SHORT_BYTES = 1024;

/** The members of an answer, as JSON.parse would find them: of one that is given twice, the last counts. */
export interface JsonAnswer {
  has(key: string, kind: JsonKind): boolean;
  value(key: string): unknown;
}

/**
 * An answer of an upstream that is only passed on: it is walked to its end, so that none that broke off is taken for
 * whole, but only the members that are asked for are parsed. Undefined where it is no JSON object.
 */
export function readJsonAnswer(body: Uint8Array): JsonAnswer | undefined {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
  if (bytes.length < SHORT_BYTES) return parseAnswer(bytes);
  const scanner = new JsonScanner(bytes, { outlineDepth: 1 });
  try {
    scanner.requireObject();
    scanner.advance();
    scanner.requireEnd();
  } catch {
    return parseAnswer(bytes);
  }
  return new ScannedAnswer(bytes, scanner);
}

class ScannedAnswer implements JsonAnswer {
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

/** For short answers, and for those beyond the limits of requests, which may still be answers. */
function parseAnswer(bytes: Buffer): JsonAnswer | undefined {
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

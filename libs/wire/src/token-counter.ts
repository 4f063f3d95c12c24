import { type JsonObject, type JsonValue } from '#canonical';
import { type RouteHints } from './chat-codec.js';
import { KEEP, editEntries } from './json-scan/edit-entries.js';
import { JsonDocument } from './json-scan/json-document.js';
import { ROOT } from './json-scan/json-outline.js';
import { spliceBytes } from './json-scan/splice-bytes.js';

/** A request for an answer whose tokens are to be counted. */
export interface CountedRequest {
  body: Buffer;
  /** Where it stands in what the client sent; undefined where it is the whole of that. */
  path?: string;
}

/** How a format has tokens counted: what clients ask and are told, and the same for upstreams. */
export interface TokenCounter {
  /** Throws a GatewayError that names the parameter. */
  open(body: Buffer): CountedRequest;
  /** All texts of the request that a model gets to read. */
  getTexts(body: JsonObject, hints: RouteHints): string[];
  /** From a request for an answer to one for a count. */
  encodeRequest(body: Buffer, upstreamModel: string): Buffer;
  /** Undefined where this is no count. */
  decodeCount(answer: JsonObject): number | undefined;
  encodeCount(inputTokens: number): JsonObject;
}

/** A request without these of its outermost members; all else keeps its bytes. */
export function removeMembers(body: Buffer, names: ReadonlySet<string>): Buffer {
  const document = JsonDocument.scan(body);
  const { outline, bytes } = document;
  const root = { start: outline.start(ROOT), end: outline.end(ROOT), entry: ROOT };
  const edits = editEntries(document, root, ({ key }) => (names.has(key ?? '') ? 'remove' : KEEP));
  return edits === 'remove' ? Buffer.from('{}') : spliceBytes(bytes, edits);
}

export function readCount(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

import { type JsonObject, type JsonValue } from '#canonical';
import { editEntries, JsonDocument, KEEP, ROOT, spliceBytes } from '#json-scan';
import { type RouteHints } from './chat-codec.js';

/** A model request whose tokens are counted. */
export interface CountedRequest {
  body: Buffer;
  /** Its path in the body that the client sent; undefined if it is the whole body. */
  path?: string;
}

/** Token counting in a format, for clients and upstreams. */
export interface TokenCounter {
  /** Throws a GatewayError that names the parameter. */
  open(body: Buffer): CountedRequest;
  /** All texts of the request that the model receives. */
  getTexts(body: JsonObject, hints: RouteHints): string[];
  /** Converts a model request to a token counting request. */
  encodeRequest(body: Buffer, upstreamModel: string): Buffer;
  /** Undefined if the response has no count. */
  decodeCount(response: JsonObject): number | undefined;
  encodeCount(inputTokens: number): JsonObject;
}

/** Removes these top-level members. All other bytes are unchanged. */
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

import { GatewayError, type JsonObject } from '#canonical';
import { JsonDocument } from './json-document.js';
import { JsonLimitError, MAX_TRANSLATED_VALUES } from './json-limits.js';
import { JsonScanner } from './json-scanner.js';

/** Parses a client's body within the limits. */
export function readJsonObject(body: Buffer): JsonObject {
  return JSON.parse(JsonDocument.scan(body).bytes.toString('utf8')) as JsonObject;
}

/** Counts values of every kind at every depth. */
export function countValues(body: Buffer): number {
  return JsonDocument.scan(body).valueCount;
}

/** The text has more than this many values. Throws if it is not JSON, or nested too deep. */
export function holdsMoreValues(text: Buffer, count: number): boolean {
  const scanner = new JsonScanner(text, { outlineDepth: 0 });
  try {
    return !scanner.advance(Number.POSITIVE_INFINITY, count);
  } catch (error) {
    if (error instanceof JsonLimitError) return true;
    throw error;
  }
}

/** Refuses a request that would take too long to translate. `param` is the parameter that makes requests long. */
export function checkTranslatable(valueCount: number, param: string): void {
  if (valueCount <= MAX_TRANSLATED_VALUES) return;
  throw new GatewayError(
    'invalid-value',
    `"${param}" is too large for a model of another format: a translated request can have at most ${MAX_TRANSLATED_VALUES} JSON values.`,
    { param },
  );
}

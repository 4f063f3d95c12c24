import { GatewayError, type JsonObject } from '#canonical';
import { JsonDocument } from './json-document.js';
import { JsonLimitError, MAX_TRANSLATED_VALUES } from './json-limits.js';
import { JsonScanner } from './json-scanner.js';

/** The whole of a body that a client sent, within the limits of what may be parsed. */
export function readJsonObject(body: Buffer): JsonObject {
  return JSON.parse(JsonDocument.scan(body).bytes.toString('utf8')) as JsonObject;
}

/** Of every kind and at every depth. */
export function countValues(body: Buffer): number {
  return JsonDocument.scan(body).valueCount;
}

/** Whether a JSON text holds more than this many values. Throws where it is no JSON, or nested too deep. */
export function holdsMoreValues(text: Buffer, count: number): boolean {
  const scanner = new JsonScanner(text, { outlineDepth: 0 });
  try {
    return !scanner.advance(Number.POSITIVE_INFINITY, count);
  } catch (error) {
    if (error instanceof JsonLimitError) return true;
    throw error;
  }
}

/** Refuses a request that would take too long to translate. `param` names what makes requests long. */
export function checkTranslatable(valueCount: number, param: string): void {
  if (valueCount <= MAX_TRANSLATED_VALUES) return;
  throw new GatewayError(
    'invalid-value',
    `"${param}" holds too much for a model of another format: a request that is translated may have at most ${MAX_TRANSLATED_VALUES} values.`,
    { param },
  );
}

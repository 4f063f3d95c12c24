import { type JsonObject } from '#canonical';
import { isRecord } from './json-record.js';

/** The arguments of a call as an object; undefined where they are no such thing. No text means no arguments. */
export function parseToolInput(text: string): JsonObject | undefined {
  if (text.trim() === '') return {};
  try {
    const parsed: unknown = JSON.parse(text);
    return isRecord(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

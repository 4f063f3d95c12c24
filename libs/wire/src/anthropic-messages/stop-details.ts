import { type JsonObject } from '#canonical';
import { isRecord } from './json-record.js';
import { toText } from './to-text.js';

/** Why the service refused, in its own words; empty where it does not say. */
export function refusalExplanation(holder: JsonObject): string {
  const details = holder['stop_details'];
  return isRecord(details) ? toText(details['explanation']) : '';
}

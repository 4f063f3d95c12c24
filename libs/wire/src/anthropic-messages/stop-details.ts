import { type JsonObject } from '#canonical';
import { isRecord } from './json-record.js';
import { textOf } from './text-of.js';

/** Why the service refused, in its own words; empty where it does not say. */
export function refusalExplanation(holder: JsonObject): string {
  const details = holder['stop_details'];
  return isRecord(details) ? textOf(details['explanation']) : '';
}

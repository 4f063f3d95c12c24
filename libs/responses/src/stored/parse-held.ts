import { type JsonObject } from '#canonical';
import { countValues, isLargeJson, parseStoredJson } from '#json-scan';
import { type ByteHold, bytesOfValues } from '#limits';

/**
 * Parses a stored text whose bytes the hold already counts. The values of a large one are counted when it is parsed:
 * small values take many times the memory of their text. Without a hold, nothing is counted.
 */
export async function parseHeld(stored: Buffer, hold: ByteHold | undefined): Promise<JsonObject> {
  const parsed = await parseStoredJson(stored);
  if (hold !== undefined && isLargeJson(stored)) hold.add(bytesOfValues(countValues(stored)));
  return parsed;
}

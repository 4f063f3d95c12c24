const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const OPEN_MAP = 0x7b;

/** Whether a JSON text has more values than this. Does not parse it: parsing takes time for each value, however short. */
export function hasMoreValues(json: Uint8Array, max: number): boolean {
  let count = 0;
  let isInText = false;
  for (let index = 0; index < json.length; index += 1) {
    const byte = json[index];
    if (byte === QUOTE) isInText = !isInText;
    else if (isInText && byte === BACKSLASH) index += 1;
    else if (!isInText && (byte === COMMA || byte === OPEN_LIST || byte === OPEN_MAP)) {
      count += 1;
      if (count > max) return true;
    }
  }
  return false;
}

export interface NumberedData {
  content: unknown;
  serial?: number;
}

/** Unwraps `{"serial": 7, "data": …}`. Throws if the serial is invalid. */
export function unwrapSerial(name: string, content: unknown): NumberedData {
  if (typeof content !== 'object' || content === null || !('serial' in content) || !('data' in content)) {
    return { content };
  }
  const { serial, data } = content;
  if (typeof serial === 'number' && Number.isSafeInteger(serial) && serial >= 1) {
    return { content: data, serial };
  }
  throw new Error(`${name}: "serial" must be a whole number of at least 1.`);
}

const SHOWN = 24;
const LONG_DATA = /[A-Za-z0-9+/=_-]{400,}/g;

/** Pictures and sound are no reading: their bytes are shown by their length. */
export function shortenData(code: string): string {
  return code.replaceAll(
    LONG_DATA,
    (data) => `${data.slice(0, SHOWN)}… ${data.length - SHOWN} more characters`,
  );
}

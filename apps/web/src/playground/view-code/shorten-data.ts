const SHOWN = 24;
const LONG = 400;
const DATA = /[A-Za-z0-9+/=_-]+/g;

/** Replaces most of each long base64 text, such as an image, by the number of its characters. */
export function shortenData(code: string): string {
  return code.replaceAll(DATA, (data) =>
    data.length < LONG ? data : `${data.slice(0, SHOWN)}… ${data.length - SHOWN} more characters`,
  );
}

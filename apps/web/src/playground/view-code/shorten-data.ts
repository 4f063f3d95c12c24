const SHOWN_CHARACTERS = 24;
const LONG_CHARACTERS = 400;
const DATA = /[A-Za-z0-9+/=_-]+/g;

/** Replaces most of each long base64 text, such as an image, by the number of its characters. */
export function shortenData(code: string): string {
  return code.replaceAll(DATA, (data) =>
    data.length < LONG_CHARACTERS
      ? data
      : `${data.slice(0, SHOWN_CHARACTERS)}… ${data.length - SHOWN_CHARACTERS} more characters`,
  );
}

const SHOWN = 24;
const LONG = 400;
const DATA = /[A-Za-z0-9+/=_-]+/g;

/** Images and audio are no reading: their bytes are shown by their length. */
export function shortenData(code: string): string {
  return code.replaceAll(DATA, (data) =>
    data.length < LONG ? data : `${data.slice(0, SHOWN)}… ${data.length - SHOWN} more characters`,
  );
}

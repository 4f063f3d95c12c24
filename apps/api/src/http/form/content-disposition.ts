// bounded: 8,192 bytes, the most that the headers of a part may have.
const PARAMETER = /;\s*([\w-]+\*?)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/g;
const EXTENDED_VALUE = /^utf-8'[^']*'(.*)$/is;

export interface ContentDisposition {
  name?: string;
  fileName?: string;
}

/** Reads the header of a part, given as one character per byte; undefined where it is not that of a form. */
export function parseContentDisposition(header: string): ContentDisposition | undefined {
  if (!/^form-data\s*(?:;|$)/i.test(header)) return undefined;
  const parameters = new Map<string, string>();
  for (const [, key = '', quoted, token = ''] of header.matchAll(PARAMETER)) {
    parameters.set(key.toLowerCase(), quoted === undefined ? token : quoted.replace(/\\(["\\])/g, '$1'));
  }
  return {
    name: decodeValue(parameters.get('name')),
    fileName: decodeExtended(parameters.get('filename*')) ?? decodeValue(parameters.get('filename')),
  };
}

/** The three characters that cannot stand in quotes come percent-encoded, as browsers send them; all else is plain. */
function decodeValue(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  return Buffer.from(value, 'latin1')
    .toString('utf8')
    .replace(/%22|%0d|%0a/gi, decodeURIComponent);
}

/** `UTF-8''na%C3%AFve.wav`, as older client libraries send names that are not ASCII. */
function decodeExtended(value: string | undefined): string | undefined {
  const encoded = value === undefined ? undefined : EXTENDED_VALUE.exec(value)?.[1];
  if (encoded === undefined) return undefined;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

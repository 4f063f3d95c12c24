import { extname } from 'node:path';
import { type FormLimits, invalidMultipart } from './form-limits.js';

/** The headers of a part from the parser: the names are in lower case, the values have one character per byte. */
export type PartHeaders = Readonly<Record<string, readonly string[] | undefined>>;

export interface PartHead {
  name: string;
  fileName?: string;
  isFile: boolean;
}

const PLAIN_ENCODING = /^(?:7bit|8bit|binary)$/i;
/** The content types of files. A text is a file only if it has a file name. */
const FILE_TYPE = /^(?:audio|image|video)\/|^application\/octet-stream\b/i;
const SEPARATOR_BYTES = ': \r\n'.length;

// bounded: 8,192 bytes, the most that the headers of a part may have.
const PARAMETER = /;\s*([\w-]+\*?)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/g;
const EXTENDED_VALUE = /^utf-8'[^']*'(.*)$/is;

interface ContentDisposition {
  name?: string;
  fileName?: string;
}

const MAX_CHARACTERS = 100;
const MAX_EXTENSION_CHARACTERS = 10;
/** Control characters, line separators, the byte order mark, and characters that change the direction of text. */
const UNPRINTABLE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

/** Validates the headers of a part. Throws if the part is not supported. */
export function readPartHead(headers: PartHeaders, limits: FormLimits): PartHead {
  if (countHeaderBytes(headers) > limits.maxPartHeaderBytes)
    throw invalidMultipart(`The headers of a part are larger than ${limits.maxPartHeaderBytes} bytes.`);
  const dispositions = headers['content-disposition'] ?? [];
  const disposition = dispositions.length === 1 ? parseContentDisposition(dispositions[0] ?? '') : undefined;
  if (disposition === undefined)
    throw invalidMultipart('Each part of a form must have one content-disposition header of type form-data.');
  const name = checkName(disposition.name, limits.maxNameBytes);
  const contentType = headers['content-type']?.[0]?.trim() ?? '';
  if (/^multipart\//i.test(contentType))
    throw invalidMultipart(`The part "${name}" is multipart. Forms cannot be nested.`);
  const encoding = headers['content-transfer-encoding']?.[0]?.trim() ?? 'binary';
  if (!PLAIN_ENCODING.test(encoding))
    throw invalidMultipart(`The part "${name}" has a transfer encoding. Send it without one.`);
  return {
    name,
    fileName: cleanFileName(disposition.fileName),
    isFile: disposition.fileName !== undefined || FILE_TYPE.test(contentType),
  };
}

function checkName(name: string | undefined, maxBytes: number): string {
  if (name === undefined || name === '') throw invalidMultipart('Each part of a form must have a name.');
  if (Buffer.byteLength(name) > maxBytes)
    throw invalidMultipart(`The name of a part is longer than ${maxBytes} bytes.`);
  return name;
}

function countHeaderBytes(headers: PartHeaders): number {
  return Object.entries(headers)
    .flatMap(([name, values = []]) => values.map((value) => name.length + value.length + SEPARATOR_BYTES))
    .reduce((sum, bytes) => sum + bytes, 0);
}

/** Parses a content-disposition header, with one character per byte. Undefined if its type is not `form-data`. */
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

/** Browsers percent-encode only quotation marks and line breaks; all other text is UTF-8. */
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

/** A file name without folders and unprintable characters. Undefined if it is empty. */
export function cleanFileName(sent: string | undefined): string | undefined {
  const name = sent?.split(/[/\\]/).at(-1)?.replace(UNPRINTABLE, '').trim();
  return name === undefined || /^\.*$/.test(name) ? undefined : shorten(name);
}

/** Keeps the extension, because upstreams detect the format by it. */
function shorten(name: string): string {
  const characters = Array.from(name);
  if (characters.length <= MAX_CHARACTERS) return name;
  const extension = Array.from(extname(name));
  const suffix = extension.length <= MAX_EXTENSION_CHARACTERS ? extension : [];
  return [...characters.slice(0, MAX_CHARACTERS - suffix.length), ...suffix].join('');
}

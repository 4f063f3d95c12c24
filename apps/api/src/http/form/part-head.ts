import { cleanFileName } from './clean-file-name.js';
import { parseContentDisposition } from './content-disposition.js';
import { invalidMultipart } from './form-faults.js';
import { type FormLimits } from './form-limits.js';

/** The headers of a part as the parser gives them: lower-case names, one character per byte. */
export type PartHeaders = Readonly<Record<string, readonly string[] | undefined>>;

export interface PartHead {
  name: string;
  fileName?: string;
  isFile: boolean;
}

const PLAIN_ENCODING = /^(?:7bit|8bit|binary)$/i;
/** What only a file is sent as. Text is a field unless it has a file name. */
const FILE_TYPE = /^(?:audio|image|video)\/|^application\/octet-stream\b/i;
const SEPARATOR_BYTES = ': \r\n'.length;

/** What a part says of itself. Throws where it cannot be taken. */
export function readPartHead(headers: PartHeaders, limits: FormLimits): PartHead {
  if (headerBytes(headers) > limits.maxPartHeaderBytes)
    throw invalidMultipart(`The headers of a part are larger than ${limits.maxPartHeaderBytes} bytes.`);
  const dispositions = headers['content-disposition'] ?? [];
  const disposition = dispositions.length === 1 ? parseContentDisposition(dispositions[0] ?? '') : undefined;
  if (disposition === undefined)
    throw invalidMultipart('Each part of a form needs one content-disposition header that says form-data.');
  const name = checkName(disposition.name, limits.maxNameBytes);
  const contentType = headers['content-type']?.[0]?.trim() ?? '';
  if (/^multipart\//i.test(contentType))
    throw invalidMultipart(`The part "${name}" is itself multipart; forms cannot be nested.`);
  const encoding = headers['content-transfer-encoding']?.[0]?.trim() ?? 'binary';
  if (!PLAIN_ENCODING.test(encoding))
    throw invalidMultipart(`The part "${name}" is encoded; send its bytes as they are.`);
  return {
    name,
    fileName: cleanFileName(disposition.fileName),
    isFile: disposition.fileName !== undefined || FILE_TYPE.test(contentType),
  };
}

function checkName(name: string | undefined, maxBytes: number): string {
  if (name === undefined || name === '') throw invalidMultipart('Each part of a form needs a name.');
  if (Buffer.byteLength(name) > maxBytes)
    throw invalidMultipart(`The name of a part is longer than ${maxBytes} bytes.`);
  return name;
}

function headerBytes(headers: PartHeaders): number {
  return Object.entries(headers)
    .flatMap(([name, values = []]) => values.map((value) => name.length + value.length + SEPARATOR_BYTES))
    .reduce((sum, bytes) => sum + bytes, 0);
}

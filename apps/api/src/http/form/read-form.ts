import { type FastifyReply, type FastifyRequest } from 'fastify';
import { type Form, GatewayError } from '#canonical';
import { type ByteBudget } from '#limits';
import { DEFAULT_FORM_LIMITS, type FormLimits, invalidMultipart, tooLarge } from './form-limits.js';
import { parseForm } from './parse-form.js';
import { SpooledFiles } from './spooled-files.js';

export interface ReadFormOptions extends Partial<FormLimits> {
  /** The folder for uploads. It is created if it does not exist. */
  spoolFolder: string;
  /** For the files of all uploads together. */
  disk?: ByteBudget;
}

export interface ReceivedForm {
  form: Form;
  /** Removes the files of the form. Must be called when the request ends, also after an error. */
  dispose: () => Promise<void>;
}

const MEDIA_TYPE = /^multipart\/form-data\s*(?:;|$)/i;
const BOUNDARY = /;\s*boundary\s*=\s*(?:"([^"]*)"|([^\s;"]*))/gi;
/** The characters and the length of RFC 2046, which does not allow a space at the end. */
const VALID_BOUNDARY = /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/;

/** Reads a form, and writes its files to disk as they arrive. If it fails, all files are removed. */
export async function readForm(
  request: FastifyRequest,
  reply: FastifyReply,
  { spoolFolder, disk, ...given }: ReadFormOptions,
): Promise<ReceivedForm> {
  const limits = { ...DEFAULT_FORM_LIMITS, ...given };
  const boundary = parseBoundary(request.headers['content-type']);
  refuseContentEncoding(request.headers['content-encoding']);
  if (Number(request.headers['content-length'] ?? 0) > limits.maxBytes)
    throw tooLarge('The upload', limits.maxBytes);
  if (request.headers.expect !== undefined) reply.raw.writeContinue();
  const files = new SpooledFiles(spoolFolder);
  const hold = disk?.open();
  const dispose = async (): Promise<void> => {
    await files.removeAll();
    hold?.release();
  };
  try {
    const form = await parseForm(request.raw, { boundary, files, limits, hold });
    return { form, dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** The bytes of all fields and files. */
export function getFormBytes(form: Form): number {
  let bytes = 0;
  for (const entry of form) bytes += 'file' in entry ? entry.file.sizeBytes : entry.value.length;
  return bytes;
}

function refuseContentEncoding(header: string | undefined): void {
  const encoding = header?.trim().toLowerCase() ?? 'identity';
  if (encoding === 'identity') return;
  throw new GatewayError(
    'unsupported-media-type',
    `The content encoding "${encoding.slice(0, 40)}" is not supported for uploads.`,
  );
}

/** Parses the boundary between the parts from the content type. */
export function parseBoundary(contentType: string | undefined): string {
  if (contentType === undefined || !MEDIA_TYPE.test(contentType.trim())) {
    throw new GatewayError(
      'unsupported-media-type',
      'The request body must be a form (content-type: multipart/form-data).',
    );
  }
  const [first, ...others] = contentType.matchAll(BOUNDARY);
  const boundary = first?.[1] ?? first?.[2] ?? '';
  if (others.length > 0 || !VALID_BOUNDARY.test(boundary)) {
    throw invalidMultipart(
      'The content type must have one boundary of 1 to 70 characters allowed by RFC 2046.',
    );
  }
  return boundary;
}

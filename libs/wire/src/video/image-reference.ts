import { GatewayError, type ImageInput } from '#canonical';
import { toStandardBase64, readDataUrl } from '../openai-dialect/data-url.js';
import { wrongValue } from '../validation/faults.js';

const MAX_IMAGE_BYTES = 20 * 2 ** 20;

const MAX_LINK_LENGTH = 8_192;

const ACCEPTED_IMAGES = 'a PNG, JPEG, WebP or GIF';

type ImageType = 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif';

const MAX_SIGNATURE_IN_BASE64_LENGTH = 16;

/** Decodes an image that is a URL, a data URL or plain base64. */
export function decodeReference(text: string, param: string): ImageInput {
  if (/^https?:/i.test(text)) return decodeLink(text, param);
  if (/^data:/i.test(text)) {
    const base64 = readDataUrl(text)?.base64;
    if (base64 === undefined) throw wrongValue(param, 'is not a valid data URL');
    return decodeImage(base64, param);
  }
  if (/^[a-z][a-z\d+.-]*:/i.test(text)) {
    throw new GatewayError('invalid-value', `"${param}" must be an http or https URL, or a data URL.`, {
      param,
      code: 'url_not_allowed',
    });
  }
  const base64 = toStandardBase64(text);
  if (base64 === undefined || base64 === '')
    throw wrongValue(param, `must be an http or https URL, a data URL, or the base64 of ${ACCEPTED_IMAGES}`);
  return decodeImage(base64, param);
}

/** The media type and the size of a file were determined when it was stored. */
export function decodeFile(input: Extract<ImageInput, { kind: 'file' }>): ImageInput {
  const { file, param } = input;
  checkSize(file.sizeBytes, param);
  if (!isImageType(file.mediaType)) throw notAnImage(param);
  return input;
}

function decodeLink(text: string, param: string): ImageInput {
  if (text.length > MAX_LINK_LENGTH)
    throw wrongValue(param, `must have at most ${MAX_LINK_LENGTH} characters`);
  if (!URL.canParse(text)) throw wrongValue(param, 'is not a valid URL');
  return { kind: 'url', url: new URL(text).href, param };
}

function decodeImage(base64: string, param: string): ImageInput {
  checkSize(Buffer.byteLength(base64, 'base64'), param);
  const mediaType = getImageType(base64);
  if (mediaType === undefined) throw notAnImage(param);
  return { kind: 'bytes', mediaType, base64, param };
}

function checkSize(sizeBytes: number, param: string): void {
  if (sizeBytes > MAX_IMAGE_BYTES)
    throw wrongValue(param, `must have at most ${MAX_IMAGE_BYTES / 2 ** 20} MB`);
}

const IMAGE_TYPES: readonly string[] = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
] satisfies ImageType[];

function isImageType(mediaType: string): boolean {
  return IMAGE_TYPES.includes(mediaType);
}

function notAnImage(param: string): GatewayError {
  return new GatewayError('invalid-value', `"${param}" is not ${ACCEPTED_IMAGES}.`, {
    param,
    code: 'invalid_file_format',
  });
}

/** The type of an image by its first bytes; undefined for other data. */
function getImageType(base64: string): ImageType | undefined {
  const head = Buffer.from(base64.slice(0, MAX_SIGNATURE_IN_BASE64_LENGTH), 'base64').toString('latin1');
  if (head.startsWith('\u0089PNG\r\n\u001a\n')) return 'image/png';
  if (head.startsWith('\u00ff\u00d8\u00ff')) return 'image/jpeg';
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return 'image/webp';
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'image/gif';
  return undefined;
}

import { Refused, type Path } from '../refused.js';
import { checkObject, checkOneOf, checkString } from '../value-checks.js';

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

const IMAGE_BEGINNINGS: Readonly<Record<string, RegExp>> = {
  'image/jpeg': /^ffd8ff/,
  'image/png': /^89504e470d0a1a0a/,
  'image/gif': /^47494638/,
  'image/webp': /^52494646.{8}57454250/,
};

export function checkImageSource(source: unknown, path: Path): void {
  checkObject(source, path);
  checkOneOf(source.type, [...path, 'type'], ['base64', 'url', 'file']);
  if (source.type === 'url') return checkLink(source.url, [...path, 'url']);
  if (source.type === 'file') return checkString(source.file_id, [...path, 'file_id']);
  checkOneOf(source.media_type, [...path, 'media_type'], Object.keys(IMAGE_BEGINNINGS));
  const bytes = getBytes(source.data, [...path, 'data']);
  const beginning = bytes.subarray(0, 16).toString('hex');
  if (IMAGE_BEGINNINGS[String(source.media_type)]?.test(beginning)) return;
  const actual = Object.keys(IMAGE_BEGINNINGS).find((type) => IMAGE_BEGINNINGS[type]?.test(beginning));
  const message = actual
    ? `The image was specified using the ${String(source.media_type)} media type, but the image appears to be a ${actual} image`
    : 'Could not process image';
  throw new Refused(message, { path: [...path, 'data'] });
}

export function checkDocumentSource(source: unknown, path: Path): void {
  checkObject(source, path);
  checkOneOf(source.type, [...path, 'type'], ['base64', 'text', 'content', 'url', 'file']);
  if (source.type === 'url') checkLink(source.url, [...path, 'url']);
  if (source.type === 'text') {
    checkOneOf(source.media_type, [...path, 'media_type'], ['text/plain']);
    checkString(source.data, [...path, 'data']);
  }
  if (source.type !== 'base64') return;
  checkOneOf(source.media_type, [...path, 'media_type'], ['application/pdf']);
  if (
    !getBytes(source.data, [...path, 'data'])
      .toString('latin1')
      .startsWith('%PDF')
  ) {
    throw new Refused('The PDF specified was not valid.', { path: [...path, 'data'] });
  }
}

function checkLink(url: unknown, path: Path): void {
  checkString(url, path);
  if (!url.startsWith('https://')) throw new Refused('Only HTTPS URLs are supported', { path });
}

function getBytes(data: unknown, path: Path): Buffer {
  checkString(data, path);
  if (!BASE64.test(data)) throw new Refused('invalid base64 data', { path });
  return Buffer.from(data, 'base64');
}

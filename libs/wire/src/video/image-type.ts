export type ImageType = 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif';

const MAX_SIGNATURE_IN_BASE64_LENGTH = 16;

/** What an image is by its first bytes, whatever its sender calls it; undefined for anything else. */
export function getImageType(base64: string): ImageType | undefined {
  const head = Buffer.from(base64.slice(0, MAX_SIGNATURE_IN_BASE64_LENGTH), 'base64').toString('latin1');
  if (head.startsWith('\u0089PNG\r\n\u001a\n')) return 'image/png';
  if (head.startsWith('\u00ff\u00d8\u00ff')) return 'image/jpeg';
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return 'image/webp';
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'image/gif';
  return undefined;
}

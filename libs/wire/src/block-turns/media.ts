import { GatewayError } from '#canonical';

/** Media types of documents that services accept as plain text. */
export const TEXT_TYPES = /^(text\/|application\/(json|xml|yaml|x-yaml|javascript)\b)/;

const MAX_SIGNATURE_IN_BASE64_LENGTH = 16;

/** Detects the media type from the first bytes. Services refuse a file whose declared type is wrong. */
export function detectMediaType(base64: string): string | undefined {
  const head = Buffer.from(base64.slice(0, MAX_SIGNATURE_IN_BASE64_LENGTH), 'base64').toString('latin1');
  if (head.startsWith('\u0089PNG')) return 'image/png';
  if (head.startsWith('\u00ff\u00d8\u00ff')) return 'image/jpeg';
  if (head.startsWith('GIF8')) return 'image/gif';
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'image/webp';
  if (head.startsWith('%PDF')) return 'application/pdf';
  return undefined;
}

export function unsupportedInput(what: string): GatewayError {
  return new GatewayError('unsupported-capability', `This model does not accept ${what}.`, {
    param: 'model',
  });
}

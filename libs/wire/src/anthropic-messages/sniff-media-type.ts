const MAX_SIGNATURE_IN_BASE64_LENGTH = 16;

/** What the first bytes say a file is. Services refuse a file that is declared to be something else. */
export function sniffMediaType(base64: string): string | undefined {
  const head = Buffer.from(base64.slice(0, MAX_SIGNATURE_IN_BASE64_LENGTH), 'base64').toString('latin1');
  if (head.startsWith('\u0089PNG')) return 'image/png';
  if (head.startsWith('\u00ff\u00d8\u00ff')) return 'image/jpeg';
  if (head.startsWith('GIF8')) return 'image/gif';
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'image/webp';
  if (head.startsWith('%PDF')) return 'application/pdf';
  return undefined;
}

const PDF = 'application/pdf';

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  pdf: PDF,
  txt: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
  html: 'text/html',
  json: 'application/json',
  xml: 'application/xml',
};

type AudioFormat = 'wav' | 'mp3';

/** What a file is where only its name says so: most documents that are sent are PDF. */
export function toFileMediaType(name: string | undefined): string {
  const extension = name?.split('.').at(-1)?.toLowerCase() ?? '';
  return (Object.hasOwn(MEDIA_TYPES, extension) && MEDIA_TYPES[extension]) || PDF;
}

/** A name for a file that has none: the service tells the type by it. */
export function toFileName(mediaType: string): string {
  const extension = Object.keys(MEDIA_TYPES).find((one) => MEDIA_TYPES[one] === mediaType);
  return `document.${extension ?? 'txt'}`;
}

export function audioMediaType(format: AudioFormat): string {
  return format === 'mp3' ? 'audio/mpeg' : 'audio/wav';
}

export function audioFormat(mediaType: string): AudioFormat | undefined {
  if (/^audio\/(mpeg|mp3)$/i.test(mediaType)) return 'mp3';
  return /^audio\/(wav|wave|x-wav|vnd\.wave)$/i.test(mediaType) ? 'wav' : undefined;
}

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

/** The media type of a file by its name. Without a known extension it is PDF, like most documents. */
export function toFileMediaType(name: string | undefined): string {
  const extension = name?.split('.').at(-1)?.toLowerCase() ?? '';
  return (Object.hasOwn(MEDIA_TYPES, extension) && MEDIA_TYPES[extension]) || PDF;
}

/** A name for a file without one, because the service derives the type from it. */
export function toFileName(mediaType: string): string {
  const extension = Object.keys(MEDIA_TYPES).find((one) => MEDIA_TYPES[one] === mediaType);
  return `document.${extension ?? 'txt'}`;
}

export function toAudioMediaType(format: AudioFormat): string {
  return format === 'mp3' ? 'audio/mpeg' : 'audio/wav';
}

export function getAudioFormat(mediaType: string): AudioFormat | undefined {
  if (/^audio\/(mpeg|mp3)$/i.test(mediaType)) return 'mp3';
  return /^audio\/(wav|wave|x-wav|vnd\.wave)$/i.test(mediaType) ? 'wav' : undefined;
}

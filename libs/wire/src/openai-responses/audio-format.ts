export type AudioFormat = 'wav' | 'mp3';

export function audioMediaType(format: AudioFormat): string {
  return format === 'mp3' ? 'audio/mpeg' : 'audio/wav';
}

export function audioFormat(mediaType: string): AudioFormat | undefined {
  if (/^audio\/(mpeg|mp3)$/i.test(mediaType)) return 'mp3';
  return /^audio\/(wav|wave|x-wav|vnd\.wave)$/i.test(mediaType) ? 'wav' : undefined;
}

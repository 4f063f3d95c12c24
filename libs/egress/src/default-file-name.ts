const EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ['audio/aac', 'aac'],
  ['audio/amr', 'amr'],
  ['audio/flac', 'flac'],
  ['audio/mp4', 'm4a'],
  ['audio/mpeg', 'mp3'],
  ['audio/ogg', 'ogg'],
  ['audio/wav', 'wav'],
  ['audio/webm', 'webm'],
  ['video/mp4', 'mp4'],
  ['video/webm', 'webm'],
  ['image/gif', 'gif'],
  ['image/jpeg', 'jpg'],
  ['image/png', 'png'],
  ['image/webp', 'webp'],
]);

/** The name of an uploaded file without one. Some upstreams detect the format by the extension. */
export function defaultFileName(mediaType: string): string {
  return `file.${EXTENSIONS.get(mediaType) ?? 'bin'}`;
}

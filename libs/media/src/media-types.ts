/** Every type of file that can be stored, by its extension. */
const MEDIA_TYPES = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
  heic: 'image/heic',
  heif: 'image/heif',
  bmp: 'image/bmp',
  tiff: 'image/tiff',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  mkv: 'video/x-matroska',
  avi: 'video/x-msvideo',
  mpg: 'video/mpeg',
  ts: 'video/mp2t',
  ogv: 'video/ogg',
  '3gp': 'video/3gpp',
  '3g2': 'video/3gpp2',
  wav: 'audio/wav',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  flac: 'audio/flac',
  ogg: 'audio/ogg',
  weba: 'audio/webm',
  mka: 'audio/x-matroska',
  bin: 'application/octet-stream',
} as const;

export type MediaExtension = keyof typeof MEDIA_TYPES;

/** Other names of these types that services use. */
const ALIASES: Readonly<Record<string, MediaExtension>> = {
  'image/jpg': 'jpg',
  'image/pjpeg': 'jpg',
  'image/x-png': 'png',
  'image/x-ms-bmp': 'bmp',
  'video/x-m4v': 'mp4',
  'video/matroska': 'mkv',
  'video/avi': 'avi',
  'audio/wave': 'wav',
  'audio/x-wav': 'wav',
  'audio/vnd.wave': 'wav',
  'audio/mp3': 'mp3',
  'audio/x-m4a': 'm4a',
  'audio/m4a': 'm4a',
  'audio/x-aac': 'aac',
  'audio/x-flac': 'flac',
  'audio/opus': 'ogg',
  'audio/matroska': 'mka',
};

const EXTENSIONS = new Map<string, MediaExtension>([
  ...Object.entries(ALIASES),
  ...Object.entries(MEDIA_TYPES).map(([extension, type]) => [type, extension] as [string, MediaExtension]),
]);

export function isMediaExtension(extension: string): extension is MediaExtension {
  return Object.hasOwn(MEDIA_TYPES, extension);
}

export function getMediaType(extension: MediaExtension): string {
  return MEDIA_TYPES[extension];
}

/** Accepts a media type as in a header, with or without parameters. */
export function extensionFor(mediaType: string): MediaExtension | undefined {
  return EXTENSIONS.get(mediaType.replace(/;.*$/s, '').trim().toLowerCase());
}

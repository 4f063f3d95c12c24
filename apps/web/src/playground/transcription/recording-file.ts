const EXTENSIONS: Readonly<Record<string, string>> = {
  'audio/webm': 'webm',
  'audio/mp4': 'mp4',
  'audio/ogg': 'ogg',
};

/** Services go by the name of a file, and browsers record in different kinds. */
export function recordingFile(chunks: readonly Blob[], mediaType: string): File {
  const [type = ''] = mediaType.split(';');
  return new File([...chunks], `recording.${EXTENSIONS[type] ?? 'webm'}`, { type });
}

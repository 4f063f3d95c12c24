/** The properties of a recording that determine its transcript. */
export interface Recording {
  sha256: string;
  /** Its file name, or its media type if it has no name. */
  filename: string;
}

const BYTES_PER_SECOND = 16_000;

/** The transcript of a recording: two sentences, different for every other recording or name. */
export function getTranscript(recording: Recording): string {
  const [first, second] = getHalves(recording);
  return `Vi hører ${recording.filename} 🎧 og ${first}. Så sier noen ${second}.`;
}

/** The same in English. */
export function getTranslation(recording: Recording): string {
  const [first, second] = getHalves(recording);
  return `We hear ${recording.filename} 🎧 and ${first}. Then someone says ${second}.`;
}

/** The length of a recording of so many bytes, whatever its content. */
export function toDurationSeconds(sizeBytes: number): number {
  return Math.ceil((sizeBytes * 100) / BYTES_PER_SECOND) / 100;
}

function getHalves({ sha256 }: Recording): [string, string] {
  const words = sha256.match(/.{8}/g) ?? [];
  return [words.slice(0, 3).join(' '), words.slice(3, 6).join(' ')];
}

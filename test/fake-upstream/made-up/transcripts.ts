/** A recording, as far as it shapes what is heard in it. */
export interface Recording {
  sha256: string;
  /** Its file name, or its media type where it has no name. */
  filename: string;
}

const BYTES_PER_SECOND = 16_000;

/** What a model hears in a recording: two sentences, others for every other recording or name of it. */
export function getTranscript(recording: Recording): string {
  const [first, second] = getHalves(recording);
  return `Vi hører ${recording.filename} 🎧 og ${first}. Så sier noen ${second}.`;
}

/** The same in English. */
export function getTranslation(recording: Recording): string {
  const [first, second] = getHalves(recording);
  return `We hear ${recording.filename} 🎧 and ${first}. Then someone says ${second}.`;
}

/** How long a recording of so many bytes is, whatever is in it. */
export function toDurationSeconds(sizeBytes: number): number {
  return Math.ceil((sizeBytes * 100) / BYTES_PER_SECOND) / 100;
}

function getHalves({ sha256 }: Recording): [string, string] {
  const words = sha256.match(/.{8}/g) ?? [];
  return [words.slice(0, 3).join(' '), words.slice(3, 6).join(' ')];
}

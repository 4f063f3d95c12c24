const SAMPLES_PER_SECOND = 8_000;
const HEADER_BYTES = 44;
const TONE_HERTZ = 440;

/** A WAV file with a tone of so many seconds: 16 bits, one channel. */
export function toneFile(seconds: number): Buffer {
  const sampleCount = seconds * SAMPLES_PER_SECOND;
  const file = Buffer.alloc(HEADER_BYTES + 2 * sampleCount);
  file.write('RIFF', 0);
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(SAMPLES_PER_SECOND, 24);
  file.writeUInt32LE(2 * SAMPLES_PER_SECOND, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36);
  file.writeUInt32LE(2 * sampleCount, 40);
  for (let index = 0; index < sampleCount; index += 1) {
    const phase = (2 * Math.PI * TONE_HERTZ * index) / SAMPLES_PER_SECOND;
    file.writeInt16LE(Math.round(8_000 * Math.sin(phase)), HEADER_BYTES + 2 * index);
  }
  return file;
}

const CONTAINERS = new Set(['moov', 'trak', 'mdia']);
const DATED = new Set(['mvhd', 'tkhd', 'mdhd']);

/** Takes out of an MP4 when it was made, in place, so that the same film has the same bytes at any time. */
export function forgetTimes(film: Buffer): void {
  let position = 0;
  while (position + 8 <= film.length) {
    const size = film.readUInt32BE(position);
    const type = film.toString('latin1', position + 4, position + 8);
    const [headerSize, wholeSize] = size === 1 ? [16, Number(film.readBigUInt64BE(position + 8))] : [8, size];
    const content = film.subarray(position + headerSize, position + wholeSize);
    if (CONTAINERS.has(type)) forgetTimes(content);
    if (DATED.has(type)) content.fill(0, 4, content[0] === 1 ? 20 : 12);
    position += Math.max(headerSize, wholeSize);
  }
}

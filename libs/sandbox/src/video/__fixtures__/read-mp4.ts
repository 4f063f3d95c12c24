/** The properties of an MP4 that the tests need, parsed by hand. */
export interface ParsedVideo {
  width: number;
  height: number;
  /** The creation time in its header. */
  madeAtSeconds: number;
  /** From the parameters of the images: 66 is the baseline profile, which every player supports. */
  profile: number;
  codedWidth: number;
  codedHeight: number;
  frameCount: number;
  framesPerSecond: number;
  /** The kind of each image, in order: 5 is independent, 1 depends on the previous one. */
  imageKinds: number[];
  /** The input of a decoder, in order: the parameters, then each image. */
  units: Buffer[];
}

/** The boxes of the only track by type. Those of interest occur once. */
function getBoxes(bytes: Buffer, found = new Map<string, Buffer>()): Map<string, Buffer> {
  for (let at = 0; at + 8 <= bytes.length; at += bytes.readUInt32BE(at)) {
    const type = bytes.toString('latin1', at + 4, at + 8);
    const content = bytes.subarray(at + 8, at + bytes.readUInt32BE(at));
    found.set(type, content);
    if (['moov', 'trak', 'mdia', 'minf', 'stbl'].includes(type)) getBoxes(content, found);
  }
  return found;
}

export function readMp4(video: Buffer): ParsedVideo {
  const boxes = getBoxes(video);
  const box = (type: string): Buffer => boxes.get(type) ?? Buffer.alloc(0);
  const [header, times, sizes, description] = [box('tkhd'), box('stts'), box('stsz'), box('stsd')];
  const parameters = description.subarray(description.indexOf('avcC') + 4);
  const frames = getFrames(video, boxes);
  const sequence = readSequence(parameters.subarray(8, 8 + parameters.readUInt16BE(6)));
  return {
    width: header.readUInt16BE(76),
    height: header.readUInt16BE(80),
    madeAtSeconds: box('mvhd').readUInt32BE(4),
    ...sequence,
    frameCount: sizes.readUInt32BE(8),
    framesPerSecond: box('mdhd').readUInt32BE(12) / times.readUInt32BE(12),
    imageKinds: frames.map((frame) => frame.readUInt8(0) & 0x1f),
    units: [...parameterSets(parameters), ...frames],
  };
}

function parameterSets(parameters: Buffer): Buffer[] {
  const sequenceEnd = 8 + parameters.readUInt16BE(6);
  const frameStart = sequenceEnd + 3;
  const frameEnd = frameStart + parameters.readUInt16BE(sequenceEnd + 1);
  return [parameters.subarray(8, sequenceEnd), parameters.subarray(frameStart, frameEnd)];
}

/** The images in order, which the tables locate in chunks. */
function getFrames(video: Buffer, boxes: Map<string, Buffer>): Buffer[] {
  const box = (type: string): Buffer => boxes.get(type) ?? Buffer.alloc(0);
  const [sizes, chunks, runs] = [box('stsz'), box('stco'), box('stsc')];
  const frames: Buffer[] = [];
  for (let chunk = 1; chunk <= chunks.readUInt32BE(4); chunk += 1) {
    let position = chunks.readUInt32BE(4 + chunk * 4);
    for (let left = framesInChunk(runs, chunk); left > 0; left -= 1) {
      frames.push(video.subarray(position + 4, position + 4 + video.readUInt32BE(position)));
      position += sizes.readUInt32BE(8 + frames.length * 4);
    }
  }
  return frames;
}

function framesInChunk(runs: Buffer, chunk: number): number {
  let count = 0;
  for (let run = 0; run < runs.readUInt32BE(4); run += 1) {
    if (runs.readUInt32BE(8 + run * 12) <= chunk) count = runs.readUInt32BE(12 + run * 12);
  }
  return count;
}

/** Decodes the sequence parameters of a baseline stream. */
function readSequence(unit: Buffer): Pick<ParsedVideo, 'profile' | 'codedWidth' | 'codedHeight'> {
  const bits = Array.from(unit.subarray(4), (byte) => byte.toString(2).padStart(8, '0')).join('');
  let position = 0;
  const take = (length: number): number => {
    position += length;
    return Number.parseInt(bits.slice(position - length, position), 2);
  };
  const takeGolomb = (): number => {
    const zeros = bits.indexOf('1', position) - position;
    position += zeros;
    return take(zeros + 1) - 1;
  };
  const [, , specKind] = [takeGolomb(), takeGolomb(), takeGolomb()];
  if (specKind === 0) takeGolomb();
  takeGolomb();
  take(1);
  const [columns, rows] = [takeGolomb() + 1, takeGolomb() + 1];
  take(2);
  const crop = take(1) === 1 ? [takeGolomb(), takeGolomb(), takeGolomb(), takeGolomb()] : [0, 0, 0, 0];
  const [left = 0, right = 0, top = 0, bottom = 0] = crop;
  return {
    profile: unit.readUInt8(1),
    codedWidth: columns * 16 - 2 * (left + right),
    codedHeight: rows * 16 - 2 * (top + bottom),
  };
}

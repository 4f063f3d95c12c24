import { describe, expect, it } from '@jest/globals';
import { PcmReader } from './pcm-reader.js';

const SAMPLES = Buffer.from(Array.from({ length: 64 }, (_none, index) => index));

interface WavFacts {
  rateHz?: number;
  channels?: number;
  bits?: number;
  encoding?: number;
  /** As in the header. */
  dataBytes?: number;
}

function wav({
  rateHz = 24_000,
  channels = 1,
  bits = 16,
  encoding = 1,
  dataBytes = 64,
}: WavFacts = {}): Buffer {
  const file = Buffer.alloc(58);
  file.write('RIFF\0\0\0\0WAVEfmt ', 0, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(encoding, 20);
  file.writeUInt16LE(channels, 22);
  file.writeUInt32LE(rateHz, 24);
  file.writeUInt16LE(bits, 34);
  file.write('LIST', 36, 'latin1');
  // Has an odd length, so the next chunk starts one byte later.
  file.writeUInt32LE(5, 40);
  file.write('data', 50, 'latin1');
  file.writeUInt32LE(dataBytes, 54);
  return Buffer.concat([file, SAMPLES]);
}

async function read(contentType: string, bytes: Buffer, chunkBytes = bytes.length): Promise<Buffer> {
  const received: Uint8Array[] = [];
  const reader = new PcmReader(async (pcm) => void received.push(Buffer.from(pcm)));
  reader.open({ 'content-type': contentType });
  for (let start = 0; start < bytes.length; start += chunkBytes) {
    await reader.read(bytes.subarray(start, start + chunkBytes));
  }
  reader.end();
  return Buffer.concat(received);
}

describe('the audio of a speech model', () => {
  it.each([
    'audio/pcm',
    'audio/pcm;rate=24000',
    'audio/pcm; rate=24000; channels=1',
    'audio/L16;rate=24000',
    'application/octet-stream',
  ])('is used unchanged if it is %s', async (contentType) => {
    for (const chunkBytes of [1, 3, 64])
      expect(await read(contentType, SAMPLES, chunkBytes)).toEqual(SAMPLES);
  });

  it.each(['audio/wav', 'audio/x-wav', 'audio/pcm'])(
    'is taken out of a WAV file that comes as %s',
    async (type) => {
      for (const chunkBytes of [1, 7, 59, 122]) expect(await read(type, wav(), chunkBytes)).toEqual(SAMPLES);
      const withTags = Buffer.concat([wav(), Buffer.from('LIST\u0004\0\0\0tags')]);
      expect(await read(type, withTags, 70)).toEqual(SAMPLES);
    },
  );

  it.each([0, 0xff_ff_ff_ff])('is read to its end if the length in the header is %d', async (dataBytes) => {
    expect(await read('audio/wav', wav({ dataBytes }), 9)).toEqual(SAMPLES);
  });

  it.each<[string, Buffer]>([
    ['audio/mpeg', SAMPLES],
    ['audio/pcm;rate=16000', SAMPLES],
    ['audio/pcm;rate=24000;channels=2', SAMPLES],
    ['', SAMPLES],
    ['audio/wav', SAMPLES],
    ['audio/wav', wav({ rateHz: 48_000 })],
    ['audio/wav', wav({ channels: 2 })],
    ['audio/wav', wav({ bits: 24 })],
    ['audio/wav', wav({ encoding: 3 })],
    ['audio/wav', wav().subarray(0, 40)],
    ['audio/wav', Buffer.concat([wav().subarray(0, 36), Buffer.alloc(70_000)])],
    ['audio/pcm', Buffer.alloc(0)],
  ])('is rejected in another format: %s', async (contentType, bytes) => {
    await expect(read(contentType, bytes)).rejects.toMatchObject({ kind: 'upstream-bad-response' });
  });
});

import { mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Form, type UploadedFile } from '#canonical';
import { Response } from 'undici';
import { type EncodedForm, encodeMultipart } from './encode-multipart.js';

interface ParsedPart {
  name: string;
  value?: string;
  fileName?: string;
  mediaType?: string;
  /** Each byte as a character, because Jest compares strings much faster than bytes. */
  content?: string;
}

const LARGE = Buffer.alloc(300_000, 'modelgate\r\n--');

describe('encodeMultipart', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'modelgate-multipart-'));
  });

  afterEach(() => rm(folder, { recursive: true }));

  const store = async (
    content: Buffer | string,
    { fileName, mediaType = 'audio/wav' }: Partial<UploadedFile> = {},
  ): Promise<UploadedFile> => {
    const path = join(folder, `${(await readdir(folder)).length}`);
    await writeFile(path, content);
    return { path, sizeBytes: Buffer.byteLength(content), fileName, mediaType };
  };

  const openFiles = async (): Promise<string[]> => {
    const names = await readdir('/proc/self/fd').catch(() => []);
    const targets = await Promise.all(names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')));
    return targets.filter((target) => target.startsWith(folder));
  };

  it('encodes fields and files', async () => {
    const form: Form = [
      { name: 'model', value: 'm' },
      { name: 'a"b\r\nc', value: '' },
      { name: 'file', file: await store('RIFF', { fileName: 'ä "x".wav' }) },
    ];
    const encoded = encodeMultipart(form, 'BOUNDARY');
    const bytes = await collect(encoded);
    expect(encoded.contentType).toBe('multipart/form-data; boundary=BOUNDARY');
    expect(bytes.toString().split('\r\n')).toEqual([
      '--BOUNDARY',
      'Content-Disposition: form-data; name="model"',
      '',
      'm',
      '--BOUNDARY',
      'Content-Disposition: form-data; name="a%22b%0D%0Ac"',
      '',
      '',
      '--BOUNDARY',
      'Content-Disposition: form-data; name="file"; filename="ä %22x%22.wav"',
      'Content-Type: audio/wav',
      '',
      'RIFF',
      '--BOUNDARY--',
      '',
    ]);
    expect(bytes).toHaveLength(encoded.contentLength);
  });

  it('is parsed equally by two parsers', async () => {
    const form: Form = [
      { name: 'include[]', value: 'eins\nzwei\r\n' },
      { name: 'file', file: await store(LARGE, { fileName: 'große datei.wav' }) },
      { name: 'include[]', value: '漢字😀' },
      { name: 'image[]', file: await store('\0\xff', { mediaType: 'image/png' }) },
      { name: 'image[]', file: await store('x', { mediaType: 'application/octet-stream' }) },
      { name: 'model', value: '' },
    ];
    const encoded = encodeMultipart(form, 'B');
    const bytes = await collect(encoded);
    const expected: ParsedPart[] = [
      { name: 'include[]', value: 'eins\nzwei\r\n' },
      {
        name: 'file',
        fileName: 'große datei.wav',
        mediaType: 'audio/wav',
        content: LARGE.toString('latin1'),
      },
      { name: 'include[]', value: '漢字😀' },
      {
        name: 'image[]',
        fileName: 'file.png',
        mediaType: 'image/png',
        content: Buffer.from('\0\xff').toString('latin1'),
      },
      {
        name: 'image[]',
        fileName: 'file.bin',
        mediaType: 'application/octet-stream',
        content: 'x',
      },
      { name: 'model', value: '' },
    ];
    expect(bytes).toHaveLength(encoded.contentLength);
    await expect(parseWithBusboy(bytes, encoded.contentType)).resolves.toEqual(expected);
    await expect(parseWithUndici(bytes, encoded.contentType)).resolves.toEqual(expected);
  });

  it.each([[[]], [[{ name: 'a', value: 'b' }]]])('has the announced length: %j', async (form) => {
    const encoded = encodeMultipart(form, 'B');
    await expect(collect(encoded)).resolves.toHaveLength(encoded.contentLength);
  });

  it('can be read twice, for a retry', async () => {
    const encoded = encodeMultipart([{ name: 'file', file: await store(LARGE) }], 'B');
    const first = await collect(encoded);
    expect(first.equals(await collect(encoded))).toBe(true);
    await expect(openFiles()).resolves.toEqual([]);
  });

  it('closes its file when the reader stops early', async () => {
    const { chunks } = encodeMultipart([{ name: 'file', file: await store(LARGE) }], 'B');
    let read = 0;
    for await (const chunk of chunks) {
      read += chunk.length;
      if (read > 70_000) break;
    }
    await expect(openFiles()).resolves.toEqual([]);
  });

  it.each([
    ['was deleted', async (path: string) => rm(path)],
    ['was truncated', async (path: string) => writeFile(path, 'x')],
  ])('reports an internal error if a file %s', async (_name, damage) => {
    const file = await store(LARGE);
    const encoded = encodeMultipart([{ name: 'file', file }], 'B');
    await damage(file.path);
    await expect(collect(encoded)).rejects.toMatchObject({ kind: 'internal-error', retryable: false });
    await expect(openFiles()).resolves.toEqual([]);
  });
});

async function collect({ chunks }: EncodedForm): Promise<Buffer> {
  const collected: Uint8Array[] = [];
  for await (const chunk of chunks) collected.push(chunk);
  return Buffer.concat(collected);
}

async function parseWithBusboy(bytes: Buffer, contentType: string): Promise<ParsedPart[]> {
  const parts: Promise<ParsedPart>[] = [];
  const parser = new Busboy({ headers: { 'content-type': contentType } });
  parser.on('field', (name, value) => parts.push(Promise.resolve({ name, value })));
  parser.on('file', (name, stream, fileName, _encoding, mediaType) =>
    parts.push(readAll(stream).then((content) => ({ name, fileName, mediaType, content }))),
  );
  await new Promise((resolve, reject) => {
    Readable.from(bytes).pipe(parser).on('finish', resolve).on('error', reject);
  });
  return Promise.all(parts);
}

async function parseWithUndici(bytes: Buffer, contentType: string): Promise<ParsedPart[]> {
  const form = await new Response(bytes, { headers: { 'content-type': contentType } }).formData();
  return Promise.all(
    Array.from(form, async ([name, value]): Promise<ParsedPart> => {
      if (typeof value === 'string') return { name, value };
      const content = Buffer.from(await value.arrayBuffer()).toString('latin1');
      return { name, fileName: value.name, mediaType: value.type, content };
    }),
  );
}

async function readAll(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('latin1');
}

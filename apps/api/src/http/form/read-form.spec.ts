import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '../../../../../test/eventually/index.js';
import { FormServer } from './testing/form-server.js';
import { field, file, buildRequestHead, part, buildForm } from './testing/multipart-text.js';

const WAV = Buffer.from('RIFF\x24\0\0\0WAVEfmt ', 'latin1');

describe('readForm', () => {
  let server: FormServer;

  beforeEach(async () => {
    server = await FormServer.start();
  });

  afterEach(() => server.close());

  it('returns all parts in their order', async () => {
    const body = buildForm(
      file('file', WAV, 'speech.wav'),
      field('model', 'm'),
      field('include[]', 'a'),
      field('include[]', 'b'),
      field('__proto__', ''),
    );
    const { form, contents } = await server.sendAndRead(body);
    expect(form).toEqual([
      {
        name: 'file',
        file: {
          path: expect.stringContaining(server.spoolFolder),
          sizeBytes: WAV.length,
          fileName: 'speech.wav',
          mediaType: 'audio/wav',
        },
      },
      { name: 'model', value: 'm' },
      { name: 'include[]', value: 'a' },
      { name: 'include[]', value: 'b' },
      { name: '__proto__', value: '' },
    ]);
    expect(contents).toEqual([WAV]);
  });

  it('stores two files with the same name separately', async () => {
    const { contents, spooled } = await server.sendAndRead(
      buildForm(file('image[]', 'one'), file('image[]', 'two')),
    );
    expect(contents.map(String)).toEqual(['one', 'two']);
    expect(spooled).toHaveLength(2);
  });

  it('removes the files on dispose', async () => {
    const { spooled } = await server.sendAndRead(buildForm(file('file', 'x')));
    expect(spooled).toHaveLength(1);
    await expect(server.spooled()).resolves.toEqual([]);
  });

  it('creates files that only the owner of the process can read', async () => {
    const body = buildForm(file('file', 'x'.repeat(100_000)));
    const socket = server.connect();
    socket.write(buildRequestHead(body.length));
    socket.write(body.subarray(0, -10));
    const path = await eventually(async () => (await server.spooled())[0]);
    await expect(readMode(path)).resolves.toBe(0o600);
    await expect(readMode(dirname(path))).resolves.toBe(0o700);
    await expect(readMode(server.spoolFolder)).resolves.toBe(0o700);
    socket.destroy();
  });

  it.each([
    ['a name with folders', 'filename="../../etc/x.wav"', 'x.wav'],
    ['a Windows path', 'filename="C:\\dir\\x.wav"', 'x.wav'],
    ['no file name', 'x=y', undefined],
    ['an empty file name', 'filename=""', undefined],
  ])('generates the name of the stored file, given %s', async (_name, parameter, fileName) => {
    const disposition = `Content-Disposition: form-data; name="file"; ${parameter}`;
    const { form, spooled } = await server.sendAndRead(
      buildForm(part(`${disposition}\r\nContent-Type: application/octet-stream`, 'x')),
    );
    const [entry] = form ?? [];
    expect(entry).toMatchObject({ name: 'file', file: { mediaType: 'application/octet-stream' } });
    expect(entry !== undefined && 'file' in entry ? entry.file.fileName : 'no file').toBe(fileName);
    expect(spooled[0]).toMatch(/\/[0-9a-f-]{36}$/);
  });

  it('detects the media type by the first bytes of a file, not by its headers', async () => {
    const { form } = await server.sendAndRead(
      buildForm(
        file('file', 'MZ\x90\0 a program'),
        file('image', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')),
      ),
    );
    expect(form?.map((entry) => ('file' in entry ? entry.file.mediaType : ''))).toEqual([
      'application/octet-stream',
      'image/png',
    ]);
  });

  it.each([
    ['no parts', buildForm(), []],
    [
      'text before and after the form',
      Buffer.concat([Buffer.from('hello\r\n'), buildForm(field('a', '1')), Buffer.from('bye')]),
      [{ name: 'a', value: '1' }],
    ],
    ['text in UTF-8', buildForm(field('ä', '漢字😀\ufeff')), [{ name: 'ä', value: '漢字😀\ufeff' }]],
    ['escaped names', buildForm(field('a%22b%0D%0Ac', '1')), [{ name: 'a"b\r\nc', value: '1' }]],
  ])('accepts %s', async (_name, body, form) => {
    await expect(server.sendAndRead(body)).resolves.toMatchObject({ form });
    const bytes = Array.from(body, (_byte, index) => body.subarray(index, index + 1));
    await expect(server.sendAndRead(bytes)).resolves.toMatchObject({ form });
  });

  it('sends "100 Continue" to a client that expects it', async () => {
    const body = buildForm(field('a', '1'));
    const socket = server.connect();
    socket.write(buildRequestHead(body.length, 'Expect: 100-continue\r\n'));
    const [interim] = (await once(socket, 'data')) as [Buffer];
    expect(interim.toString()).toMatch(/^HTTP\/1\.1 100 /);
    socket.write(body);
    const [final] = (await once(socket, 'data')) as [Buffer];
    expect(final.toString()).toMatch(/^HTTP\/1\.1 200 /);
    socket.destroy();
  });

  it('refuses a form by its content-length, without "100 Continue"', async () => {
    server.limits = { maxBytes: 100 };
    const socket = server.connect();
    socket.write(buildRequestHead(101, 'Expect: 100-continue\r\n'));
    const [final] = (await once(socket, 'data')) as [Buffer];
    expect(final.toString()).toMatch(/^HTTP\/1\.1 413 /);
    socket.destroy();
  });
});

async function readMode(place: string): Promise<number> {
  return (await stat(place)).mode & 0o777;
}

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FormServer } from './testing/form-server.js';
import { field, file, part, buildForm } from './testing/multipart-text.js';
import { listOpenFiles } from './testing/list-open-files.js';

const MEGABYTE = 2 ** 20;
const FORM = buildForm(field('model', 'm'));
const DISPOSITION = 'Content-Disposition: form-data; name="file"; filename="a.wav"';
const times = (count: number, make: (index: number) => Buffer): Buffer[] =>
  Array.from({ length: count }, (_nothing, index) => make(index));

describe('readForm with invalid forms', () => {
  let server: FormServer;

  beforeEach(async () => {
    server = await FormServer.start();
  });

  afterEach(async () => {
    expect(server.outcomes.flatMap(({ error, spooled }) => (error === undefined ? [] : spooled))).toEqual([]);
    expect(listOpenFiles(server.spoolFolder)).toEqual([]);
    await server.close();
  });

  it.each([
    ['JSON', 'application/json'],
    ['a URL-encoded form', 'application/x-www-form-urlencoded'],
    ['another multipart type', 'multipart/mixed; boundary=B'],
  ])('refuses %s', async (_name, contentType) => {
    const { status, error } = await server.send(FORM, { 'content-type': contentType });
    expect({ status, code: error?.code }).toEqual({ status: 415, code: 'unsupported_media_type' });
  });

  it.each(['gzip', 'br', 'identity, gzip'])('refuses the content encoding %s', async (encoding) => {
    await expect(server.send(FORM, { 'content-encoding': encoding })).resolves.toMatchObject({ status: 415 });
  });

  it.each([
    ['no boundary', 'multipart/form-data'],
    ['an empty boundary', 'multipart/form-data; boundary='],
    ['a long boundary', `multipart/form-data; boundary=${'b'.repeat(71)}`],
    ['a very long boundary', `multipart/form-data; boundary=${'-'.repeat(5000)}`],
    ['a boundary with invalid characters', 'multipart/form-data; boundary="a{b}"'],
    ['two boundaries', 'multipart/form-data; boundary=B; boundary=C'],
    ['a boundary that the body does not have', 'multipart/form-data; boundary=C'],
  ])('refuses %s', async (_name, contentType) => {
    const { status, error } = await server.send(FORM, { 'content-type': contentType });
    expect({ status, code: error?.code }).toEqual({ status: 400, code: 'invalid_multipart' });
  });

  it.each([
    ['an empty body', Buffer.alloc(0)],
    ['a body in JSON', Buffer.from('{"model":"m"}')],
    ['no last boundary', Buffer.concat([field('a', '1'), file('file', 'x')])],
    ['an incomplete last boundary', Buffer.concat([field('a', '1'), Buffer.from('--B-')])],
    ['an end within a file', buildForm(file('file', 'x'.repeat(200_000))).subarray(0, 150_000)],
    ['an end within the headers of a part', buildForm(file('file', 'x')).subarray(0, 20)],
    ['a part without headers', buildForm(part('', 'x'))],
    ['a part whose headers do not end', buildForm(Buffer.from('--B\r\nContent-Disposition: form-data\r\n'))],
    ['an empty part', buildForm(field('a', '1'), Buffer.from('--B\r\n'))],
    ['a part without a name', buildForm(part('Content-Disposition: form-data', 'x'))],
    ['a part with an empty name', buildForm(field('', 'x'))],
    ['a part that is an attachment', buildForm(part('Content-Disposition: attachment; name="a"', 'x'))],
    ['a part with two dispositions', buildForm(part(`${DISPOSITION}\r\n${DISPOSITION}`, 'x'))],
    ['a nested form', buildForm(part(`${DISPOSITION}\r\nContent-Type: multipart/mixed; boundary=C`, 'x'))],
    ['base64', buildForm(part(`${DISPOSITION}\r\nContent-Transfer-Encoding: base64`, 'eA=='))],
    [
      'quoted-printable',
      buildForm(part(`${DISPOSITION}\r\nContent-Transfer-Encoding: Quoted-Printable`, 'x')),
    ],
    ['a long name', buildForm(field('n'.repeat(201), 'x'))],
    ['a very long name', buildForm(field('n'.repeat(MEGABYTE), 'x'))],
    ['a very long header', buildForm(part(`${DISPOSITION}\r\nX-More: ${'x'.repeat(MEGABYTE)}`, 'x'))],
    ['too many headers', buildForm(part(`${DISPOSITION}\r\n${'X-More: x\r\n'.repeat(10_000)}X: y`, 'x'))],
    ['21 files', buildForm(...times(21, (index) => file(`f${index}`, 'x')))],
    ['51 fields', buildForm(...times(51, (index) => field(`f${index}`, 'x')))],
    ['10,000 files', buildForm(...times(10_000, () => file('f', 'x')))],
    ['10,000 fields', buildForm(...times(10_000, () => field('f', 'x')))],
  ])('refuses %s', async (_name, body) => {
    const { status, error } = await server.send(body);
    expect({ status, code: error?.code }).toEqual({ status: 400, code: 'invalid_multipart' });
  });

  it('accepts the maximum number of parts', async () => {
    const fields = times(50, (index) => field(`f${index}`, 'x'));
    const files = times(20, (index) => file(`f${index}`, 'x'));
    const { form } = await server.sendAndRead(buildForm(...fields, ...files));
    expect(form).toHaveLength(70);
  });

  it.each([
    ['an empty file', buildForm(field('model', 'm'), file('audio', '')), 'audio'],
    ['an empty file without a name, as browsers send it', buildForm(file('audio', '', '')), 'audio'],
    [
      'text that is not UTF-8',
      buildForm(part('Content-Disposition: form-data; name="prompt"', Buffer.from([0xff]))),
      'prompt',
    ],
  ])('refuses %s, and names the part', async (_name, body, param) => {
    const { status, error } = await server.send(body);
    expect({ status, code: error?.code, param: error?.param }).toEqual({
      status: 400,
      code: 'invalid_value',
      param,
    });
  });

  it('refuses a field of more than 1 MB', async () => {
    await server.sendAndRead(buildForm(field('prompt', 'x'.repeat(MEGABYTE))));
    const { status, error } = await server.send(buildForm(field('prompt', 'x'.repeat(MEGABYTE + 1))));
    expect({ status, param: error?.param }).toEqual({ status: 413, param: 'prompt' });
  });

  it('refuses fields of more than 4 MB together', async () => {
    const fields = times(4, (index) => field(`f${index}`, 'x'.repeat(MEGABYTE)));
    await server.sendAndRead(buildForm(...fields));
    await expect(server.send(buildForm(...fields, field('last', 'x')))).resolves.toMatchObject({
      status: 413,
    });
  });

  it('refuses a body that is one byte too large, with and without content-length', async () => {
    const body = buildForm(file('file', 'x'.repeat(100_000)));
    server.limits = { maxBytes: body.length };
    await server.sendAndRead(body);
    await server.sendAndRead([body]);
    server.limits = { maxBytes: body.length - 1 };
    await expect(server.send(body)).resolves.toMatchObject({ status: 413 });
    await expect(server.send([body])).resolves.toMatchObject({ status: 413 });
  });

  it('refuses a form that cannot be stored, without details in the message', async () => {
    server.limits = { spoolFolder: '/dev/null/spool' };
    const { status, error } = await server.send(
      buildForm(file('file', 'x'.repeat(200_000)), field('a', 'b')),
    );
    expect({ status, message: error?.message }).toEqual({
      status: 500,
      message: 'The upload could not be stored.',
    });
  });
});

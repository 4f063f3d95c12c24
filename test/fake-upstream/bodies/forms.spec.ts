import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { toSha256, startFakeUpstream, getTranscript, type FakeUpstream } from '../index.js';

const LARGE = Buffer.alloc(24 * 1024 * 1024, 'a large file ');

let upstream: FakeUpstream;

beforeEach(async () => {
  upstream = await startFakeUpstream({ discardBodies: true });
});

afterEach(() => upstream.close());

function getForm(bytes: Buffer): FormData {
  const form = new FormData();
  form.append('language', 'no');
  form.append('file', new Blob([bytes], { type: 'audio/mpeg' }), 'mappe/snø.mp3');
  form.append('model', 'whisper-1');
  form.append('timestamp_granularities[]', 'word');
  form.append('timestamp_granularities[]', 'segment');
  form.append('response_format', 'verbose_json');
  return form;
}

const part = (name: string, value: string) =>
  `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}`;

function post(body: FormData) {
  return fetch(`${upstream.url}/audio/transcriptions`, {
    method: 'POST',
    body,
    headers: { authorization: 'Bearer sk-upstream-1' },
  });
}

describe('forms', () => {
  it('without stored bytes are counted and hashed, and get the same response', async () => {
    const response = await post(getForm(LARGE));
    const text = getTranscript({ sha256: toSha256(LARGE), filename: 'mappe/snø.mp3' });
    expect(await response.json()).toMatchObject({ text, language: 'no', task: 'transcribe' });
    const [request] = upstream.received;
    expect(request?.rawBody).toHaveLength(0);
    expect(request?.body.sizeBytes).toBe(Number(request?.headers['content-length']));
    expect(request?.form().files).toEqual([
      {
        name: 'file',
        filename: 'mappe/snø.mp3',
        contentType: 'audio/mpeg',
        sizeBytes: LARGE.length,
        sha256: toSha256(LARGE),
      },
    ]);
  });

  it.each([true, false])('keep their order, discardBodies: %s', async (discardBodies) => {
    await upstream.close();
    upstream = await startFakeUpstream({ discardBodies });
    await post(getForm(Buffer.from('x')));
    expect(upstream.received[0]?.form().entries.map(({ name }) => name)).toEqual([
      'language',
      'file',
      'model',
      'timestamp_granularities[]',
      'timestamp_granularities[]',
      'response_format',
    ]);
    expect(upstream.received[0]?.form().values('timestamp_granularities[]')).toEqual(['word', 'segment']);
  });

  it('are not in every body', async () => {
    await fetch(`${upstream.url}/moderations`, { method: 'POST', body: '{}' });
    expect(upstream.received[0]?.rawBody.toString()).toBe('{}');
    expect(() => upstream.received[0]?.form()).toThrow('no form');
  });

  it.each([
    ['without parts', 'multipart/form-data; boundary=b', 'x'],
    ['without an end', 'multipart/form-data; boundary=b', part('model', 'whisper-1')],
    ['whose file does not end', 'multipart/form-data; boundary=b', part('file"; filename="a.mp3', 'abc')],
    ['without a boundary', 'multipart/form-data', `${part('model', 'whisper-1')}\r\n--b--\r\n`],
  ])('%s are rejected', async (_, contentType, body) => {
    const response = await fetch(`${upstream.url}/audio/transcriptions`, {
      method: 'POST',
      body,
      headers: { authorization: 'Bearer sk-upstream-1', 'content-type': contentType },
    });
    expect(response.status).toBe(400);
    expect(() => upstream.received[0]?.form()).toThrow('no form');
  });
});

import { readdir } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { TEST_TOKEN, eventually } from '../../harness/index.js';
import { RECORDING, type TranscriptionHarness } from './harness.js';

const withFile = (content: Blob | string, fields: [string, string][] = []): FormData => {
  const form = new FormData();
  if (typeof content === 'string') form.append('file', content);
  else form.append('file', content, 'sound.mp3');
  for (const [name, value] of [['model', 'whisper'], ...fields] as const) form.append(name, value);
  return form;
};

export function describeForms(harnessed: () => TranscriptionHarness): void {
  describe('a form for a transcription', () => {
    let harness: TranscriptionHarness;

    beforeAll(() => {
      harness = harnessed();
    });

    const program = Buffer.concat([Buffer.from('MZ\u0090\0', 'latin1'), Buffer.alloc(512)]);
    const wav = new Blob([RECORDING]);

    const twoFiles = withFile(wav);
    twoFiles.append('file', wav, 'second.wav');
    const noFile = new FormData();
    noFile.append('model', 'whisper');
    const noModel = new FormData();
    noModel.append('file', wav, 'a.wav');

    it.each<[string, FormData, string, string]>([
      ['no file', noFile, 'file', 'missing_required_parameter'],
      ['two files', twoFiles, 'file', 'invalid_value'],
      ['a text instead of the file', withFile('hello'), 'file', 'invalid_type'],
      ['an empty file', withFile(new Blob([])), 'file', 'invalid_value'],
      ['a program', withFile(new Blob([program], { type: 'audio/mpeg' })), 'file', 'invalid_file_format'],
      [
        'a page',
        withFile(new Blob(['<!doctype html>'], { type: 'audio/wav' })),
        'file',
        'invalid_file_format',
      ],
      ['an image', withFile(new Blob(['GIF89a......'])), 'file', 'invalid_file_format'],
      ['no model', noModel, 'model', 'missing_required_parameter'],
      ['two models', withFile(wav, [['model', 'gpt']]), 'model', 'invalid_value'],
      ['an unknown format', withFile(wav, [['response_format', 'docx']]), 'response_format', 'invalid_value'],
      [
        'a temperature that is no number',
        withFile(wav, [['temperature', 'warm']]),
        'temperature',
        'invalid_type',
      ],
      ['a temperature out of range', withFile(wav, [['temperature', '1.1']]), 'temperature', 'invalid_value'],
      ['an invalid stream flag', withFile(wav, [['stream', 'maybe']]), 'stream', 'invalid_type'],
      [
        'an unknown granularity',
        withFile(wav, [['timestamp_granularities[]', 'letter']]),
        'timestamp_granularities',
        'invalid_value',
      ],
      [
        'a field for routing',
        withFile(wav, [['api_base', 'http://127.0.0.1']]),
        'api_base',
        'forbidden_field',
      ],
    ])('is rejected with %s', async (_what, form, param, code) => {
      const asked = harness.upstream.received.length;
      const response = await harness.post(form);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error', param, code } });
      expect(harness.upstream.received).toHaveLength(asked);
    });

    it('may not request a translation in a format that has none', async () => {
      const form = withFile(wav, [['response_format', 'diarized_json']]);
      const response = await harness.post(form, { path: '/audio/translations' });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: { param: 'response_format' } });
    });

    it('cannot be JSON', async () => {
      const response = await fetch(`${harness.gateway.baseUrl}/audio/transcriptions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'whisper' }),
      });
      expect(response.status).toBe(415);
    });

    it('leaves nothing on disk, whatever the result', async () => {
      await harness.post(withFile(wav));
      await harness.post(withFile(new Blob([program])));
      harness.upstream.script({ kind: 'reset' });
      await harness.post(withFile(wav));
      const left = await eventually(async () => {
        const files = await readdir(harness.spoolFolder, { recursive: true, withFileTypes: true });
        return files.every((entry) => entry.isDirectory()) || undefined;
      });
      expect(left).toBe(true);
    });
  });
}

import { type Form, type FormEntry } from '#canonical';
import { describe, expect, it } from '@jest/globals';
import { decodeTranscriptionRequest, decodeTranslationRequest } from './decode-transcription-request.js';

const recording = (mediaType = 'audio/mpeg'): FormEntry => ({
  name: 'file',
  file: { path: '/spool/1', sizeBytes: 9, mediaType },
});
const fields = (...pairs: [string, string][]): Form => pairs.map(([name, value]) => ({ name, value }));
const MODEL: Form = fields(['model', 'm']);

describe('a transcription form', () => {
  it('is decoded in any order and notation', () => {
    const form = [
      ...fields(
        ['stream', 'true'],
        ['timestamp_granularities', 'word'],
        ['timestamp_granularities', 'segment'],
      ),
      recording(),
      ...fields(['temperature', '0.5'], ['language', 'no'], ['prompt', 'p'], ['model', 'm']),
      ...fields(['response_format', 'vtt'], ['include[]', 'logprobs'], ['chunking_strategy[type]', 'auto']),
    ];
    expect(decodeTranscriptionRequest(form)).toEqual({
      task: 'transcribe',
      model: 'm',
      file: { path: '/spool/1', sizeBytes: 9, mediaType: 'audio/mpeg' },
      language: 'no',
      prompt: 'p',
      format: 'vtt',
      temperature: 0.5,
      granularities: ['word', 'segment'],
      isStreamed: true,
      extensions: { include: 'logprobs', chunking_strategy: 'auto' },
    });
  });

  it('requests JSON without streaming by default', () => {
    const asked = decodeTranscriptionRequest([recording('video/webm'), ...MODEL]);
    expect(asked).toMatchObject({ format: 'json', isStreamed: false });
    expect(asked.extensions).toBeUndefined();
  });

  it('requires an upstream of its own format for speaker diarization', () => {
    const form = [recording(), ...MODEL, ...fields(['response_format', 'diarized_json'])];
    expect(decodeTranscriptionRequest(form).onlyNative).toMatchObject({ param: 'response_format' });
  });

  it.each<[string, Form, string, string]>([
    ['no model', [recording()], 'model', 'missing-parameter'],
    ['no file', MODEL, 'file', 'missing-parameter'],
    ['two files', [recording(), recording(), ...MODEL], 'file', 'invalid-value'],
    [
      'another temperature',
      [recording(), ...MODEL, ...fields(['temperature', '2'])],
      'temperature',
      'invalid-value',
    ],
    [
      'another granularity',
      [recording(), ...MODEL, ...fields(['timestamp_granularities[]', 'x'])],
      'timestamp_granularities',
      'invalid-value',
    ],
    [
      'two languages',
      [recording(), ...MODEL, ...fields(['language', 'a'], ['language', 'b'])],
      'language',
      'invalid-value',
    ],
  ])('is rejected with the name of the field: %s', (_what, form, param, kind) => {
    expect(() => decodeTranscriptionRequest(form)).toThrow(expect.objectContaining({ param, kind }));
  });

  it.each(['application/octet-stream', 'image/png', 'application/pdf'])(
    'rejects %s as a recording',
    (type) => {
      expect(() => decodeTranscriptionRequest([recording(type), ...MODEL])).toThrow(
        expect.objectContaining({ kind: 'invalid-value', param: 'file', code: 'invalid_file_format' }),
      );
    },
  );
});

describe('a translation form', () => {
  it('has fewer fields', () => {
    const form = [recording(), ...MODEL, ...fields(['stream', 'true'], ['language', 'no'], ['prompt', 'p'])];
    expect(decodeTranslationRequest(form)).toMatchObject({
      task: 'translate',
      prompt: 'p',
      isStreamed: false,
      extensions: { stream: 'true', language: 'no' },
    });
  });

  it('does not support speaker diarization', () => {
    const form = [recording(), ...MODEL, ...fields(['response_format', 'diarized_json'])];
    expect(() => decodeTranslationRequest(form)).toThrow(
      expect.objectContaining({ param: 'response_format', kind: 'invalid-value' }),
    );
  });
});

import { describe, expect, it } from '@jest/globals';
import { type ApiRequest } from '../call/api-request.js';
import { writeGo } from './write-go.js';
import { writePhp } from './write-php.js';

const ADDRESS = 'http://127.0.0.1:3000';
const SPECIAL_TEXTS = `it's "quoted", a \`tick\` and a \\ backslash`;

const CHAT: ApiRequest = {
  method: 'POST',
  path: '/v1/chat/completions',
  headers: { 'x-session-id': 'a' },
  json: { model: 'm', messages: [{ role: 'user', content: 'Hello' }] },
};
const TRANSCRIPTION: ApiRequest = {
  method: 'POST',
  path: '/v1/audio/transcriptions',
  form: [
    { name: 'file', value: new File(['x'], 'speech.wav') },
    { name: 'model', value: 'm' },
    { name: 'include[]', value: 'one' },
    { name: 'include[]', value: 'two' },
  ],
};

describe('writeGo', () => {
  it('sends JSON, on several lines if possible', () => {
    const code = writeGo(CHAT, ADDRESS);
    expect(code).toContain(`http.NewRequest("POST", "${ADDRESS}/v1/chat/completions", body)`);
    expect(code).toContain('strings.NewReader(`{\n  "model": "m",');
    expect(code).toContain('request.Header.Set("x-session-id", "a")');
    expect(code).toContain('"strings"');
  });

  it('escapes text that cannot be in a raw string', () => {
    const code = writeGo({ ...CHAT, json: { content: SPECIAL_TEXTS } }, ADDRESS);
    const [, literal = ''] = /strings\.NewReader\((".*")\)/.exec(code) ?? [];
    expect(JSON.parse(JSON.parse(literal) as string)).toEqual({ content: SPECIAL_TEXTS });
  });

  it('sends forms with files', () => {
    const code = writeGo(TRANSCRIPTION, ADDRESS);
    expect(code).toContain('os.Open("speech.wav")');
    expect(code).toContain('form.WriteField("include[]", "two")');
    expect(code).not.toContain('"strings"');
  });

  it('sends a request without a body', () => {
    expect(writeGo({ method: 'GET', path: '/v1/models' }, ADDRESS)).toContain(
      '"http://127.0.0.1:3000/v1/models", nil)',
    );
  });
});

describe('writePhp', () => {
  it('sends JSON with special characters', () => {
    const code = writePhp({ ...CHAT, json: { content: SPECIAL_TEXTS } }, ADDRESS);
    const [, literal = ''] = /CURLOPT_POSTFIELDS => '(.*)',\n\]\);/s.exec(code) ?? [];
    const text = literal.replaceAll(/\\([\\'])/g, '$1');
    expect(JSON.parse(text)).toEqual({ content: SPECIAL_TEXTS });
    expect(code).toContain(`'x-session-id: a',`);
  });

  it('sends forms with files and repeated fields', () => {
    const code = writePhp(TRANSCRIPTION, ADDRESS);
    expect(code).toContain(`'file' => new CURLFile('speech.wav'),`);
    expect(code).toContain(`'include[0]' => 'one',\n        'include[1]' => 'two',`);
  });
});

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { type ApiRequest } from '../call/api-request.js';
import { writeCurl } from './write-curl.js';

/** A shell function that replaces curl and prints its arguments and its standard input. */
const FAKE_CURL = String.raw`curl() { for argument in "$@"; do printf '%s\0' "$argument"; done; case "$*" in *@-*) printf 'STDIN\0'; cat;; esac; }`;

async function getArguments(request: ApiRequest): Promise<string[]> {
  const script = `${FAKE_CURL}\n${writeCurl(request, 'http://127.0.0.1:3000')}\n`;
  const running = promisify(execFile)('sh', [], {
    env: { PATH: '/usr/bin:/bin', MODELGATE_TOKEN: 'sk-mg-test' },
    maxBuffer: 10_000_000,
  });
  running.child.stdin?.end(script);
  const { stdout } = await running;
  return stdout.split('\0');
}

function createChatRequest(content: string): ApiRequest {
  return { method: 'POST', path: '/v1/chat/completions', json: { messages: [{ role: 'user', content }] } };
}

const SPECIAL_TEXTS = [
  `it's "quoted" and 'again''`,
  '$HOME ${HOME} $(id) `id` !! \\ \\\\ \\n',
  'line\nbreak\ttab',
  '-d @/etc/passwd',
  'é 🚪 \u2028 * ? [a] ~ # ; & | < >',
  "'; rm -rf / #",
];

describe('curl', () => {
  it.each(SPECIAL_TEXTS)('receives the same body from the shell: %j', async (content) => {
    const request = createChatRequest(content);
    const args = await getArguments(request);
    expect(JSON.parse(args[args.indexOf('-d') + 1] ?? '')).toEqual(request.json);
  });

  it('receives a long body on standard input', async () => {
    const request = createChatRequest(`${"it's $HOME\n".repeat(20_000)}JSON`);
    const args = await getArguments(request);
    expect(args[args.indexOf('-d') + 1]).toBe('@-');
    expect(JSON.parse(args.at(-1) ?? '')).toEqual(request.json);
  });

  it('sends the token and the headers', async () => {
    const args = await getArguments({ ...createChatRequest('Hi'), headers: { 'x-note': `a 'b' $c` } });
    expect(args).toContain('Authorization: Bearer sk-mg-test');
    expect(args).toContain('Content-Type: application/json');
    expect(args).toContain(`x-note: a 'b' $c`);
    expect(args[0]).toBe('http://127.0.0.1:3000/v1/chat/completions');
  });

  it('does not read a file that is named in the text of a form', async () => {
    const args = await getArguments({
      method: 'POST',
      path: '/v1/audio/transcriptions',
      form: [
        { name: 'prompt', value: `@/etc/passwd; it's` },
        { name: 'file', value: new File([], `my "odd"; it's.wav`) },
      ],
    });
    expect(args[args.indexOf('--form-string') + 1]).toBe(`prompt=@/etc/passwd; it's`);
    expect(args[args.indexOf('-F') + 1]).toBe(String.raw`file=@"my \"odd\"; it's.wav"`);
  });

  it('states the method if it is not the default of curl', async () => {
    expect((await getArguments({ method: 'DELETE', path: '/v1/videos/x' })).slice(0, 2)).toEqual([
      '-X',
      'DELETE',
    ]);
    expect((await getArguments({ method: 'GET', path: '/v1/models' }))[0]).toBe('-X');
  });

  it('does not buffer streams, and writes audio to a file', () => {
    expect(writeCurl({ ...createChatRequest('Hi'), json: { stream: true } }, 'http://a')).toContain(
      '--no-buffer',
    );
    const speech: ApiRequest = { method: 'POST', path: '/v1/audio/speech', json: { response_format: 'wav' } };
    expect(writeCurl(speech, 'http://a')).toContain('--output speech.wav');
  });
});

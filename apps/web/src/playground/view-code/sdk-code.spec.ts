import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ApiRequest } from '../call/api-request.js';
import { writePython } from './write-python.js';
import { writeTypeScript } from './write-typescript.js';

interface Received {
  url: string;
  token: string;
  body: unknown;
}

const received: Received[] = [];
let server: Server;
let address: string;

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { authorization, 'x-api-key': apiKey, 'x-goog-api-key': googleKey } = request.headers;
  received.push({
    url: request.url ?? '',
    token: String(authorization ?? apiKey ?? googleKey).replace(/^Bearer /, ''),
    body: JSON.parse(Buffer.concat(chunks).toString() || 'null'),
  });
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
}

/** Runs the generated code in Node, with the real SDKs. */
async function runTypeScript(request: ApiRequest): Promise<Received | undefined> {
  received.length = 0;
  await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', writeTypeScript(request, address)],
    {
      env: { MODELGATE_TOKEN: 'sk-mg-test', PATH: process.env['PATH'] },
    },
  ).catch(() => undefined);
  return received[0];
}

beforeAll(async () => {
  server = createServer((request, response) => void receive(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const TEXT = `it's "odd" \\ \${x} \`y\`\n\u2028`;

describe('the generated TypeScript code', () => {
  it('sends the same chat request', async () => {
    const json = { model: 'm', stream: true, messages: [{ role: 'user', content: TEXT }], stop: ['\n'] };
    const sent = await runTypeScript({ method: 'POST', path: '/v1/chat/completions', json });
    expect(sent).toEqual({ url: '/v1/chat/completions', token: 'sk-mg-test', body: json });
  });

  it('sends the same Responses request', async () => {
    const json = { model: 'm', input: [{ role: 'user', content: TEXT }], store: false };
    const sent = await runTypeScript({ method: 'POST', path: '/v1/responses', json });
    expect(sent).toMatchObject({ url: '/v1/responses', body: json });
  });

  it('sends the same Messages request', async () => {
    const json = { model: 'm', max_tokens: 10, messages: [{ role: 'user', content: TEXT }], system: TEXT };
    const sent = await runTypeScript({ method: 'POST', path: '/v1/messages', json });
    expect(sent).toEqual({ url: '/v1/messages', token: 'sk-mg-test', body: json });
  });

  it('sends the same generateContent request', async () => {
    const json = {
      contents: [
        { role: 'user', parts: [{ text: TEXT }, { inlineData: { mimeType: 'image/png', data: 'AAAA' } }] },
      ],
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      generationConfig: { temperature: 0.5, stopSequences: ['x'], thinkingConfig: { includeThoughts: true } },
      tools: [{ functionDeclarations: [{ name: 'f', parametersJsonSchema: { type: 'object' } }] }],
    };
    const sent = await runTypeScript({
      method: 'POST',
      path: '/v1beta/models/m:streamGenerateContent?alt=sse',
      json,
    });
    expect(sent?.url).toBe('/v1beta/models/m:streamGenerateContent?alt=sse');
    expect(sent?.token).toBe('sk-mg-test');
    expect(sent?.body).toMatchObject(json);
  });

  it('sends requests that no SDK supports', async () => {
    const json = { model: 'm', query: TEXT, documents: ['a', 'b'] };
    const sent = await runTypeScript({ method: 'POST', path: '/v1/rerank', json });
    expect(sent).toEqual({ url: '/v1/rerank', token: 'sk-mg-test', body: json });
  });
});

describe('the generated code for forms with files', () => {
  const request: ApiRequest = {
    method: 'POST',
    path: '/v1/images/edits',
    form: [
      { name: 'model', value: 'm' },
      { name: 'n', value: '2' },
      { name: 'image[]', value: new File([], "it's.png") },
    ],
  };

  it('opens the files in TypeScript', () => {
    const code = writeTypeScript(request, address);
    expect(code).toContain(String.raw`{ model: 'm', n: 2, image: [createReadStream('it\'s.png')] }`);
    expect(code).toContain("import { createReadStream } from 'node:fs';");
  });

  it('opens the files in Python', () => {
    const code = writePython(request, address);
    expect(code).toContain(
      `client.images.edit(\n    model="m",\n    n=2,\n    image=[open("it's.png", "rb")],\n)`,
    );
    expect(code).toContain('import base64');
  });
});

describe('the generated Python code', () => {
  it('passes bytes to the SDK of Google, and does not change tool arguments', () => {
    const code = writePython(
      {
        method: 'POST',
        path: '/v1beta/models/m:generateContent',
        json: {
          contents: [
            { parts: [{ inlineData: { mimeType: 'image/png', data: 'AAAA' } }] },
            { parts: [{ functionCall: { name: 'f', args: { data: 'mine' } } }] },
          ],
        },
      },
      address,
    );
    expect(code).toContain('"data": base64.b64decode("AAAA")');
    expect(code).toContain('"args": {"data": "mine"}');
  });

  it('uses requests for paths that no SDK supports', () => {
    const code = writePython({ method: 'POST', path: '/v1/rerank', json: { query: 'q' } }, address);
    expect(code).toContain(`requests.post(\n    "${address}/v1/rerank",`);
    expect(code).toContain('json={"query": "q"}');
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import OpenAI from 'openai';
import { ClientSecretEntity, ClientSecretRepository } from '#access';
import { createDataSource } from '#database';
import { TEST_TOKEN, type TestGateway, startTestGateway } from '../../harness/index.js';

const INSTRUCTIONS = 'Whisper like a lighthouse keeper.';
const HELD_TO_A_LIST = 'sk-mg-held-to-a-list-0123456789';
const ONCE_A_MINUTE = 'sk-mg-once-a-minute-0123456789';
const MODEL = 'sandbox-realtime';

interface Answer {
  status: number;
  body: Record<string, unknown> & { error?: { code: string; param: string | null; message: string } };
}

let gateway: TestGateway;
let client: OpenAI;

beforeAll(async () => {
  gateway = await startTestGateway({
    sandbox: true,
    models: [{ id: 'sandbox-chat', capabilities: ['chat'] }],
    tokens: [
      { name: 'listed', key: HELD_TO_A_LIST, models: ['sandbox-chat'] },
      { name: 'rare', key: ONCE_A_MINUTE, rpm: 1 },
    ],
  });
  client = new OpenAI({ baseURL: gateway.baseUrl, apiKey: TEST_TOKEN, maxRetries: 0 });
});

afterAll(() => gateway.stop());

async function post(
  path: 'client_secrets' | 'sessions',
  body: object | string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(`${gateway.baseUrl}/realtime/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}

/** Creates a secret, and waits until everything about it is logged and stored. */
async function issue(): Promise<string> {
  const session = { type: 'realtime' as const, model: MODEL, instructions: INSTRUCTIONS };
  const { data, response } = await client.realtime.clientSecrets.create({ session }).withResponse();
  await gateway.getLog(response.headers.get('x-request-id') ?? '');
  return data.value;
}

const nowSeconds = (): number => Date.now() / 1000;

describe('POST /v1/realtime/client_secrets', () => {
  it('returns a secret and the whole session that it opens to the official client', async () => {
    const before = Math.floor(nowSeconds());
    const secret = await client.realtime.clientSecrets.create({
      expires_after: { anchor: 'created_at', seconds: 60 },
      session: {
        type: 'realtime',
        model: MODEL,
        instructions: INSTRUCTIONS,
        audio: { output: { voice: 'ash' }, input: { turn_detection: { type: 'semantic_vad' } } },
        tools: [{ type: 'function', name: 'ring', parameters: { type: 'object' } }],
        max_output_tokens: 100,
      },
    });
    expect(secret.value).toMatch(/^ek_[\w-]{43}$/);
    expect(secret.expires_at).toBeGreaterThanOrEqual(before + 60);
    expect(secret.expires_at).toBeLessThanOrEqual(nowSeconds() + 60);
    expect(secret.session).toEqual({
      type: 'realtime',
      object: 'realtime.session',
      id: expect.stringMatching(/^sess_\w{10,}$/),
      model: MODEL,
      output_modalities: ['audio'],
      instructions: INSTRUCTIONS,
      tools: [{ type: 'function', name: 'ring', parameters: { type: 'object' } }],
      tool_choice: 'auto',
      max_output_tokens: 100,
      tracing: null,
      truncation: 'auto',
      prompt: null,
      expires_at: secret.expires_at,
      audio: {
        input: {
          format: { type: 'audio/pcm', rate: 24_000 },
          transcription: null,
          noise_reduction: null,
          turn_detection: {
            type: 'semantic_vad',
            eagerness: 'auto',
            create_response: true,
            interrupt_response: true,
          },
        },
        output: { format: { type: 'audio/pcm', rate: 24_000 }, voice: 'ash', speed: 1 },
      },
      include: null,
    });
  });

  it('returns a secret with a lifetime of ten minutes by default', async () => {
    const secret = await client.realtime.clientSecrets.create({
      session: { type: 'realtime', model: MODEL },
    });
    expect(secret.expires_at).toBeGreaterThan(nowSeconds() + 590);
    expect(secret.expires_at).toBeLessThanOrEqual(nowSeconds() + 600);
  });
});

describe('POST /v1/realtime/sessions', () => {
  it('returns clients of the first version a secret within the session', async () => {
    const { status, body } = await post('sessions', {
      model: MODEL,
      instructions: INSTRUCTIONS,
      modalities: ['text'],
      input_audio_format: 'g711_ulaw',
      client_secret: { expires_after: { anchor: 'created_at', seconds: 10 } },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      object: 'realtime.session',
      id: expect.stringMatching(/^sess_/),
      model: MODEL,
      instructions: INSTRUCTIONS,
      modalities: ['text'],
      input_audio_format: 'g711_ulaw',
      output_audio_format: 'pcm16',
      client_secret: { value: expect.stringMatching(/^ek_[\w-]{43}$/), expires_at: expect.any(Number) },
    });
    const { expires_at: expiresAt } = body['client_secret'] as { expires_at: number };
    expect(expiresAt).toBeLessThanOrEqual(nowSeconds() + 10);
    expect(body).not.toHaveProperty('type');
    expect(body).not.toHaveProperty('session');
  });
});

describe('a request for a client secret', () => {
  const session = { type: 'realtime', model: MODEL };
  const refusals: [
    path: 'client_secrets' | 'sessions',
    body: object | string,
    code: string,
    param: unknown,
  ][] = [
    ['client_secrets', '{"session":', 'invalid_json', null],
    ['client_secrets', '', 'missing_required_parameter', 'session.model'],
    ['client_secrets', {}, 'missing_required_parameter', 'session.model'],
    ['client_secrets', { session: { type: 'realtime' } }, 'missing_required_parameter', 'session.model'],
    ['client_secrets', { session: { model: MODEL } }, 'missing_required_parameter', 'session.type'],
    ['client_secrets', { session: { type: 'transcription' } }, 'invalid_value', 'session.type'],
    ['client_secrets', { session: { ...session, model: 7 } }, 'invalid_type', 'session.model'],
    ['client_secrets', { session: { ...session, instructions: 7 } }, 'invalid_type', 'session.instructions'],
    [
      'client_secrets',
      { session: { ...session, audio: { output: { speed: 9 } } } },
      'invalid_value',
      'session.audio.output.speed',
    ],
    ['client_secrets', { session, expires_after: { seconds: 5 } }, 'invalid_value', 'expires_after.seconds'],
    [
      'client_secrets',
      { session: { ...session, model: 'sandbox-chat' } },
      'unsupported_model_capability',
      'model',
    ],
    ['sessions', {}, 'missing_required_parameter', 'model'],
    ['sessions', { model: MODEL, voice: 7 }, 'invalid_type', 'voice'],
    ['sessions', { model: MODEL, output_audio_format: 'mp3' }, 'invalid_value', 'output_audio_format'],
  ];

  it.each(refusals)('to %s with %j is rejected: %s, %s', async (path, body, code, param) => {
    const answer = await post(path, body);
    expect(answer).toMatchObject({ status: 400, body: { error: { code, param } } });
  });

  it.each(['client_secrets', 'sessions'] as const)('to %s requires a model that exists', async (path) => {
    const unknown = { model: 'nobody' };
    const answer = await post(path, path === 'sessions' ? unknown : { session: { ...session, ...unknown } });
    expect(answer).toMatchObject({ status: 404, body: { error: { code: 'model_not_found' } } });
  });

  it.each(['client_secrets', 'sessions'] as const)('to %s requires a model of the token', async (path) => {
    const answer = await post(path, path === 'sessions' ? session : { session }, {
      authorization: `Bearer ${HELD_TO_A_LIST}`,
    });
    expect(answer).toMatchObject({ status: 403, body: { error: { code: 'model_not_allowed' } } });
  });

  it('requires a token', async () => {
    expect(await post('client_secrets', { session }, { authorization: '' })).toMatchObject({ status: 401 });
  });

  it('counts against the limits of its token', async () => {
    const headers = { authorization: `Bearer ${ONCE_A_MINUTE}` };
    expect(await post('client_secrets', { session }, headers)).toMatchObject({ status: 200 });
    expect(await post('client_secrets', { session }, headers)).toMatchObject({ status: 429 });
  });

  it('is answered with another secret each time, whatever its session is', async () => {
    const headers = { 'idempotency-key': 'the-same' };
    const [one, two] = [
      await post('client_secrets', { session }, headers),
      await post('client_secrets', { session }, headers),
    ];
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(one.body['value']).not.toBe(two.body['value']);
  });
});

describe('a client secret', () => {
  it('is valid in every process at once, until it expires', async () => {
    const secret = await issue();
    const dataSource = createDataSource({ url: gateway.database.url, entities: [ClientSecretEntity] });
    await dataSource.initialize();
    try {
      const secrets = new ClientSecretRepository(dataSource, gateway.shared.secretBox);
      const found = await secrets.find(secret, new Date());
      const [token] = await gateway.database.query(`SELECT id FROM tokens WHERE name = 'test'`);
      expect(found).toMatchObject({
        tokenId: token?.['id'],
        settings: { type: 'realtime', model: MODEL, instructions: INSTRUCTIONS },
      });
      expect(await secrets.find(secret, found?.expiresAt ?? new Date(0))).toBeUndefined();
    } finally {
      await dataSource.destroy();
    }
  });

  it('opens only sessions', async () => {
    const stranger = new OpenAI({ baseURL: gateway.baseUrl, apiKey: await issue(), maxRetries: 0 });
    const requests = [
      () => stranger.models.list(),
      () =>
        stranger.chat.completions.create({
          model: 'sandbox-chat',
          messages: [{ role: 'user', content: 'hi' }],
        }),
      () => stranger.realtime.clientSecrets.create({ session: { type: 'realtime', model: MODEL } }),
    ];
    for (const request of requests) await expect(request()).rejects.toMatchObject({ status: 401 });
  });

  it('is stored nowhere in a readable form, and neither are its instructions', async () => {
    const secret = await issue();
    const written = [JSON.stringify(gateway.logs), ...(await dumpDatabase())].join('\n');
    expect(written).toContain(MODEL);
    for (const word of [secret, secret.slice(3), 'lighthouse']) {
      expect(written).not.toContain(word);
      expect(written).not.toContain(Buffer.from(word).toString('hex'));
    }
  });
});

/** Every row of every table, as text. */
async function dumpDatabase(): Promise<string[]> {
  const tables = await gateway.database.query(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  const rows = await Promise.all(
    tables.map(({ name }) => gateway.database.query(`SELECT one::text AS text FROM ${String(name)} AS one`)),
  );
  return rows.flat().map(({ text }) => String(text));
}

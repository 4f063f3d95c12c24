import { describe, expect, it } from '@jest/globals';
import { type Form, GatewayError } from '#canonical';
import { type OperationCall } from '#relay';
import { chatEvents, streamTo, textDeltas } from './__fixtures__/answers.js';
import { BridgeBench, TOKEN, type Told, settle, typesOf } from './__fixtures__/bridge-bench.js';
import { Pending } from './__fixtures__/pending.js';
import { type BridgeParts } from './bridge-parts.js';

const SETTINGS = { transcribeModel: 'hear-1', speechModel: 'say-1' };
const PCM = { 'content-type': 'audio/pcm' };
/** 200 ms. */
const SAID = Buffer.alloc(9_600, 1);
const GATEWAYS_CHOICE = { ...TOKEN, models: undefined, cacheTtlSeconds: 0 };

type Serve = (call: OperationCall) => Promise<void>;

const hearHello: Serve = async ({ client }) => {
  const usage = { type: 'tokens', input_tokens: 9, output_tokens: 2, total_tokens: 11 };
  await client.sendWhole({}, Buffer.from(JSON.stringify({ text: ' Good day. ', usage })));
};
const saySomething: Serve = ({ client }) =>
  streamTo(client, [SAID.subarray(0, 4_801), SAID.subarray(4_801)], PCM);

function benchOf({ hear = hearHello, say = saySomething, ...options }: BenchOptions = {}): BridgeBench {
  const bench = new BridgeBench({ parts: { settings: SETTINGS, ...options.parts } });
  bench.onServe = (operation, call) => (operation === 'openai-speech' ? say(call) : hear(call));
  return bench;
}

interface BenchOptions {
  hear?: Serve;
  say?: Serve;
  parts?: Partial<BridgeParts>;
}

/** 300 ms of sound, as one turn. */
async function speakTo(bench: BridgeBench, transcription: object | null = null): Promise<Told[]> {
  const input = { turn_detection: null, transcription };
  return bench.send(
    { type: 'session.update', session: { type: 'realtime', audio: { input } } },
    { type: 'input_audio_buffer.append', audio: Buffer.alloc(14_400, 7).toString('base64') },
    { type: 'input_audio_buffer.commit' },
  );
}

function formIn({ body }: OperationCall): Form {
  if (Buffer.isBuffer(body)) throw new Error('A recording is sent in a form.');
  return body;
}

function wishIn({ body }: OperationCall): unknown {
  if (!Buffer.isBuffer(body)) throw new Error('Speech is asked for in JSON.');
  return JSON.parse(body.toString());
}

const soundIn = (told: readonly Told[]): Buffer =>
  Buffer.concat(
    told
      .filter(({ type }) => type === 'response.output_audio.delta')
      .map(({ delta }) => Buffer.from(String(delta), 'base64')),
  );

describe('what users say in a session', () => {
  it('is written down by the model that is set, and answered', async () => {
    let recording: Buffer | undefined;
    const bench = benchOf({
      hear: async (call) => {
        recording = bench.files.get('/spool/0');
        await hearHello(call);
      },
    });
    const told = await speakTo(bench, { language: 'en', prompt: 'Names: Ann.' });
    expect(told.at(-1)).toMatchObject({
      type: 'conversation.item.input_audio_transcription.completed',
      transcript: 'Good day.',
      usage: { type: 'tokens', input_tokens: 9, output_tokens: 2 },
    });
    const [{ operation, call } = { operation: '', call: undefined }] = bench.served;
    expect(operation).toBe('openai-transcriptions');
    expect(call?.token).toEqual(GATEWAYS_CHOICE);
    expect(call?.requestId).toBe('req-9-1');
    expect(call === undefined ? [] : formIn(call)).toEqual([
      { name: 'model', value: 'hear-1' },
      { name: 'language', value: 'en' },
      { name: 'prompt', value: 'Names: Ann.' },
      { name: 'response_format', value: 'json' },
      {
        name: 'file',
        file: { path: '/spool/0', sizeBytes: 14_444, mediaType: 'audio/wav' },
      },
    ]);
    expect(recording?.toString('latin1', 0, 4)).toBe('RIFF');
    expect(bench.files.size).toBe(0);

    await bench.send({ type: 'response.create', response: { output_modalities: ['text'] } });
    expect(JSON.parse(bench.chats[0]?.body.toString() ?? '')).toMatchObject({
      messages: [{ role: 'user', content: 'Good day.' }],
    });
    expect(bench.requests.map(({ requestId }) => requestId)).toEqual(['req-9-1', 'req-9-2']);
    expect(bench.admissions.map(({ requestId }) => requestId)).toEqual(['req-9-2']);
  });

  it.each([
    ['wish-1', 'wish-1', { ...TOKEN, cacheTtlSeconds: 0 }],
    ['wish-2', 'hear-1', GATEWAYS_CHOICE],
  ])('is written down by %s only where the client may use it: by %s', async (wish, model, token) => {
    const bench = benchOf({ parts: { mayTranscribeBy: (asked) => asked === 'wish-1' } });
    await speakTo(bench, { model: wish });
    const [{ call } = { call: undefined }] = bench.served;
    expect(call === undefined ? undefined : formIn(call)[0]).toEqual({ name: 'model', value: model });
    expect(call?.token).toEqual(token);
  });

  it('leaves no file behind where nobody could understand it', async () => {
    const failure = new GatewayError('upstream-error', 'The model service has failed.');
    const bench = benchOf({ hear: () => Promise.reject(failure) });
    const told = await speakTo(bench);
    expect(told.at(-1)).toMatchObject({
      type: 'conversation.item.input_audio_transcription.failed',
      error: { code: 'upstream_error' },
    });
    expect(bench.files.size).toBe(0);
    expect(bench.requests).toMatchObject([{ error: { kind: 'upstream-error' } }]);
  });

  it('ends the session where there is no money left for it, once that was told', async () => {
    const refusal = new GatewayError('budget-exhausted', 'No more.');
    const bench = benchOf({ hear: () => Promise.reject(refusal) });
    const told = await speakTo(bench);
    expect(typesOf(told).at(-1)).toBe('conversation.item.input_audio_transcription.failed');
    expect(await bench.session.ended).toEqual({ error: refusal });
  });
});

describe('what a session says', () => {
  it('is spoken by the model that is set, sentence by sentence', async () => {
    const bench = benchOf();
    bench.onChat = ({ client }) => streamTo(client, chatEvents(textDeltas('One. Tw', 'o!')));
    const told = await bench.ask('Count');
    expect(bench.served.map(({ operation }) => operation)).toEqual(['openai-speech', 'openai-speech']);
    expect(bench.served.map(({ call }) => wishIn(call))).toEqual([
      { model: 'say-1', input: 'One.', voice: 'alloy', response_format: 'pcm' },
      { model: 'say-1', input: 'Two!', voice: 'alloy', response_format: 'pcm' },
    ]);
    expect(bench.served[0]?.call.token).toEqual(GATEWAYS_CHOICE);
    expect(soundIn(told)).toEqual(Buffer.concat([SAID, SAID]));
    expect(bench.requests.map(({ requestId }) => requestId).toSorted()).toEqual([
      'req-9-1',
      'req-9-2',
      'req-9-3',
    ]);
  });

  it('is spoken at the speed and in the voice that the client chooses', async () => {
    const bench = benchOf();
    const output = { voice: 'ash', speed: 1.25 };
    await bench.send({ type: 'session.update', session: { type: 'realtime', audio: { output } } });
    await bench.ask('Hi');
    expect(bench.served.map(({ call }) => wishIn(call))).toMatchObject([output]);
  });

  it('may come whole, and is still taken in pieces', async () => {
    const whole = Buffer.alloc(200_000, 3);
    const bench = benchOf({ say: async ({ client }) => client.sendWhole(PCM, whole) });
    expect(soundIn(await bench.ask('Hi'))).toEqual(whole);
  });

  it('is stopped at its source when the client interrupts it', async () => {
    const bench = benchOf({
      say: async ({ client }) => {
        await client.openStream(PCM).write(SAID);
        await new Promise((_resolve, reject) => {
          client.signal.addEventListener('abort', () => reject(client.signal.reason as Error));
        });
      },
    });
    await bench.ask('Hi');
    await bench.send({ type: 'response.cancel' });
    expect(bench.served[0]?.call.client.signal.reason).toMatchObject({ kind: 'client-gone' });
    expect(bench.requests.at(-1)).toMatchObject({ requestId: 'req-9-2', error: { kind: 'client-gone' } });
  });

  it('waits for a client that is behind', async () => {
    let written = 0;
    const bench = benchOf({
      say: async ({ client }) => {
        const stream = client.openStream(PCM);
        for (; written < 3; written += 1) await stream.write(SAID);
      },
    });
    const slow = new Pending();
    bench.onChat = async ({ client }) => {
      await streamTo(client, chatEvents(textDeltas('Hello.')));
      bench.drained = () => slow.promise;
    };
    await bench.ask('Hi');
    expect(written).toBe(0);
    bench.drained = () => undefined;
    slow.resolve();
    await settle();
    expect(written).toBe(3);
  });

  it('fails where the speech model answers with something else than was asked for', async () => {
    const bench = benchOf({
      say: ({ client }) => streamTo(client, [SAID], { 'content-type': 'audio/mpeg' }),
    });
    const told = await bench.ask('Hi');
    expect(told.slice(-2)).toMatchObject([
      {
        type: 'error',
        error: { code: 'upstream_bad_response', message: expect.stringContaining('audio/mpeg') },
      },
      { type: 'response.done', response: { status: 'failed' } },
    ]);
  });
});

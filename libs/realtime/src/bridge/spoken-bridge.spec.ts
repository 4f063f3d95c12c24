import { describe, expect, it } from '@jest/globals';
import { type Form, GatewayError } from '#canonical';
import { LimitRefusal } from '#limits';
import { type OperationCall } from '#relay';
import { Deferred } from '../sockets/send-queue.js';
import { chatEvents, streamTo, textDeltas } from './__fixtures__/answers.js';
import {
  BridgeHarness,
  TOKEN,
  type ReceivedEvent,
  listTypes,
  settle,
} from './__fixtures__/bridge-harness.js';
import { type BridgeOptions } from './bridge-options.js';

const SETTINGS = { transcribeModel: 'hear-1', speechModel: 'say-1' };
const PCM = { 'content-type': 'audio/pcm' };
/** 200 ms. */
const SAID = Buffer.alloc(9_600, 1);
const GATEWAYS_CHOICE = { ...TOKEN, models: undefined, cacheTtlSeconds: 0, contentDays: 0 };

type Serve = (call: OperationCall) => Promise<void>;

const transcribeHello: Serve = async ({ client }) => {
  const usage = { type: 'tokens', input_tokens: 9, output_tokens: 2, total_tokens: 11 };
  await client.sendWhole({}, Buffer.from(JSON.stringify({ text: ' Good day. ', usage })));
};
const speakSomething: Serve = ({ client }) =>
  streamTo(client, [SAID.subarray(0, 4_801), SAID.subarray(4_801)], PCM);

function createHarness({
  transcribe = transcribeHello,
  speak = speakSomething,
  ...options
}: HarnessOptions = {}): BridgeHarness {
  const harness = new BridgeHarness({ bridge: { settings: SETTINGS, ...options.bridge } });
  harness.onServe = (operation, call) => (operation === 'openai-speech' ? speak(call) : transcribe(call));
  return harness;
}

interface HarnessOptions {
  transcribe?: Serve;
  speak?: Serve;
  bridge?: Partial<BridgeOptions>;
}

/** One turn of 300 ms of audio. */
async function speakTo(
  harness: BridgeHarness,
  transcription: object | null = null,
): Promise<ReceivedEvent[]> {
  const input = { turn_detection: null, transcription };
  return harness.send(
    { type: 'session.update', session: { type: 'realtime', audio: { input } } },
    { type: 'input_audio_buffer.append', audio: Buffer.alloc(14_400, 7).toString('base64') },
    { type: 'input_audio_buffer.commit' },
  );
}

function formIn({ body }: OperationCall): Form {
  if (Buffer.isBuffer(body)) throw new Error('A recording is sent in a form.');
  return body;
}

function readBody({ body }: OperationCall): unknown {
  if (!Buffer.isBuffer(body)) throw new Error('Speech is asked for in JSON.');
  return JSON.parse(body.toString());
}

const collectAudio = (received: readonly ReceivedEvent[]): Buffer =>
  Buffer.concat(
    received
      .filter(({ type }) => type === 'response.output_audio.delta')
      .map(({ delta }) => Buffer.from(String(delta), 'base64')),
  );

describe('the speech of users', () => {
  it('is transcribed by the configured model and responded to', async () => {
    let recording: Buffer | undefined;
    const harness = createHarness({
      transcribe: async (call) => {
        recording = harness.files.get('/spool/0');
        await transcribeHello(call);
      },
    });
    const received = await speakTo(harness, { language: 'en', prompt: 'Names: Ann.' });
    expect(received.at(-1)).toMatchObject({
      type: 'conversation.item.input_audio_transcription.completed',
      transcript: 'Good day.',
      usage: { type: 'tokens', input_tokens: 9, output_tokens: 2 },
    });
    const [{ operation, call } = { operation: '', call: undefined }] = harness.served;
    expect(operation).toBe('openai-transcriptions');
    expect(call?.admitted.token).toEqual(GATEWAYS_CHOICE);
    expect(call?.admitted.requestId).toBe('req-9-1');
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
    expect(harness.files.size).toBe(0);

    await harness.send({ type: 'response.create', response: { output_modalities: ['text'] } });
    expect(JSON.parse(harness.chats[0]?.body.toString() ?? '')).toMatchObject({
      messages: [{ role: 'user', content: 'Good day.' }],
    });
    expect(harness.requests.map(({ requestId }) => requestId)).toEqual(['req-9-1', 'req-9-2']);
    expect(harness.admissions.map(({ requestId }) => requestId)).toEqual(['req-9-1', 'req-9-2']);
  });

  it.each([
    ['other-1', 'other-1', { ...TOKEN, cacheTtlSeconds: 0, contentDays: 0 }],
    ['other-2', 'hear-1', GATEWAYS_CHOICE],
  ])(
    'is transcribed by the requested %s only if the client may use it: by %s',
    async (requested, model, token) => {
      const harness = createHarness({ bridge: { mayTranscribeBy: (request) => request === 'other-1' } });
      await speakTo(harness, { model: requested });
      const [{ call } = { call: undefined }] = harness.served;
      expect(call === undefined ? undefined : formIn(call)[0]).toEqual({ name: 'model', value: model });
      expect(call?.admitted.token).toEqual(token);
    },
  );

  it('is transcribed one turn after the other, because the session counts as one concurrent request', async () => {
    const waiting: (() => void)[] = [];
    const harness = createHarness({
      transcribe: async (call) => {
        await new Promise<void>((resolve) => waiting.push(resolve));
        await transcribeHello(call);
      },
    });
    await speakTo(harness);
    await speakTo(harness);
    expect(harness.served).toHaveLength(1);
    waiting.pop()?.();
    await harness.take();
    expect(harness.served).toHaveLength(2);
    waiting.pop()?.();
    expect(listTypes(await harness.take())).toContain(
      'conversation.item.input_audio_transcription.completed',
    );
  });

  it('is not transcribed beyond the limits of the token', async () => {
    const harness = createHarness();
    harness.onAdmit = () => {
      throw new LimitRefusal('rate-limited', 'Rate limit reached.', 'rpm', {});
    };
    const received = await speakTo(harness);
    expect(received.at(-1)).toMatchObject({
      type: 'conversation.item.input_audio_transcription.failed',
      error: { code: 'rate_limit_exceeded' },
    });
    expect(harness.served).toEqual([]);
    expect(harness.requests).toMatchObject([{ record: { operation: 'transcription', model: 'hear-1' } }]);
  });

  it('leaves no file behind if its transcription fails', async () => {
    const failure = new GatewayError('upstream-error', 'The model service has failed.');
    const harness = createHarness({ transcribe: () => Promise.reject(failure) });
    const received = await speakTo(harness);
    expect(received.at(-1)).toMatchObject({
      type: 'conversation.item.input_audio_transcription.failed',
      error: { code: 'upstream_error' },
    });
    expect(harness.files.size).toBe(0);
    expect(harness.requests).toMatchObject([{ error: { kind: 'upstream-error' } }]);
  });

  it('ends the session if the budget is exhausted, after the error was sent', async () => {
    const refusal = new GatewayError('budget-exhausted', 'No more.');
    const harness = createHarness({ transcribe: () => Promise.reject(refusal) });
    const received = await speakTo(harness);
    expect(listTypes(received).at(-1)).toBe('conversation.item.input_audio_transcription.failed');
    expect(await harness.session.ended).toEqual({ error: refusal });
  });
});

describe('the speech of a session', () => {
  it('is generated by the configured model, sentence by sentence', async () => {
    const harness = createHarness();
    harness.onChat = ({ client }) => streamTo(client, chatEvents(textDeltas('One. Tw', 'o!')));
    const received = await harness.ask('Count');
    expect(harness.served.map(({ operation }) => operation)).toEqual(['openai-speech', 'openai-speech']);
    expect(harness.served.map(({ call }) => readBody(call))).toEqual([
      { model: 'say-1', input: 'One.', voice: 'alloy', response_format: 'pcm' },
      { model: 'say-1', input: 'Two!', voice: 'alloy', response_format: 'pcm' },
    ]);
    expect(harness.served[0]?.call.admitted.token).toEqual(GATEWAYS_CHOICE);
    expect(collectAudio(received)).toEqual(Buffer.concat([SAID, SAID]));
    expect(harness.requests.map(({ requestId }) => requestId).toSorted()).toEqual([
      'req-9-1',
      'req-9-2',
      'req-9-3',
    ]);
  });

  it('has the speed and the voice that the client chooses', async () => {
    const harness = createHarness();
    const output = { voice: 'ash', speed: 1.25 };
    await harness.send({ type: 'session.update', session: { type: 'realtime', audio: { output } } });
    await harness.ask('Hi');
    expect(harness.served.map(({ call }) => readBody(call))).toMatchObject([output]);
  });

  it('is sent in chunks even if it arrives as a whole', async () => {
    const whole = Buffer.alloc(200_000, 3);
    const harness = createHarness({ speak: async ({ client }) => client.sendWhole(PCM, whole) });
    expect(collectAudio(await harness.ask('Hi'))).toEqual(whole);
  });

  it('is aborted at the upstream when the client interrupts it', async () => {
    const harness = createHarness({
      speak: async ({ client }) => {
        await client.openStream(PCM).write(SAID);
        await new Promise((_resolve, reject) => {
          client.signal.addEventListener('abort', () => reject(client.signal.reason));
        });
      },
    });
    await harness.ask('Hi');
    await harness.send({ type: 'response.cancel' });
    expect(harness.served[0]?.call.client.signal.reason).toMatchObject({ kind: 'client-gone' });
    expect(harness.requests.at(-1)).toMatchObject({ requestId: 'req-9-2', error: { kind: 'client-gone' } });
  });

  it('waits for a client that is behind', async () => {
    let written = 0;
    const harness = createHarness({
      speak: async ({ client }) => {
        const stream = client.openStream(PCM);
        for (; written < 3; written += 1) await stream.write(SAID);
      },
    });
    const slow = new Deferred();
    harness.onChat = async ({ client }) => {
      await streamTo(client, chatEvents(textDeltas('Hello.')));
      harness.drained = () => slow.promise;
    };
    await harness.ask('Hi');
    expect(written).toBe(0);
    harness.drained = () => undefined;
    slow.resolve();
    await settle();
    expect(written).toBe(3);
  });

  it('fails if the speech model returns another format', async () => {
    const harness = createHarness({
      speak: ({ client }) => streamTo(client, [SAID], { 'content-type': 'audio/mpeg' }),
    });
    const received = await harness.ask('Hi');
    expect(received.slice(-2)).toMatchObject([
      {
        type: 'error',
        error: { code: 'upstream_bad_response', message: expect.stringContaining('audio/mpeg') },
      },
      { type: 'response.done', response: { status: 'failed' } },
    ]);
  });
});

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { asFields, asList, type Fields } from '../fields.js';
import { getPcm, spoken, startFakeUpstream, type FakeUpstream } from '../index.js';
import { RawClient } from './raw-client.js';

const INSTRUCTION_WORDS = 8;
const PCM = { type: 'audio/pcm', rate: 24_000 } as const;
const TOOL = { type: 'function', name: 'get_weather', parameters: { type: 'object' } };

let upstream: FakeUpstream;
let client: RawClient;

beforeEach(async () => {
  upstream = await startFakeUpstream();
});

afterEach(() => upstream.close());

async function connect(session?: object, headers: object = {}): Promise<void> {
  client = await RawClient.open(`${upstream.url}/realtime?model=gpt-realtime`, {
    headers: { authorization: 'Bearer sk-upstream-1', ...headers },
  });
  if (session === undefined) return;
  client.send({ type: 'session.update', session });
  await client.until('session.updated');
}

const connectInText = () =>
  connect({ type: 'realtime', output_modalities: ['text'], audio: { input: { turn_detection: null } } });
const connectInBeta = (session: object) => connect(session, { 'openai-beta': 'realtime=v1' });

const says = (text: string, id?: string) => ({
  type: 'conversation.item.create',
  item: { type: 'message', role: 'user', content: [{ type: 'input_text', text }], ...(id && { id }) },
});
const RESPOND = { type: 'response.create' };
const appended = (bytes: Buffer) => ({
  type: 'input_audio_buffer.append',
  audio: bytes.toString('base64'),
});
const silence = (durationMs: number) => Buffer.alloc(durationMs * 48);
const toTypes = (events: readonly Fields[]) => events.map(({ type }) => type);
const getLastOutput = (done: Fields) => asFields(asList(asFields(done.response).output).at(-1));

describe('a realtime dialogue', () => {
  it('answers in text, event by event', async () => {
    await connectInText();
    client.send(says('one two'), RESPOND);
    const events = await client.until('rate_limits.updated');
    expect(toTypes(events)).toEqual([
      'conversation.item.added',
      'conversation.item.done',
      'response.created',
      'response.output_item.added',
      'conversation.item.added',
      'response.content_part.added',
      'response.output_text.delta',
      'response.output_text.delta',
      'response.output_text.done',
      'response.content_part.done',
      'conversation.item.done',
      'response.output_item.done',
      'response.done',
      'rate_limits.updated',
    ]);
    expect(new Set(events.map(({ event_id: id }) => id)).size).toBe(events.length);
    expect(events[8]).toMatchObject({ text: 'one two', output_index: 0, content_index: 0 });
    expect(events[4]).toMatchObject({ previous_item_id: asFields(events[0]?.item).id });
    expect(events.at(-2)).toMatchObject({
      response: {
        status: 'completed',
        status_details: null,
        output: [{ status: 'completed', content: [{ type: 'output_text', text: 'one two' }] }],
        usage: {
          total_tokens: INSTRUCTION_WORDS + 4,
          input_tokens: INSTRUCTION_WORDS + 2,
          input_token_details: { audio_tokens: 0, cached_tokens: 0 },
          output_token_details: { text_tokens: 2, audio_tokens: 0 },
        },
      },
    });
    expect(upstream.realtime.responses).toMatchObject([
      {
        status: 'completed',
        text: 'one two',
        trigger: 'client',
        usage: { output_tokens: 2 },
        aborted: false,
      },
    ]);
  });

  it('answers in speech with its transcript', async () => {
    await connect();
    client.send(says('one two'), RESPOND);
    const events = await client.until('response.done');
    expect(toTypes(events).slice(6, 13)).toEqual([
      'response.content_part.added',
      'response.output_audio_transcript.delta',
      'response.output_audio.delta',
      'response.output_audio_transcript.delta',
      'response.output_audio.delta',
      'response.output_audio.done',
      'response.output_audio_transcript.done',
    ]);
    const deltas = events.filter(({ type }) => type === 'response.output_audio.delta');
    const bytes = Buffer.concat(deltas.map(({ delta }) => Buffer.from(String(delta), 'base64')));
    expect(bytes.equals(getPcm('one two', 'marin'))).toBe(true);
    expect(events.at(-1)).toMatchObject({
      response: { usage: { output_token_details: { text_tokens: 2, audio_tokens: 4 } } },
    });
  });

  it('speaks the first version', async () => {
    await connectInBeta({ turn_detection: null, voice: 'sage', output_audio_format: 'g711_ulaw' });
    client.send(says('one'), { ...RESPOND, response: { modalities: ['text', 'audio'] } });
    const events = await client.until('response.done');
    expect(toTypes(events)).toEqual([
      'conversation.item.created',
      'response.created',
      'response.output_item.added',
      'conversation.item.created',
      'response.content_part.added',
      'response.audio_transcript.delta',
      'response.audio.delta',
      'response.audio.done',
      'response.audio_transcript.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.done',
    ]);
    const delta = Buffer.from(String(events[6]?.delta), 'base64');
    expect(delta.equals(spoken('one', 'sage', { type: 'audio/pcmu' }))).toBe(true);
    const { response } = events.at(-1) ?? {};
    expect(response).toMatchObject({
      modalities: ['text', 'audio'],
      voice: 'sage',
      temperature: 0.8,
      output: [{ content: [{ type: 'audio', transcript: 'one' }] }],
    });
    expect(response).not.toHaveProperty('output_modalities');
  });

  it('calls a tool that is named, and reads its result', async () => {
    await connectInText();
    client.send(says('please get_weather'), { ...RESPOND, response: { tools: [TOOL] } });
    const events = await client.until('response.done');
    expect(toTypes(events)).toContain('response.function_call_arguments.delta');
    const call = getLastOutput(events.at(-1) ?? {});
    expect(call).toMatchObject({ type: 'function_call', name: 'get_weather', arguments: '{"city":"Oslo"}' });
    expect(events.find(({ type }) => type === 'response.function_call_arguments.done')).toMatchObject({
      call_id: call.call_id,
      name: 'get_weather',
      arguments: '{"city":"Oslo"}',
    });
    const result = { type: 'function_call_output', call_id: call.call_id, output: 'rain' };
    client.send({ type: 'conversation.item.create', item: result });
    client.send({ ...RESPOND, response: { tools: [TOOL] } });
    expect(getLastOutput(await client.next('response.done'))).toMatchObject({
      content: [{ type: 'output_text', text: 'The tools said: rain 🌦️' }],
    });
  });

  it('follows the scenarios of the other services', async () => {
    upstream.scenario('length');
    await connectInText();
    client.send(says('hi'), RESPOND);
    expect(await client.next('response.done')).toMatchObject({
      response: { status: 'incomplete', status_details: { reason: 'max_output_tokens' } },
    });
    upstream.scenario('cached');
    client.send(RESPOND);
    expect(await client.next('response.done')).toMatchObject({
      response: { usage: { input_tokens: 21, input_token_details: { cached_tokens: 8 } } },
    });
  });

  it('commits what it heard and writes it down', async () => {
    await connectInText();
    const transcription = { model: 'gpt-4o-transcribe' };
    client.send({
      type: 'session.update',
      session: { type: 'realtime', audio: { input: { transcription } } },
    });
    const speech = getPcm('one two three', 'alloy');
    client.send(appended(speech), { type: 'input_audio_buffer.commit' });
    const type = 'conversation.item.input_audio_transcription';
    const events = await client.until(`${type}.completed`);
    expect(toTypes(events).slice(1, 5)).toEqual([
      'input_audio_buffer.committed',
      'conversation.item.added',
      'conversation.item.done',
      `${type}.delta`,
    ]);
    const completed = events.at(-1) ?? {};
    expect(completed).toMatchObject({
      item_id: events[1]?.item_id,
      usage: { type: 'tokens', input_tokens: 3 },
    });
    expect(upstream.realtime.connections[0]?.transcriptions).toMatchObject([
      { transcript: completed.transcript, usage: completed.usage },
    ]);
    client.send({ type: 'conversation.item.retrieve', item_id: completed.item_id }, RESPOND);
    expect(await client.next('conversation.item.retrieved')).toMatchObject({
      item: { content: [{ audio: speech.toString('base64'), transcript: completed.transcript }] },
    });
    expect(await client.next('response.done')).toMatchObject({
      response: { usage: { input_token_details: { audio_tokens: 3, text_tokens: INSTRUCTION_WORDS } } },
    });
    client.send({ type: 'input_audio_buffer.clear' });
    await client.until('input_audio_buffer.cleared');
  });

  it('finds a turn of speech and answers it', async () => {
    await connect({ type: 'realtime', output_modalities: ['text'] });
    client.send(appended(Buffer.concat([silence(400), getPcm('one two', 'alloy'), silence(150)])));
    client.send(appended(silence(100)));
    const events = await client.until('response.done');
    expect(toTypes(events).slice(0, 6)).toEqual([
      'input_audio_buffer.speech_started',
      'input_audio_buffer.speech_stopped',
      'input_audio_buffer.committed',
      'conversation.item.added',
      'conversation.item.done',
      'response.created',
    ]);
    expect(events[0]).toMatchObject({ audio_start_ms: 100, item_id: events[2]?.item_id });
    expect(events[1]).toMatchObject({ audio_end_ms: 800 });
    expect(upstream.realtime.responses).toMatchObject([{ trigger: 'turn', status: 'completed' }]);
  });

  it('is interrupted by who speaks', async () => {
    upstream.realtime.nextResponse({ kind: 'stall', afterChunks: 2 });
    await connect({ type: 'realtime', output_modalities: ['text'] });
    client.send(says('one two three'), RESPOND);
    await client.until('response.output_text.delta');
    await client.until('response.output_text.delta');
    client.send(appended(getPcm('stop', 'alloy')));
    const events = await client.until('response.done');
    expect(toTypes(events)).toEqual([
      'input_audio_buffer.speech_started',
      'response.output_text.done',
      'response.content_part.done',
      'conversation.item.done',
      'response.output_item.done',
      'response.done',
    ]);
    expect(events.at(-1)).toMatchObject({
      response: {
        status: 'cancelled',
        status_details: { type: 'cancelled', reason: 'turn_detected' },
        output: [{ status: 'incomplete', content: [{ text: 'one two ' }] }],
        usage: { output_tokens: 2 },
      },
    });
  });

  it('puts, cuts and drops items', async () => {
    await connect();
    client.send(says('two', 'second'), { ...says('one', 'first'), previous_item_id: 'root' }, RESPOND);
    const done = await client.next('response.done');
    expect(client.events.filter(({ type }) => type === 'conversation.item.added')).toMatchObject([
      { previous_item_id: null, item: { id: 'second' } },
      { previous_item_id: null, item: { id: 'first' } },
      { previous_item_id: 'second' },
    ]);
    const place = { item_id: getLastOutput(done).id, content_index: 0 };
    const truncate = { type: 'conversation.item.truncate', ...place };
    client.send({ ...truncate, audio_end_ms: 5000 });
    expect(await client.next('error')).toMatchObject({ error: { param: 'audio_end_ms' } });
    client.send({ ...truncate, audio_end_ms: 50 });
    expect(await client.next('conversation.item.truncated')).toMatchObject({ ...place, audio_end_ms: 50 });
    client.send({ type: 'conversation.item.retrieve', item_id: place.item_id });
    expect(await client.next('conversation.item.retrieved')).toMatchObject({
      item: {
        content: [
          { transcript: '', audio: spoken('two', 'marin', PCM).subarray(0, 2400).toString('base64') },
        ],
      },
    });
    client.send({ ...truncate, item_id: 'first', audio_end_ms: 0 });
    expect(await client.next('error')).toMatchObject({ error: { code: 'unsupported_content_type' } });
    client.send({ type: 'conversation.item.delete', item_id: 'first' }, says('again', 'second'));
    await client.until('conversation.item.deleted');
    expect(await client.next('error')).toMatchObject({ error: { code: 'item_create_duplicate_item_id' } });
  });

  it('keeps the voice that was heard', async () => {
    await connect();
    client.send(says('hi'), RESPOND);
    await client.until('response.done');
    const audio = { output: { voice: 'sage' } };
    client.send({ type: 'session.update', session: { type: 'realtime', audio } });
    expect(await client.next('error')).toMatchObject({ error: { code: 'cannot_update_voice' } });
  });

  it('answers aside without touching the conversation', async () => {
    upstream.realtime.nextResponse({ kind: 'stall', afterChunks: 0 });
    await connectInText();
    client.send(says('one'), RESPOND, RESPOND);
    expect(await client.next('error')).toMatchObject({
      error: { code: 'conversation_already_has_active_response' },
    });
    const input = [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'aside' }] }];
    const metadata = { topic: 'x' };
    client.send({ ...RESPOND, response: { conversation: 'none', input, metadata } });
    const events = await client.until('response.done');
    expect(toTypes(events)).not.toContain('conversation.item.added');
    expect(events.at(-1)).toMatchObject({
      response: { conversation_id: null, metadata, output: [{ content: [{ text: 'aside' }] }] },
    });
  });
});

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startFakeUpstream, type FakeUpstream } from '../index.js';
import { RawClient } from './raw-client.js';

let upstream: FakeUpstream;
let client: RawClient;

beforeEach(async () => {
  upstream = await startFakeUpstream();
});

afterEach(() => upstream.close());

async function connect(beta: boolean): Promise<void> {
  const headers = { authorization: 'Bearer sk-upstream-1', ...(beta && { 'openai-beta': 'realtime=v1' }) };
  client = await RawClient.open(`${upstream.url}/realtime?model=gpt-realtime`, { headers });
  await client.until(beta ? 'conversation.created' : 'session.created');
}

const user = (content: object[]) => ({ type: 'message', role: 'user', content });
const ga = (session: object) => ({ type: 'session.update', session: { type: 'realtime', ...session } });
const beta = (session: object) => ({ type: 'session.update', session });
const create = (item: object) => ({ type: 'conversation.item.create', item });
const response = (options: object) => ({ type: 'response.create', response: options });

/** Names of one dialect are errors in the other. */
const IN_BOTH: [object, string | null, string][] = [
  [{}, 'type', 'missing_required_parameter'],
  [{ type: 'session.create' }, 'type', 'invalid_value'],
  [{ type: 'output_audio_buffer.clear' }, 'type', 'invalid_value'],
  [{ type: 'session.update' }, 'session', 'missing_required_parameter'],
  [{ type: 'input_audio_buffer.append' }, 'audio', 'missing_required_parameter'],
  [{ type: 'input_audio_buffer.append', audio: 'no base64!' }, 'audio', 'invalid_value'],
  [{ type: 'input_audio_buffer.commit' }, null, 'input_audio_buffer_commit_empty'],
  [{ type: 'conversation.item.create' }, 'item', 'missing_required_parameter'],
  [create({ type: 'message', role: 'user' }), 'item.content', 'missing_required_parameter'],
  [create({ type: 'message', role: 'tool', content: [] }), 'item.role', 'invalid_value'],
  [create(user([{ type: 'input_text' }])), 'item.content[0].text', 'missing_required_parameter'],
  [create({ ...user([]), id: 'x'.repeat(33) }), 'item.id', 'string_above_max_length'],
  [create({ type: 'function_call_output', call_id: 'no', output: '' }), null, 'invalid_tool_call_id'],
  [{ type: 'conversation.item.retrieve', item_id: 'no' }, null, 'item_retrieve_invalid_item_id'],
  [{ type: 'conversation.item.delete', item_id: 'no' }, null, 'item_delete_invalid_item_id'],
  [{ type: 'conversation.item.truncate', item_id: 'no' }, 'content_index', 'missing_required_parameter'],
  [{ type: 'response.cancel' }, null, 'response_cancel_not_active'],
  [response({ surprise: true }), 'response.surprise', 'unknown_parameter'],
  [response({ input: [{ type: 'item_reference', id: 'no' }] }), 'response.input', 'invalid_value'],
  [{ type: 'response.create', surprise: true }, 'surprise', 'unknown_parameter'],
];
const IN_GA: [object, string, string][] = [
  [beta({ instructions: 'hi' }), 'session.type', 'missing_required_parameter'],
  [beta({ type: 'transcription' }), 'session.type', 'invalid_value'],
  [ga({ model: 'gpt-other' }), 'session.model', 'invalid_value'],
  [ga({ temperature: 0.8 }), 'session.temperature', 'unknown_parameter'],
  [ga({ modalities: ['text'] }), 'session.modalities', 'unknown_parameter'],
  [ga({ voice: 'alloy' }), 'session.voice', 'unknown_parameter'],
  [ga({ turn_detection: null }), 'session.turn_detection', 'unknown_parameter'],
  [ga({ output_modalities: ['text', 'audio'] }), 'session.output_modalities', 'invalid_value'],
  [ga({ audio: { output: { voice: 'nobody' } } }), 'session.audio.output.voice', 'invalid_value'],
  [
    ga({ audio: { input: { format: { type: 'audio/pcm' } } } }),
    'session.audio.input.format.rate',
    'missing_required_parameter',
  ],
  [ga({ max_output_tokens: 5000 }), 'session.max_output_tokens', 'integer_above_max_value'],
  [ga({ tools: [{ type: 'function' }] }), 'session.tools[0].name', 'missing_required_parameter'],
  [
    create({ type: 'message', role: 'assistant', content: [{ type: 'text', text: 'hi' }] }),
    'item.content[0].type',
    'invalid_value',
  ],
  [response({ modalities: ['text'] }), 'response.modalities', 'unknown_parameter'],
  [{ type: 'transcription_session.update', session: {} }, 'type', 'invalid_value'],
];
const IN_BETA: [object, string, string][] = [
  [beta({ type: 'realtime' }), 'session.type', 'unknown_parameter'],
  [beta({ model: 'gpt-other' }), 'session.model', 'invalid_value'],
  [beta({ audio: {} }), 'session.audio', 'unknown_parameter'],
  [beta({ output_modalities: ['text'] }), 'session.output_modalities', 'unknown_parameter'],
  [beta({ max_output_tokens: 5 }), 'session.max_output_tokens', 'unknown_parameter'],
  [beta({ truncation: 'auto' }), 'session.truncation', 'unknown_parameter'],
  [beta({ modalities: ['audio'] }), 'session.modalities', 'invalid_value'],
  [beta({ temperature: 0.1 }), 'session.temperature', 'invalid_value'],
  [beta({ input_audio_format: 'audio/pcm' }), 'session.input_audio_format', 'invalid_value'],
  [
    create({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'hi' }] }),
    'item.content[0].type',
    'invalid_value',
  ],
  [response({ output_modalities: ['text'] }), 'response.output_modalities', 'unknown_parameter'],
  [{ type: 'transcription_session.update', session: {} }, 'type', 'invalid_value'],
];

async function getRefusal(event: object): Promise<unknown> {
  client.send({ ...event, event_id: 'at-fault' });
  const { error } = await client.next('error');
  return error;
}

const refusal = (param: string | null, code: string) => ({
  type: 'invalid_request_error',
  message: expect.any(String),
  param,
  code,
  event_id: 'at-fault',
});

describe('strictness of realtime', () => {
  it.each([...IN_BOTH, ...IN_GA])('rejects in the current version: %j', async (event, param, code) => {
    await connect(false);
    expect(await getRefusal(event)).toEqual(refusal(param, code));
  });

  it.each([...IN_BOTH, ...IN_BETA])('rejects in the first version: %j', async (event, param, code) => {
    await connect(true);
    expect(await getRefusal(event)).toEqual(refusal(param, code));
  });

  it('continues after an error', async () => {
    await connect(false);
    await getRefusal({ type: 'nothing' });
    client.send({ type: 'input_audio_buffer.clear' });
    expect(await client.next('input_audio_buffer.cleared')).toMatchObject({
      event_id: expect.stringMatching(/^event_/),
    });
  });

  it.each(['{"type":', '[]', '"response.create"'])('requires JSON objects, not %s', async (frame) => {
    await connect(false);
    client.socket.send(frame);
    expect(await client.next('error')).toMatchObject({ error: { code: 'invalid_json', event_id: null } });
  });

  it('rejects binary frames', async () => {
    await connect(false);
    client.socket.send(Buffer.from('{"type":"response.create"}'));
    expect(await client.next('error')).toMatchObject({ error: { code: 'invalid_frame' } });
    expect(await client.closed).toMatchObject({ code: 1003 });
    expect(upstream.realtime.connections[0]?.events).toMatchObject([{ isBinary: true }]);
  });

  it('accepts valid events of each dialect', async () => {
    await connect(false);
    const format = { type: 'audio/pcmu' };
    client.send(ga({ model: 'gpt-realtime', audio: { input: { format, turn_detection: null } } }));
    expect(await client.next('session.updated')).toMatchObject({
      session: { audio: { input: { format, turn_detection: null }, output: { voice: 'marin' } } },
    });
    await connect(true);
    client.send(beta({ modalities: ['text'], temperature: 0.7, turn_detection: { threshold: 0.9 } }));
    const { session } = await client.next('session.updated');
    expect(session).toMatchObject({
      modalities: ['text'],
      temperature: 0.7,
      turn_detection: { type: 'server_vad', threshold: 0.9, create_response: true },
      input_audio_format: 'pcm16',
    });
    expect(session).not.toHaveProperty('audio');
  });
});

import { describe, expect, it } from '@jest/globals';
import { CLIENT_EVENTS, GA_ONLY_CLIENT_EVENTS } from './__fixtures__/client-events.js';
import { clientEventToBeta } from './beta/client-event.js';
import { readClientEvent } from './client-event.js';
import { RealtimeFault, encodeRealtimeError } from './realtime-error.js';

const toFrame = (event: unknown): string => JSON.stringify(event);

describe('a client event', () => {
  it.each(
    [...CLIENT_EVENTS.map(({ ga }) => ga), ...GA_ONLY_CLIENT_EVENTS].map((event) => [event.type, event]),
  )('of the GA dialect, %s, is unchanged', (_, event) => {
    expect(readClientEvent(toFrame(event), 'ga')).toEqual(event);
  });

  it.each(CLIENT_EVENTS.map(({ ga, beta }) => [beta.type, beta, ga]))(
    'of the beta dialect, %s, is translated to the GA dialect',
    (_, beta, ga) => {
      expect(readClientEvent(Buffer.from(toFrame(beta)), 'beta')).toEqual(ga);
    },
  );

  it.each(CLIENT_EVENTS.map(({ ga, beta }) => [ga.type, ga, beta]))(
    'of the GA dialect, %s, can be translated to the beta dialect',
    (_, ga, beta) => {
      expect(clientEventToBeta(JSON.parse(toFrame(ga)))).toEqual([beta]);
    },
  );

  it('keeps unknown members', () => {
    const session = { type: 'realtime', novelty: 1, audio: { input: { other: true } } };
    const event = { type: 'session.update', session, more: [] };
    expect(readClientEvent(toFrame(event), 'ga')).toEqual(event);
  });

  it('may have an item as servers send it', () => {
    const content = [{ type: 'input_audio', transcript: null }];
    const event = item({ id: 'i', object: 'realtime.item', type: 'message', role: 'user', content });
    expect(readClientEvent(toFrame(event), 'ga')).toEqual(event);
  });

  it('keeps the temperature of the beta dialect, but not the lifetime of a secret', () => {
    const session = {
      temperature: 0.8,
      client_secret: { expires_after: { anchor: 'created_at' } },
      novelty: 1,
    };
    expect(readClientEvent(toFrame({ type: 'session.update', session }), 'beta')).toEqual({
      type: 'session.update',
      session: { type: 'realtime', temperature: 0.8, novelty: 1 },
    });
  });

  it('gets the default turn detection type of the beta dialect', () => {
    const session = { turn_detection: { threshold: 0.3 } };
    expect(readClientEvent(toFrame({ type: 'session.update', session }), 'beta')).toMatchObject({
      session: { audio: { input: { turn_detection: { type: 'server_vad', threshold: 0.3 } } } },
    });
  });

  it('omits what the beta dialect would reject', () => {
    const session = { type: 'realtime', truncation: 'auto', reasoning: {}, parallel_tool_calls: true };
    const response = { reasoning: {}, instructions: 'i' };
    expect(clientEventToBeta({ type: 'session.update', session })).toEqual([
      { type: 'session.update', session: {} },
    ]);
    expect(clientEventToBeta({ type: 'response.create', response })).toEqual([
      { type: 'response.create', response: { instructions: 'i' } },
    ]);
  });
});

const update = (session: object): object => ({
  type: 'session.update',
  session: { type: 'realtime', ...session },
});
const input = (settings: object): object => update({ audio: { input: settings } });
const output = (settings: object): object => update({ audio: { output: settings } });
const item = (given: unknown): object => ({ type: 'conversation.item.create', item: given });
const content = (role: string, part: unknown): object => item({ type: 'message', role, content: [part] });
const respond = (response: unknown): object => ({ type: 'response.create', response });

describe('an error in a GA event', () => {
  it.each<[unknown, string | null, string]>([
    [{}, 'type', 'missing_required_parameter'],
    [{ type: 7 }, 'type', 'invalid_type'],
    [{ type: 'session.destroy' }, 'type', 'invalid_value'],
    [{ type: 'constructor' }, 'type', 'invalid_value'],
    [{ type: 'transcription_session.update', session: {} }, 'type', 'invalid_value'],
    [{ type: 'input_audio_buffer.clear', event_id: 7 }, 'event_id', 'invalid_type'],
    [{ type: 'input_audio_buffer.clear', event_id: 'x'.repeat(513) }, 'event_id', 'invalid_value'],
    [{ type: 'session.update' }, 'session', 'missing_required_parameter'],
    [{ type: 'session.update', session: [] }, 'session', 'invalid_type'],
    [{ type: 'session.update', session: {} }, 'session.type', 'missing_required_parameter'],
    [update({ type: 'translation' }), 'session.type', 'invalid_value'],
    [update({ model: '' }), 'session.model', 'invalid_value'],
    [update({ instructions: null }), 'session.instructions', 'invalid_type'],
    [update({ output_modalities: 'text' }), 'session.output_modalities', 'invalid_type'],
    [update({ output_modalities: ['text', 'audio'] }), 'session.output_modalities', 'invalid_value'],
    [update({ output_modalities: [] }), 'session.output_modalities', 'invalid_value'],
    [update({ max_output_tokens: 0 }), 'session.max_output_tokens', 'invalid_value'],
    [update({ max_output_tokens: 4097 }), 'session.max_output_tokens', 'invalid_value'],
    [update({ max_output_tokens: 1.5 }), 'session.max_output_tokens', 'invalid_type'],
    [update({ max_output_tokens: 'all' }), 'session.max_output_tokens', 'invalid_type'],
    [update({ tools: {} }), 'session.tools', 'invalid_type'],
    [update({ tools: [{ name: 'f' }] }), 'session.tools[0].type', 'missing_required_parameter'],
    [
      update({ tools: [{ type: 'function', function: { name: 'f' } }] }),
      'session.tools[0].name',
      'missing_required_parameter',
    ],
    [update({ tools: [{ type: 'web_search' }] }), 'session.tools[0].type', 'invalid_value'],
    [update({ tools: [{ type: 'mcp' }] }), 'session.tools[0].server_label', 'missing_required_parameter'],
    [
      update({ tools: [{ type: 'function', name: 'f', parameters: '{}' }] }),
      'session.tools[0].parameters',
      'invalid_type',
    ],
    [update({ tool_choice: 'any' }), 'session.tool_choice', 'invalid_value'],
    [update({ tool_choice: 7 }), 'session.tool_choice', 'invalid_type'],
    [update({ tool_choice: { type: 'function' } }), 'session.tool_choice.name', 'missing_required_parameter'],
    [update({ include: ['everything'] }), 'session.include[0]', 'invalid_value'],
    [update({ tracing: 'off' }), 'session.tracing', 'invalid_value'],
    [update({ prompt: {} }), 'session.prompt.id', 'missing_required_parameter'],
    [update({ reasoning: { effort: 'max' } }), 'session.reasoning.effort', 'invalid_value'],
    [
      update({ truncation: { type: 'retention_ratio', retention_ratio: 2 } }),
      'session.truncation.retention_ratio',
      'invalid_value',
    ],
    [update({ parallel_tool_calls: 'yes' }), 'session.parallel_tool_calls', 'invalid_type'],
    [input({ format: 'pcm16' }), 'session.audio.input.format', 'invalid_type'],
    [input({ format: { type: 'audio/mp3' } }), 'session.audio.input.format.type', 'invalid_value'],
    [
      input({ format: { type: 'audio/pcm', rate: 16000 } }),
      'session.audio.input.format.rate',
      'invalid_value',
    ],
    [input({ transcription: 'whisper-1' }), 'session.audio.input.transcription', 'invalid_type'],
    [input({ transcription: { model: 1 } }), 'session.audio.input.transcription.model', 'invalid_type'],
    [
      input({ noise_reduction: { type: 'off' } }),
      'session.audio.input.noise_reduction.type',
      'invalid_value',
    ],
    [
      input({ turn_detection: { threshold: 0.5 } }),
      'session.audio.input.turn_detection.type',
      'missing_required_parameter',
    ],
    [input({ turn_detection: 'server_vad' }), 'session.audio.input.turn_detection', 'invalid_type'],
    [input({ turn_detection: { type: 'none' } }), 'session.audio.input.turn_detection.type', 'invalid_value'],
    [
      input({ turn_detection: { type: 'server_vad', threshold: 1.1 } }),
      'session.audio.input.turn_detection.threshold',
      'invalid_value',
    ],
    [
      input({ turn_detection: { type: 'server_vad', prefix_padding_ms: -1 } }),
      'session.audio.input.turn_detection.prefix_padding_ms',
      'invalid_value',
    ],
    [
      input({ turn_detection: { type: 'server_vad', idle_timeout_ms: 10 } }),
      'session.audio.input.turn_detection.idle_timeout_ms',
      'invalid_value',
    ],
    [
      input({ turn_detection: { type: 'semantic_vad', eagerness: 'very' } }),
      'session.audio.input.turn_detection.eagerness',
      'invalid_value',
    ],
    [output({ speed: 0.2 }), 'session.audio.output.speed', 'invalid_value'],
    [output({ speed: 1.6 }), 'session.audio.output.speed', 'invalid_value'],
    [output({ voice: '' }), 'session.audio.output.voice', 'invalid_value'],
    [output({ voice: {} }), 'session.audio.output.voice.id', 'missing_required_parameter'],
    [{ type: 'input_audio_buffer.append' }, 'audio', 'missing_required_parameter'],
    [{ type: 'input_audio_buffer.append', audio: [0] }, 'audio', 'invalid_type'],
    [{ type: 'input_audio_buffer.append', audio: 'AAA' }, 'audio', 'invalid_value'],
    [{ type: 'input_audio_buffer.append', audio: 'AA-_' }, 'audio', 'invalid_value'],
    [{ type: 'input_audio_buffer.append', audio: 'A=AA' }, 'audio', 'invalid_value'],
    [item(undefined), 'item', 'missing_required_parameter'],
    [item({ role: 'user' }), 'item.type', 'missing_required_parameter'],
    [item({ type: 'item_reference', id: 'i' }), 'item.type', 'invalid_value'],
    [item({ type: 'message', content: [] }), 'item.role', 'missing_required_parameter'],
    [item({ type: 'message', role: 'tool', content: [] }), 'item.role', 'invalid_value'],
    [item({ type: 'message', role: 'user' }), 'item.content', 'missing_required_parameter'],
    [item({ type: 'message', role: 'user', content: 'Hi' }), 'item.content', 'invalid_type'],
    [item({ type: 'message', role: 'user', content: [], status: 'new' }), 'item.status', 'invalid_value'],
    [content('user', { text: 'Hi' }), 'item.content[0].type', 'missing_required_parameter'],
    [content('user', { type: 'text', text: 'Hi' }), 'item.content[0].type', 'invalid_value'],
    [content('user', { type: 'input_text' }), 'item.content[0].text', 'missing_required_parameter'],
    [content('user', { type: 'input_audio', audio: '?' }), 'item.content[0].audio', 'invalid_value'],
    [content('user', { type: 'input_image' }), 'item.content[0].image_url', 'missing_required_parameter'],
    [content('assistant', { type: 'text', text: 'Hi' }), 'item.content[0].type', 'invalid_value'],
    [content('system', { type: 'input_audio', audio: '' }), 'item.content[0].type', 'invalid_value'],
    [item({ type: 'function_call', name: 'f' }), 'item.arguments', 'missing_required_parameter'],
    [item({ type: 'function_call_output', call_id: 'c', output: {} }), 'item.output', 'invalid_type'],
    [{ type: 'conversation.item.retrieve' }, 'item_id', 'missing_required_parameter'],
    [{ type: 'conversation.item.delete', item_id: '' }, 'item_id', 'invalid_value'],
    [
      { type: 'conversation.item.truncate', item_id: 'i', content_index: 0, audio_end_ms: -1 },
      'audio_end_ms',
      'invalid_value',
    ],
    [
      { type: 'conversation.item.truncate', item_id: 'i', content_index: '0', audio_end_ms: 1 },
      'content_index',
      'invalid_type',
    ],
    [respond('now'), 'response', 'invalid_type'],
    [respond({ input: [{ type: 'item_reference' }] }), 'response.input[0].id', 'missing_required_parameter'],
    [respond({ metadata: { a: 1 } }), 'response.metadata.a', 'invalid_type'],
    [respond({ output_modalities: ['video'] }), 'response.output_modalities', 'invalid_value'],
    [respond({ audio: { output: { voice: 7 } } }), 'response.audio.output.voice', 'invalid_type'],
    [{ type: 'response.cancel', response_id: 7 }, 'response_id', 'invalid_type'],
  ])('%j names %s', (event, param, code) => {
    expect(getFault(toFrame(event), 'ga')).toMatchObject({ type: 'invalid_request_error', param, code });
  });
});

describe('an error in a beta event', () => {
  it.each<[object, string, string, string]>([
    [{ input_audio_format: 'mp3' }, 'session.input_audio_format', 'invalid_value', 'pcm16'],
    [{ output_audio_format: {} }, 'session.output_audio_format', 'invalid_type', 'string'],
    [{ modalities: ['video'] }, 'session.modalities[0]', 'invalid_value', 'audio'],
    [{ modalities: [] }, 'session.modalities', 'invalid_value', 'empty'],
    [{ max_response_output_tokens: 0 }, 'session.max_response_output_tokens', 'invalid_value', '4096'],
    [
      { turn_detection: { threshold: 2 } },
      'session.turn_detection.threshold',
      'invalid_value',
      'from 0 to 1',
    ],
    [{ turn_detection: { type: 'x' } }, 'session.turn_detection.type', 'invalid_value', 'server_vad'],
    [{ temperature: 3 }, 'session.temperature', 'invalid_value', '2'],
    [{ speed: 9 }, 'session.speed', 'invalid_value', '1.5'],
  ])('%j has the beta names', (session, param, code, accepted) => {
    const fault = getFault(toFrame({ type: 'session.update', session }), 'beta');
    expect(fault).toMatchObject({ param, code });
    expect(fault.message).toContain(accepted);
  });

  it('is reported for GA names', () => {
    const event = content('assistant', { type: 'output_text', text: 'Hi' });
    expect(getFault(toFrame(event), 'beta')).toMatchObject({ param: 'item.content[0].type' });
  });
});

describe('a frame that is not an event', () => {
  it.each(['', '{', 'null', '[]', '"session.update"', '{"type":"x"} {}'])(
    '%j is rejected as JSON',
    (frame) => {
      expect(getFault(frame, 'ga')).toMatchObject({
        type: 'invalid_request_error',
        code: 'invalid_json',
        param: null,
        event_id: null,
      });
    },
  );
});

describe('a frame with too many values', () => {
  it.each([
    ['is too complex', `[${'0,'.repeat(50_000)}0]`],
    ['not valid JSON', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
  ])('is rejected before it is parsed: %s', (problem, list) => {
    const fault = getFault(`{"type":"response.create","x":${list}}`, 'ga');
    expect(fault.message).toContain(problem);
  });
});

describe('the error event', () => {
  it("has the id of the client's event", () => {
    const fault = getFault(toFrame({ type: 'response.made', event_id: 'mine' }), 'ga');
    expect(fault.event_id).toBe('mine');
    expect(fault.message).toContain('"session.update"');
  });
});

function getFault(frame: string, dialect: 'ga' | 'beta') {
  try {
    readClientEvent(frame, dialect);
  } catch (error) {
    if (error instanceof RealtimeFault) return encodeRealtimeError(error).error;
    throw error;
  }
  throw new Error(`Nothing was wrong with ${frame}`);
}

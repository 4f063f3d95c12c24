import type * as Beta from 'openai/resources/beta/realtime/realtime';
import type * as Ga from 'openai/resources/realtime/realtime';

const part = { event_id: 'e', item_id: 'i', output_index: 0, content_index: 0, response_id: 'r' };
const call = { event_id: 'e', item_id: 'i', output_index: 0, call_id: 'c', response_id: 'r' };
const VAD = { type: 'server_vad', threshold: 0.5, prefix_padding_ms: 300, silence_duration_ms: 200 } as const;
const USAGE = {
  total_tokens: 30,
  input_tokens: 20,
  output_tokens: 10,
  input_token_details: { cached_tokens: 4, text_tokens: 8, audio_tokens: 12 },
  output_token_details: { text_tokens: 3, audio_tokens: 7 },
};

/** Events that are the same in both dialects, in the official types. */
const SAME: (Ga.RealtimeServerEvent & Beta.RealtimeServerEvent)[] = [
  { type: 'error', event_id: 'e', error: { type: 't', code: 'c', message: 'm', param: null, event_id: 'x' } },
  { type: 'conversation.item.deleted', event_id: 'e', item_id: 'i' },
  { type: 'conversation.item.truncated', event_id: 'e', item_id: 'i', content_index: 0, audio_end_ms: 5 },
  {
    type: 'conversation.item.input_audio_transcription.completed',
    event_id: 'e',
    item_id: 'i',
    content_index: 0,
    transcript: 'hm',
    usage: { type: 'duration', seconds: 1 },
  },
  {
    type: 'conversation.item.input_audio_transcription.delta',
    event_id: 'e',
    item_id: 'i',
    content_index: 0,
    delta: 'h',
  },
  {
    type: 'conversation.item.input_audio_transcription.failed',
    event_id: 'e',
    item_id: 'i',
    content_index: 0,
    error: { code: 'audio_unintelligible' },
  },
  {
    type: 'conversation.item.retrieved',
    event_id: 'e',
    item: { type: 'message', role: 'user', content: [{ type: 'input_audio', audio: 'AAAA' }] },
  },
  { type: 'input_audio_buffer.cleared', event_id: 'e' },
  { type: 'input_audio_buffer.committed', event_id: 'e', item_id: 'i', previous_item_id: null },
  { type: 'input_audio_buffer.speech_started', event_id: 'e', item_id: 'i', audio_start_ms: 1 },
  { type: 'input_audio_buffer.speech_stopped', event_id: 'e', item_id: 'i', audio_end_ms: 2 },
  { type: 'rate_limits.updated', event_id: 'e', rate_limits: [{ name: 'tokens', limit: 1, remaining: 1 }] },
  { type: 'response.content_part.added', ...part, part: { type: 'text', text: '' } },
  { type: 'response.content_part.done', ...part, part: { type: 'audio', transcript: 'Hi' } },
  { type: 'response.function_call_arguments.delta', ...call, delta: '{' },
  { type: 'response.function_call_arguments.done', ...call, name: 'f', arguments: '{}' },
  {
    type: 'response.output_item.added',
    event_id: 'e',
    response_id: 'r',
    output_index: 0,
    item: { type: 'function_call', id: 'i', call_id: 'c', name: 'f', arguments: '', status: 'in_progress' },
  },
  { type: 'output_audio_buffer.started', event_id: 'e', response_id: 'r' },
  { type: 'output_audio_buffer.stopped', event_id: 'e', response_id: 'r' },
  { type: 'output_audio_buffer.cleared', event_id: 'e', response_id: 'r' },
];

interface EventPair {
  ga: Ga.RealtimeServerEvent;
  beta: Beta.RealtimeServerEvent;
}

const DIFFERENT: EventPair[] = [
  {
    ga: { type: 'response.output_text.delta', ...part, delta: 'H' },
    beta: { type: 'response.text.delta', ...part, delta: 'H' },
  },
  {
    ga: { type: 'response.output_text.done', ...part, text: 'Hi' },
    beta: { type: 'response.text.done', ...part, text: 'Hi' },
  },
  {
    ga: { type: 'response.output_audio.delta', ...part, delta: 'AAAA' },
    beta: { type: 'response.audio.delta', ...part, delta: 'AAAA' },
  },
  { ga: { type: 'response.output_audio.done', ...part }, beta: { type: 'response.audio.done', ...part } },
  {
    ga: { type: 'response.output_audio_transcript.delta', ...part, delta: 'H' },
    beta: { type: 'response.audio_transcript.delta', ...part, delta: 'H' },
  },
  {
    ga: { type: 'response.output_audio_transcript.done', ...part, transcript: 'Hi' },
    beta: { type: 'response.audio_transcript.done', ...part, transcript: 'Hi' },
  },
  {
    ga: {
      type: 'conversation.item.added',
      event_id: 'e',
      previous_item_id: 'p',
      item: { type: 'message', role: 'assistant', id: 'i', status: 'in_progress', content: [] },
    },
    beta: {
      type: 'conversation.item.created',
      event_id: 'e',
      previous_item_id: 'p',
      item: { type: 'message', role: 'assistant', id: 'i', status: 'in_progress', content: [] },
    },
  },
  {
    ga: {
      type: 'response.output_item.done',
      event_id: 'e',
      response_id: 'r',
      output_index: 0,
      item: { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hi' }] },
    },
    beta: {
      type: 'response.output_item.done',
      event_id: 'e',
      response_id: 'r',
      output_index: 0,
      item: { type: 'message', role: 'assistant', content: [{ type: 'text', text: 'Hi' }] },
    },
  },
  {
    ga: {
      type: 'response.created',
      event_id: 'e',
      response: { id: 'r', object: 'realtime.response', status: 'in_progress', output_modalities: ['text'] },
    },
    beta: {
      type: 'response.created',
      event_id: 'e',
      response: { id: 'r', object: 'realtime.response', status: 'in_progress', modalities: ['text'] },
    },
  },
  {
    ga: {
      type: 'response.done',
      event_id: 'e',
      response: {
        id: 'r',
        status: 'completed',
        output: [
          { type: 'message', role: 'assistant', content: [{ type: 'output_audio', transcript: 'Hi' }] },
        ],
        output_modalities: ['audio'],
        audio: { output: { format: { type: 'audio/pcm', rate: 24000 }, voice: 'alloy' } },
        max_output_tokens: 'inf',
        conversation_id: 'conv_1',
        usage: USAGE,
        metadata: null,
      },
    },
    beta: {
      type: 'response.done',
      event_id: 'e',
      response: {
        id: 'r',
        status: 'completed',
        output: [{ type: 'message', role: 'assistant', content: [{ type: 'audio', transcript: 'Hi' }] }],
        modalities: ['text', 'audio'],
        output_audio_format: 'pcm16',
        voice: 'alloy',
        max_output_tokens: 'inf',
        conversation_id: 'conv_1',
        usage: USAGE,
        metadata: null,
      },
    },
  },
  {
    ga: {
      type: 'session.created',
      event_id: 'e',
      session: {
        type: 'realtime',
        model: 'gpt-4o-realtime-preview',
        instructions: '',
        tools: [],
        output_modalities: ['audio'],
        max_output_tokens: 'inf',
        audio: {
          input: { format: { type: 'audio/pcm', rate: 24000 }, turn_detection: VAD },
          output: { format: { type: 'audio/pcma' }, voice: 'alloy', speed: 1 },
        },
      },
    },
    beta: {
      type: 'session.created',
      event_id: 'e',
      session: {
        model: 'gpt-4o-realtime-preview',
        instructions: '',
        tools: [],
        modalities: ['text', 'audio'],
        max_response_output_tokens: 'inf',
        input_audio_format: 'pcm16',
        turn_detection: VAD,
        output_audio_format: 'g711_alaw',
        voice: 'alloy',
        speed: 1,
      },
    },
  },
  {
    ga: { type: 'session.updated', event_id: 'e', session: { type: 'realtime', output_modalities: ['text'] } },
    beta: { type: 'session.updated', event_id: 'e', session: { modalities: ['text'] } },
  },
];

/** Equivalent server events of both dialects, one to one. */
export const SERVER_EVENTS: readonly EventPair[] = [
  ...SAME.map((event) => ({ ga: event, beta: event })),
  ...DIFFERENT,
];

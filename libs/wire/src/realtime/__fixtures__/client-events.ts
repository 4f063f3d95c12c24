import type * as Beta from 'openai/resources/beta/realtime/realtime';
import type * as Ga from 'openai/resources/realtime/realtime';

interface EventPair {
  ga: Ga.RealtimeClientEvent | Ga.ResponseCreateEventWithReferencesParam;
  beta: Beta.RealtimeClientEvent;
}

const TOOL = { type: 'function', name: 'f', description: 'd', parameters: { type: 'object' } } as const;
const VAD = {
  type: 'server_vad',
  threshold: 0.4,
  prefix_padding_ms: 100,
  silence_duration_ms: 300,
  create_response: true,
  interrupt_response: false,
} as const;

/** Events that are the same in both dialects, in the official types. */
const SAME: (Ga.RealtimeClientEvent & Beta.RealtimeClientEvent)[] = [
  { type: 'input_audio_buffer.append', event_id: 'e1', audio: 'AAAA/+8=' },
  { type: 'input_audio_buffer.commit', event_id: 'e1' },
  { type: 'input_audio_buffer.clear' },
  { type: 'output_audio_buffer.clear' },
  { type: 'conversation.item.retrieve', item_id: 'i' },
  { type: 'conversation.item.truncate', item_id: 'i', content_index: 0, audio_end_ms: 1500 },
  { type: 'conversation.item.delete', item_id: 'i' },
  { type: 'response.cancel', response_id: 'r' },
  { type: 'response.cancel' },
  { type: 'response.create' },
  {
    type: 'conversation.item.create',
    previous_item_id: 'root',
    item: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi' }] },
  },
  {
    type: 'conversation.item.create',
    item: { type: 'message', role: 'system', id: 's', content: [{ type: 'input_text', text: 'Be brief' }] },
  },
  {
    type: 'conversation.item.create',
    item: { type: 'function_call', name: 'f', call_id: 'c', arguments: '{}', status: 'completed' },
  },
  {
    type: 'conversation.item.create',
    item: { type: 'function_call_output', call_id: 'c', output: '42' },
  },
];

const DIFFERENT: EventPair[] = [
  {
    ga: {
      type: 'session.update',
      event_id: 'e1',
      session: {
        type: 'realtime',
        instructions: 'Be kind',
        output_modalities: ['audio'],
        max_output_tokens: 100,
        tools: [TOOL],
        tool_choice: 'auto',
        tracing: 'auto',
        audio: {
          input: {
            format: { type: 'audio/pcmu' },
            transcription: { model: 'whisper-1', language: 'en' },
            noise_reduction: { type: 'near_field' },
            turn_detection: VAD,
          },
          output: { format: { type: 'audio/pcm', rate: 24000 }, voice: 'alloy', speed: 1.2 },
        },
      },
    },
    beta: {
      type: 'session.update',
      event_id: 'e1',
      session: {
        instructions: 'Be kind',
        modalities: ['text', 'audio'],
        max_response_output_tokens: 100,
        tools: [TOOL],
        tool_choice: 'auto',
        tracing: 'auto',
        input_audio_format: 'g711_ulaw',
        input_audio_transcription: { model: 'whisper-1', language: 'en' },
        input_audio_noise_reduction: { type: 'near_field' },
        turn_detection: VAD,
        output_audio_format: 'pcm16',
        voice: 'alloy',
        speed: 1.2,
      },
    },
  },
  {
    ga: {
      type: 'session.update',
      session: { type: 'realtime', output_modalities: ['text'], max_output_tokens: 'inf' },
    },
    beta: { type: 'session.update', session: { modalities: ['text'], max_response_output_tokens: 'inf' } },
  },
  {
    ga: {
      type: 'session.update',
      session: {
        type: 'transcription',
        include: ['item.input_audio_transcription.logprobs'],
        audio: { input: { format: { type: 'audio/pcma' }, transcription: { model: 'whisper-1' } } },
      },
    },
    beta: {
      type: 'transcription_session.update',
      session: {
        include: ['item.input_audio_transcription.logprobs'],
        input_audio_format: 'g711_alaw',
        input_audio_transcription: { model: 'whisper-1' },
      },
    },
  },
  {
    ga: {
      type: 'conversation.item.create',
      item: {
        type: 'message',
        role: 'assistant',
        content: [
          { type: 'output_text', text: 'Hello' },
          { type: 'output_audio', transcript: 'Hello' },
        ],
      },
    },
    beta: {
      type: 'conversation.item.create',
      item: {
        type: 'message',
        role: 'assistant',
        content: [
          { type: 'text', text: 'Hello' },
          { type: 'audio', transcript: 'Hello' },
        ],
      },
    },
  },
  {
    ga: {
      type: 'response.create',
      response: {
        conversation: 'none',
        instructions: 'Sum up',
        metadata: { topic: 't' },
        output_modalities: ['audio'],
        max_output_tokens: 7,
        audio: { output: { format: { type: 'audio/pcmu' }, voice: 'ash' } },
        tools: [TOOL],
        tool_choice: 'required',
        input: [
          { type: 'item_reference', id: 'i' },
          { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Yes' }] },
        ],
      },
    },
    beta: {
      type: 'response.create',
      response: {
        conversation: 'none',
        instructions: 'Sum up',
        metadata: { topic: 't' },
        modalities: ['text', 'audio'],
        max_response_output_tokens: 7,
        output_audio_format: 'g711_ulaw',
        voice: 'ash',
        tools: [TOOL],
        tool_choice: 'required',
        input: [
          { type: 'item_reference', id: 'i' },
          { type: 'message', role: 'assistant', content: [{ type: 'text', text: 'Yes' }] },
        ],
      },
    },
  },
];

/** Equivalent client events of both dialects. */
export const CLIENT_EVENTS: readonly EventPair[] = [
  ...SAME.map((event) => ({ ga: event, beta: event })),
  ...DIFFERENT,
];

/** Events that only the GA dialect has. */
export const GA_ONLY_CLIENT_EVENTS: readonly Ga.RealtimeClientEvent[] = [
  {
    type: 'session.update',
    session: {
      type: 'realtime',
      model: 'gpt-realtime',
      audio: { input: { turn_detection: null }, output: { voice: { id: 'voice_1' } } },
      include: ['item.input_audio_transcription.logprobs'],
      parallel_tool_calls: false,
      prompt: { id: 'p', version: '1' },
      reasoning: { effort: 'low' },
      tool_choice: { type: 'function', name: 'f' },
      tools: [{ type: 'mcp', server_label: 'l', server_url: 'https://mcp.example' }],
      tracing: { workflow_name: 'w' },
      truncation: { type: 'retention_ratio', retention_ratio: 0.8 },
    },
  },
  {
    type: 'session.update',
    session: { type: 'realtime', audio: { input: { turn_detection: { type: 'semantic_vad', eagerness: 'low' } } } },
  },
  {
    type: 'conversation.item.create',
    item: {
      type: 'message',
      role: 'user',
      content: [
        { type: 'input_audio', audio: 'AAAA', transcript: 'hm' },
        { type: 'input_image', image_url: 'data:image/png;base64,AAAA', detail: 'low' },
      ],
    },
  },
  {
    type: 'conversation.item.create',
    item: { type: 'mcp_approval_response', id: 'a', approval_request_id: 'r', approve: true },
  },
  {
    type: 'conversation.item.create',
    item: { type: 'mcp_approval_request', id: 'a', server_label: 'l', name: 'f', arguments: '{}' },
  },
  {
    type: 'conversation.item.create',
    item: { type: 'mcp_list_tools', server_label: 'l', tools: [{ name: 'f', input_schema: {} }] },
  },
  {
    type: 'conversation.item.create',
    item: { type: 'mcp_call', id: 'a', server_label: 'l', name: 'f', arguments: '{}' },
  },
  { type: 'response.create', response: { tool_choice: { type: 'mcp', server_label: 'l' }, metadata: null } },
];

import { type SseEvent } from '#sse';
import { type Json, type ConvertedResponse } from '../clouds/cloud-front.js';
import { convertFailure } from './errors.js';
import { encodeException, encodeFrame } from './frames.js';
import { dropAbsent } from './to-messages.js';

const METRICS = { latencyMs: 7 };
const NOTHING = new Uint8Array(0);

/** Converts a response of Anthropic's to one of Converse, as JSON or as frames. */
export function convertToConverse(): ConvertedResponse {
  let usage: Json = {};
  return {
    whole: (message) => ({
      output: { message: { role: 'assistant', content: (message['content'] as Json[]).map(toBlock) } },
      stopReason: toStopReason(message['stop_reason']),
      usage: toUsage(message['usage'] as Json),
      metrics: METRICS,
    }),
    failure: convertFailure,
    streamType: 'application/vnd.amazon.eventstream',
    event({ data }: SseEvent) {
      const event = JSON.parse(data) as Json;
      const message = event['message'] as Json | undefined;
      usage = {
        ...usage,
        ...(message?.['usage'] as Json | undefined),
        ...(event['usage'] as Json | undefined),
      };
      return toFrames(event, usage);
    },
  };
}

function toFrames(event: Json, usage: Json): Uint8Array {
  const at = { contentBlockIndex: event['index'] };
  switch (event['type']) {
    case 'message_start':
      return encodeFrame('messageStart', { role: 'assistant' });
    case 'content_block_start': {
      const { type, id, name } = event['content_block'] as Json;
      if (type !== 'tool_use') return NOTHING;
      return encodeFrame('contentBlockStart', { ...at, start: { toolUse: { toolUseId: id, name } } });
    }
    case 'content_block_delta':
      return encodeFrame('contentBlockDelta', { ...at, delta: toDelta(event['delta'] as Json) });
    case 'content_block_stop':
      return encodeFrame('contentBlockStop', at);
    case 'message_delta': {
      const stopReason = toStopReason((event['delta'] as Json)['stop_reason']);
      return Buffer.concat([
        encodeFrame('messageStop', { stopReason }),
        encodeFrame('metadata', { usage: toUsage(usage), metrics: METRICS }),
      ]);
    }
    case 'error':
      return encodeException('throttlingException', 'Too many tokens, please wait before trying again.');
    default:
      return NOTHING;
  }
}

function toDelta({ type, text, thinking, signature, partial_json: input }: Json): Json {
  if (type === 'text_delta') return { text };
  if (type === 'input_json_delta') return { toolUse: { input } };
  return { reasoningContent: type === 'signature_delta' ? { signature } : { text: thinking } };
}

function toBlock({ type, text, thinking, signature, id, name, input }: Json): Json {
  if (type === 'text') return { text };
  if (type === 'tool_use') return { toolUse: { toolUseId: id, name, input } };
  return { reasoningContent: { reasoningText: { text: thinking, signature } } };
}

function toStopReason(reason: unknown): unknown {
  return reason === 'refusal' ? 'content_filtered' : reason;
}

function toUsage(usage: Json): Json {
  const { input_tokens: inputTokens = 0, output_tokens: outputTokens = 0 } = usage;
  return dropAbsent({
    inputTokens,
    outputTokens,
    totalTokens: Number(inputTokens) + Number(outputTokens) + Number(usage['cache_read_input_tokens'] ?? 0),
    cacheReadInputTokens: usage['cache_read_input_tokens'],
    cacheWriteInputTokens: usage['cache_creation_input_tokens'],
  });
}

import { type ApiRequest } from '../../call/api-request.js';
import {
  type Part,
  type Reply,
  type ReplyTurn,
  type Turn,
  type Usage,
  sendableParts,
  getReplyText,
} from '../conversation.js';
import { EFFORTS, type Settings } from '../settings/settings.js';
import { omitUndefined, undefinedIfEmpty } from './omit-undefined.js';
import { type Format } from './format.js';
import { withArguments, withPart, withText } from './parts.js';

interface Chunk {
  choices?: { delta?: Delta; message?: Delta; finish_reason?: string | null }[];
  usage?: ChatUsage | null;
  error?: unknown;
}

interface Delta {
  content?: string | null;
  refusal?: string | null;
  reasoning_content?: string | null;
  reasoning?: string | null;
  tool_calls?: CallDelta[];
}

interface CallDelta {
  index?: number;
  id?: string;
  function?: { name?: string; arguments?: string };
}

interface ChatUsage {
  prompt_tokens: number;
  completion_tokens: number;
  prompt_tokens_details?: { cached_tokens?: number } | null;
  completion_tokens_details?: { reasoning_tokens?: number } | null;
}

export const chatFormat: Format = {
  label: 'Chat',
  parameters: ['temperature', 'topP', 'maxTokens', 'stop', 'seed', 'presencePenalty', 'frequencyPenalty'],
  efforts: EFFORTS,
  buildRequest,
  readEvent: (reply, event) => readChunk(reply, event as Chunk),
  readBody: (body) => readChunk({ parts: [] }, body as Chunk),
};

function buildRequest(model: string, turns: readonly Turn[], settings: Settings): ApiRequest {
  const { system, tools, schema, isStreamed } = settings;
  const json = {
    model,
    messages: [...(system === '' ? [] : [{ role: 'system', content: system }]), ...turns.flatMap(toMessages)],
    ...omitUndefined({
      temperature: settings.temperature,
      top_p: settings.topP,
      max_completion_tokens: settings.maxTokens,
      stop: undefinedIfEmpty(settings.stop),
      seed: settings.seed,
      presence_penalty: settings.presencePenalty,
      frequency_penalty: settings.frequencyPenalty,
      reasoning_effort: settings.effort,
      tools: undefinedIfEmpty(tools.map((tool) => ({ type: 'function', function: tool }))),
      tool_choice: tools.length === 0 || settings.toolChoice === 'auto' ? undefined : settings.toolChoice,
      response_format: schema && {
        type: 'json_schema',
        json_schema: { name: 'reply', schema, strict: true },
      },
    }),
    ...(isStreamed ? { stream: true, stream_options: { include_usage: true } } : {}),
  };
  return { method: 'POST', path: '/v1/chat/completions', json };
}

function toMessages(turn: Turn): object[] {
  if (turn.kind === 'reply') return toAssistantMessages(turn);
  if (turn.kind === 'results') {
    return turn.results.map(({ callId, content }) => ({ role: 'tool', tool_call_id: callId, content }));
  }
  if (turn.images.length === 0) return [{ role: 'user', content: turn.text }];
  const images = turn.images.map(({ mediaType, data }) => ({
    type: 'image_url',
    image_url: { url: `data:${mediaType};base64,${data}` },
  }));
  return [{ role: 'user', content: [...images, { type: 'text', text: turn.text }] }];
}

function toAssistantMessages(turn: ReplyTurn): object[] {
  const parts = sendableParts(turn);
  const calls = parts.flatMap((part) => (part.kind === 'call' ? [toCall(part)] : []));
  const text = getReplyText({ parts });
  if (text === '' && calls.length === 0) return [];
  return [
    {
      role: 'assistant',
      content: text === '' ? null : text,
      ...omitUndefined({ tool_calls: undefinedIfEmpty(calls) }),
    },
  ];
}

function toCall({ id, name, arguments: args }: Extract<Part, { kind: 'call' }>): object {
  return { id, type: 'function', function: { name, arguments: args } };
}

function readChunk(reply: Reply, { choices, usage, error }: Chunk): Reply {
  const choice = choices?.[0];
  const delta = choice?.delta ?? choice?.message;
  return {
    parts: delta === undefined ? reply.parts : readDelta(reply.parts, delta),
    finish: choice?.finish_reason ?? reply.finish,
    usage: usage ? readUsage(usage) : reply.usage,
    failure: error === undefined ? reply.failure : { error },
  };
}

function readDelta(parts: readonly Part[], delta: Delta): readonly Part[] {
  const reasoning = delta.reasoning_content ?? delta.reasoning;
  let read = parts;
  if (reasoning) read = withText(read, 'reasoning', 'reasoning', reasoning);
  if (delta.content) read = withText(read, 'text', 'text', delta.content);
  if (delta.refusal) read = withText(read, 'refusal', 'refusal', delta.refusal);
  return (delta.tool_calls ?? []).reduce(readCall, read);
}

function readCall(parts: readonly Part[], call: CallDelta, position: number): readonly Part[] {
  const key = `call-${call.index ?? position}`;
  const { name = '', arguments: more = '' } = call.function ?? {};
  const started = withPart(parts, { kind: 'call', key, id: call.id ?? key, name, arguments: '' });
  return withArguments(started, key, more);
}

function readUsage(usage: ChatUsage): Usage {
  return {
    inputTokens: usage.prompt_tokens,
    cachedTokens: usage.prompt_tokens_details?.cached_tokens ?? 0,
    outputTokens: usage.completion_tokens,
    reasoningTokens: usage.completion_tokens_details?.reasoning_tokens ?? 0,
  };
}

import { type ApiRequest } from '../../call/api-request.js';
import {
  type Part,
  type Reply,
  type ReplyTurn,
  type Turn,
  type Usage,
  sendableParts,
} from '../conversation.js';
import { EFFORTS, type Settings } from '../settings/settings.js';
import { omitUndefined, undefinedIfEmpty } from './omit-undefined.js';
import { type Format } from './format.js';
import { withArguments, withPart, withText } from './parts.js';

interface ResponseEvent {
  type: string;
  output_index?: number;
  content_index?: number;
  summary_index?: number;
  delta?: string;
  item?: Item;
  response?: ResponseBody;
}

interface Item {
  type: string;
  id?: string;
  call_id?: string;
  name?: string;
  arguments?: string;
  encrypted_content?: string | null;
  summary?: { text: string }[];
  content?: { type: string; text?: string; refusal?: string }[] | null;
}

interface ResponseBody {
  status?: string;
  output?: Item[];
  incomplete_details?: { reason?: string } | null;
  error?: unknown;
  usage?: ResponseUsage | null;
}

interface ResponseUsage {
  input_tokens: number;
  output_tokens: number;
  input_tokens_details?: { cached_tokens?: number } | null;
  output_tokens_details?: { reasoning_tokens?: number } | null;
}

export const responsesFormat: Format = {
  label: 'Responses',
  parameters: ['temperature', 'topP', 'maxTokens'],
  efforts: EFFORTS,
  buildRequest,
  readEvent: readResponseEvent,
  readBody: readResponse,
};

function buildRequest(model: string, turns: readonly Turn[], settings: Settings): ApiRequest {
  const { system, tools, schema, effort, isStreamed } = settings;
  const json = {
    model,
    ...(system === '' ? {} : { instructions: system }),
    input: turns.flatMap(toItems),
    ...omitUndefined({
      temperature: settings.temperature,
      top_p: settings.topP,
      max_output_tokens: settings.maxTokens,
      reasoning: effort && (effort === 'none' ? { effort } : { effort, summary: 'auto' }),
      // With `store: false`, the provider needs the encrypted reasoning with the next request.
      include: effort && effort !== 'none' ? ['reasoning.encrypted_content'] : undefined,
      tools: undefinedIfEmpty(tools.map((tool) => ({ type: 'function', ...tool, strict: false }))),
      tool_choice: tools.length === 0 || settings.toolChoice === 'auto' ? undefined : settings.toolChoice,
      text: schema && { format: { type: 'json_schema', name: 'reply', schema, strict: true } },
    }),
    store: false,
    ...(isStreamed ? { stream: true } : {}),
  };
  return { method: 'POST', path: '/v1/responses', json };
}

function toItems(turn: Turn): object[] {
  if (turn.kind === 'reply') return sendableParts(turn).flatMap((part) => toInputItems(part, turn));
  if (turn.kind === 'results') {
    return turn.results.map(({ callId, content }) => ({
      type: 'function_call_output',
      call_id: callId,
      output: content,
    }));
  }
  const images = turn.images.map(({ mediaType, data }) => ({
    type: 'input_image',
    image_url: `data:${mediaType};base64,${data}`,
    detail: 'auto',
  }));
  if (images.length === 0) return [{ role: 'user', content: turn.text }];
  return [{ role: 'user', content: [...images, { type: 'input_text', text: turn.text }] }];
}

function toInputItems(part: Part, { format }: ReplyTurn): object[] {
  switch (part.kind) {
    case 'text':
      return part.text === '' ? [] : [{ role: 'assistant', content: part.text }];
    case 'call':
      return [{ type: 'function_call', call_id: part.id, name: part.name, arguments: part.arguments }];
    case 'reasoning':
      return part.signature === undefined || format !== 'responses'
        ? []
        : [toReasoningItem(part, part.signature)];
    case 'refusal':
    case 'image':
      return [];
  }
}

function toReasoningItem({ text, id }: Extract<Part, { kind: 'reasoning' }>, signature: string): object {
  const summary = text === '' ? [] : [{ type: 'summary_text', text }];
  return { type: 'reasoning', ...omitUndefined({ id }), summary, encrypted_content: signature };
}

function readResponse(body: unknown): Reply {
  const response = body as ResponseBody;
  const parts = (response.output ?? []).reduce<readonly Part[]>(readItem, []);
  return readEnd({ parts }, response, body);
}

function readResponseEvent(reply: Reply, event: unknown): Reply {
  const data = event as ResponseEvent;
  switch (data.type) {
    case 'response.completed':
    case 'response.incomplete':
    case 'response.failed':
      return readEnd(reply, data.response ?? {}, event);
    case 'error':
      return { ...reply, failure: event };
    default:
      return { ...reply, parts: readChunk(reply.parts, data) };
  }
}

function readChunk(parts: readonly Part[], event: ResponseEvent): readonly Part[] {
  const { delta = '', output_index: output = 0, content_index: content = 0 } = event;
  switch (event.type) {
    case 'response.output_text.delta':
      return withText(parts, 'text', `${output}-text-${content}`, delta);
    case 'response.refusal.delta':
      return withText(parts, 'refusal', `${output}-refusal-${content}`, delta);
    case 'response.reasoning_summary_text.delta':
    case 'response.reasoning_text.delta':
      return withText(parts, 'reasoning', `${output}-reasoning`, delta);
    case 'response.reasoning_summary_part.added':
      return (event.summary_index ?? 0) === 0
        ? parts
        : withText(parts, 'reasoning', `${output}-reasoning`, '\n\n');
    case 'response.function_call_arguments.delta':
      return withArguments(parts, `${output}-call`, delta);
    case 'response.output_item.added':
      return event.item?.type === 'function_call' ? readItem(parts, event.item, output) : parts;
    case 'response.output_item.done':
      return event.item === undefined ? parts : readItem(parts, event.item, output);
    default:
      return parts;
  }
}

/** A complete item replaces the parts that its deltas added. */
function readItem(parts: readonly Part[], item: Item, output: number): readonly Part[] {
  return buildParts(item, output).reduce((read, part) => withPart(read, part, () => part), parts);
}

function buildParts(item: Item, output: number): Part[] {
  if (item.type === 'function_call') {
    const { call_id: id = '', name = '', arguments: args = '' } = item;
    return [{ kind: 'call', key: `${output}-call`, id, name, arguments: args }];
  }
  if (item.type === 'reasoning') {
    const texts =
      undefinedIfEmptyList(item.summary) ?? (item.content ?? []).map(({ text = '' }) => ({ text }));
    const text = texts.map((chunk) => chunk.text).join('\n\n');
    const signature = item.encrypted_content ?? undefined;
    return [{ kind: 'reasoning', key: `${output}-reasoning`, text, id: item.id, signature }];
  }
  if (item.type !== 'message') return [];
  return (item.content ?? []).map(({ type, text = '', refusal = '' }, position) =>
    type === 'refusal'
      ? { kind: 'refusal', key: `${output}-refusal-${position}`, text: refusal }
      : { kind: 'text', key: `${output}-text-${position}`, text },
  );
}

function undefinedIfEmptyList<Value>(list: Value[] | undefined): Value[] | undefined {
  return list !== undefined && list.length > 0 ? list : undefined;
}

function readEnd(reply: Reply, response: ResponseBody, received: unknown): Reply {
  const { status, incomplete_details: incomplete, usage } = response;
  return {
    parts: reply.parts,
    finish: incomplete?.reason ?? status,
    usage: usage ? readUsage(usage) : reply.usage,
    failure: status === 'failed' ? received : reply.failure,
  };
}

function readUsage(usage: ResponseUsage): Usage {
  return {
    inputTokens: usage.input_tokens,
    cachedTokens: usage.input_tokens_details?.cached_tokens ?? 0,
    outputTokens: usage.output_tokens,
    reasoningTokens: usage.output_tokens_details?.reasoning_tokens ?? 0,
  };
}

import { type ApiRequest } from '../../call/api-request.js';
import { type Part, type ReplyTurn, type Turn, sendableParts } from '../conversation.js';
import { type Settings, type ToolChoice } from '../settings/settings.js';
import { defined, nonEmpty } from './defined.js';
import { type Format } from './format.js';
import { readMessageEvent, readWholeMessage } from './messages-reading.js';
import { parsedArguments } from './parsed-arguments.js';

/** The format wants a limit; this one is high enough to go unnoticed. */
const USUAL_MAX_TOKENS = 4096;

const CHOICES: Record<ToolChoice, string> = { auto: 'auto', required: 'any', none: 'none' };

export const messagesFormat: Format = {
  label: 'Messages',
  parameters: ['temperature', 'topP', 'topK', 'maxTokens', 'stop'],
  efforts: ['none', 'low', 'medium', 'high'],
  buildRequest,
  readEvent: readMessageEvent,
  readWhole: readWholeMessage,
};

function buildRequest(model: string, turns: readonly Turn[], settings: Settings): ApiRequest {
  const { system, tools, schema, effort, isStreamed, toolChoice } = settings;
  const isThinking = effort !== undefined && effort !== 'none';
  const json = {
    model,
    max_tokens: settings.maxTokens ?? USUAL_MAX_TOKENS,
    ...(system === '' ? {} : { system }),
    messages: turns.flatMap(toMessage),
    ...defined({
      temperature: settings.temperature,
      top_p: settings.topP,
      top_k: settings.topK,
      stop_sequences: nonEmpty(settings.stop),
      thinking: effort && (isThinking ? { type: 'adaptive', display: 'summarized' } : { type: 'disabled' }),
      output_config: defined({
        effort: isThinking ? effort : undefined,
        format: schema && { type: 'json_schema', schema },
      }),
      tools: nonEmpty(tools.map(({ parameters, ...tool }) => ({ ...tool, input_schema: parameters }))),
      tool_choice: tools.length === 0 || toolChoice === 'auto' ? undefined : { type: CHOICES[toolChoice] },
    }),
    ...(isStreamed ? { stream: true } : {}),
  };
  return { method: 'POST', path: '/v1/messages', json };
}

function toMessage(turn: Turn): object[] {
  if (turn.kind === 'reply') {
    const content = sendableParts(turn).flatMap((part) => getBlock(part, turn));
    return content.length === 0 ? [] : [{ role: 'assistant', content }];
  }
  if (turn.kind === 'results') {
    const content = turn.results.map(({ callId, content }) => ({
      type: 'tool_result',
      tool_use_id: callId,
      content,
    }));
    return [{ role: 'user', content }];
  }
  if (turn.images.length === 0) return [{ role: 'user', content: turn.text }];
  const images = turn.images.map(({ mediaType, data }) => ({
    type: 'image',
    source: { type: 'base64', media_type: mediaType, data },
  }));
  return [
    {
      role: 'user',
      content: [...images, ...(turn.text === '' ? [] : [{ type: 'text', text: turn.text }])],
    },
  ];
}

function getBlock(part: Part, { format }: ReplyTurn): object[] {
  switch (part.kind) {
    case 'text':
      return part.text === '' ? [] : [{ type: 'text', text: part.text }];
    case 'call':
      return [{ type: 'tool_use', id: part.id, name: part.name, input: parsedArguments(part.arguments) }];
    case 'reasoning':
      return part.signature === undefined || format !== 'messages'
        ? []
        : [thinkingBlock(part, part.signature)];
    case 'refusal':
    case 'image':
      return [];
  }
}

function thinkingBlock({ text, isHidden }: Extract<Part, { kind: 'reasoning' }>, signature: string): object {
  return isHidden === true
    ? { type: 'redacted_thinking', data: signature }
    : { type: 'thinking', thinking: text, signature: signature };
}

import { type ApiRequest } from '../../call/api-request.js';
import { type Part, type ReplyTurn, type Turn, sendableParts } from '../conversation.js';
import { EFFORTS, type Settings } from '../settings/settings.js';
import { defined, nonEmpty } from './defined.js';
import { type Format } from './format.js';
import { readResponseEvent, readWholeResponse } from './responses-reading.js';

export const responsesFormat: Format = {
  label: 'Responses',
  parameters: ['temperature', 'topP', 'maxTokens'],
  efforts: EFFORTS,
  buildRequest,
  readEvent: readResponseEvent,
  readWhole: readWholeResponse,
};

function buildRequest(model: string, turns: readonly Turn[], settings: Settings): ApiRequest {
  const { system, tools, schema, effort, isStreamed } = settings;
  const json = {
    model,
    ...(system === '' ? {} : { instructions: system }),
    input: turns.flatMap(toItems),
    ...defined({
      temperature: settings.temperature,
      top_p: settings.topP,
      max_output_tokens: settings.maxTokens,
      reasoning: effort && (effort === 'none' ? { effort } : { effort, summary: 'auto' }),
      // Nothing is kept for the playground, so reasoning that is to be shown again must be carried along.
      include: effort && effort !== 'none' ? ['reasoning.encrypted_content'] : undefined,
      tools: nonEmpty(tools.map((tool) => ({ type: 'function', ...tool, strict: false }))),
      tool_choice: tools.length === 0 || settings.toolChoice === 'auto' ? undefined : settings.toolChoice,
      text: schema && { format: { type: 'json_schema', name: 'reply', schema, strict: true } },
    }),
    store: false,
    ...(isStreamed ? { stream: true } : {}),
  };
  return { method: 'POST', path: '/v1/responses', json };
}

function toItems(turn: Turn): object[] {
  if (turn.kind === 'reply') return sendableParts(turn).flatMap((part) => getItem(part, turn));
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

function getItem(part: Part, { format }: ReplyTurn): object[] {
  switch (part.kind) {
    case 'text':
      return part.text === '' ? [] : [{ role: 'assistant', content: part.text }];
    case 'call':
      return [{ type: 'function_call', call_id: part.id, name: part.name, arguments: part.arguments }];
    case 'reasoning':
      return part.signature === undefined || format !== 'responses'
        ? []
        : [reasoningItem(part, part.signature)];
    case 'refusal':
    case 'image':
      return [];
  }
}

function reasoningItem({ text, id }: Extract<Part, { kind: 'reasoning' }>, signature: string): object {
  const summary = text === '' ? [] : [{ type: 'summary_text', text }];
  return { type: 'reasoning', ...defined({ id }), summary, encrypted_content: signature };
}

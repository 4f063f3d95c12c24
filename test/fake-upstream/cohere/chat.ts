import { randomBytes, randomUUID } from 'node:crypto';
import type { Account } from '../account.js';
import { asFields, asList, type Fields } from '../fields.js';
import { NAMED_EVENTS } from '../framing.js';
import { answerTo, type Answer, type FinishReason } from '../scenarios/answer.js';
import { jsonChunks } from '../scenarios/json-chunks.js';
import type { Prompt } from '../scenarios/prompt.js';
import { parseWords } from '../scenarios/words.js';
import type { NativeAnswer } from '../service.js';
import { requiresReasoning } from './chat-checks.js';

const FINISH_REASONS: Readonly<Record<FinishReason, string>> = {
  stop: 'COMPLETE',
  'tool-calls': 'TOOL_CALL',
  length: 'MAX_TOKENS',
  filter: 'COMPLETE',
  refusal: 'COMPLETE',
};

/** Tokens that the service adds to every prompt, and does not bill. */
const OWN_PROMPT_TOKENS = 66;

export function chatAnswer(fields: Fields, { scenario }: Account): NativeAnswer {
  const prompt = toPrompt(fields);
  const answer = answerTo(prompt, scenario);
  return {
    isStream: fields.stream === true,
    framing: NAMED_EVENTS,
    body: toWhole(answer),
    events: () => toEvents(answer),
    unfinishedEvents: (count) => buildUnfinished(prompt, count),
    brokenOff: () => ({
      type: 'message-end',
      delta: { error: 'internal server error', finish_reason: 'ERROR', usage: toUsage(answer) },
    }),
  };
}

function toPrompt(fields: Fields): Prompt {
  const messages = asList(fields.messages).map(asFields);
  const userTexts = messages.filter(({ role }) => role === 'user').map(({ content }) => toText(content));
  const lastTurn = messages.findLastIndex(({ role }) => role !== 'tool') + 1;
  return {
    lastUserText: userTexts.at(-1) ?? '',
    userTexts,
    words: messages.reduce((total, { content }) => total + parseWords(toText(content)).length, 0),
    toolNames: asList(fields.tools).map((tool) => String(asFields(asFields(tool).function).name)),
    toolResults: messages.slice(lastTurn).map(({ content }) => toText(content)),
    requiresReasoning: requiresReasoning(fields),
    schema: asFields(fields.response_format).json_schema,
  };
}

/** The model reads the values of a document. */
function toText(content: unknown): string {
  if (typeof content === 'string') return content;
  return asList(content)
    .map(asFields)
    .map(({ text, document }) =>
      typeof text === 'string' ? text : Object.values(asFields(asFields(document).data)).join('\n'),
    )
    .join('');
}

/** With tool calls, the model's reasoning is called its plan. */
function hasPlan({ reasoning, toolCalls }: Answer): boolean {
  return toolCalls.length > 0 && reasoning !== '';
}

function toBlocks(answer: Answer): { type: 'thinking' | 'text'; words: string }[] {
  const { reasoning, text } = answer;
  return [
    ...(reasoning === '' || hasPlan(answer) ? [] : [{ type: 'thinking' as const, words: reasoning }]),
    ...(text === '' ? [] : [{ type: 'text' as const, words: text }]),
  ];
}

function toCalls({ toolCalls }: Answer): { id: string; name: string; json: string }[] {
  return toolCalls.map(({ name, arguments: given }) => ({
    id: `${name}_${randomBytes(6).toString('hex')}`,
    name,
    json: JSON.stringify(given),
  }));
}

function toUsage({ usage: { input, output, cached } }: Answer): object {
  return {
    billed_units: { input_tokens: input, output_tokens: output },
    tokens: { input_tokens: input + OWN_PROMPT_TOKENS, output_tokens: output },
    cached_tokens: cached,
  };
}

function toWhole(answer: Answer): object {
  const calls = toCalls(answer);
  const blocks = toBlocks(answer);
  return {
    id: randomUUID(),
    message: {
      role: 'assistant',
      ...(blocks.length > 0 && { content: blocks.map(({ type, words }) => ({ type, [type]: words })) }),
      ...(hasPlan(answer) && { tool_plan: answer.reasoning }),
      ...(calls.length > 0 && {
        tool_calls: calls.map(({ id, name, json }) => ({
          id,
          type: 'function',
          function: { name, arguments: json },
        })),
      }),
    },
    finish_reason: FINISH_REASONS[answer.ending],
    usage: toUsage(answer),
  };
}

function toEvents(answer: Answer): object[] {
  const plan = hasPlan(answer) ? parseWords(answer.reasoning) : [];
  return [
    messageStart(),
    ...plan.map((word) => ({ type: 'tool-plan-delta', delta: { message: { tool_plan: word } } })),
    ...toBlocks(answer).flatMap(({ type, words }, index) => [
      { type: 'content-start', index, delta: { message: { content: { type, [type]: '' } } } },
      ...parseWords(words).map((word) => contentDelta(index, type, word)),
      { type: 'content-end', index },
    ]),
    ...toCalls(answer).flatMap(callEvents),
    {
      type: 'message-end',
      delta: { finish_reason: FINISH_REASONS[answer.ending], usage: toUsage(answer) },
    },
  ];
}

function callEvents({ id, name, json }: { id: string; name: string; json: string }, index: number): object[] {
  const start = { id, type: 'function', function: { name, arguments: '' } };
  return [
    { type: 'tool-call-start', index, delta: { message: { tool_calls: start } } },
    ...jsonChunks(json).map((fragment) => ({
      type: 'tool-call-delta',
      index,
      delta: { message: { tool_calls: { function: { arguments: fragment } } } },
    })),
    { type: 'tool-call-end', index },
  ];
}

/** The first events of a response that never ends. */
function buildUnfinished({ lastUserText }: Prompt, count: number): object[] {
  const words = parseWords(lastUserText);
  const opening = [
    messageStart(),
    { type: 'content-start', index: 0, delta: { message: { content: { type: 'text', text: '' } } } },
  ];
  return Array.from({ length: count }, (_, index) => {
    const word = words[(index - opening.length) % words.length] ?? 'word ';
    return opening[index] ?? contentDelta(0, 'text', word);
  });
}

function messageStart(): object {
  const message = { role: 'assistant', content: [], tool_plan: '', tool_calls: [], citations: [] };
  return { id: randomUUID(), type: 'message-start', delta: { message } };
}

function contentDelta(index: number, type: string, word: string): object {
  return { type: 'content-delta', index, delta: { message: { content: { [type]: word } } } };
}

import { expect } from '@jest/globals';
import OpenAI from 'openai';
import type {
  ChatCompletion,
  ChatCompletionChunk,
  ChatCompletionCreateParamsNonStreaming,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import { TEST_TOKEN } from '../../../harness/index.js';
import { type Client, type Received, type Question, type ToolCall, type Turn, finishFrom } from './client.js';

/** Not in the official types, but clients of this format read it. */
interface Extras {
  reasoning_content?: string;
  thinking_blocks?: unknown[];
}

type AssistantMessage = ChatCompletion.Choice['message'] & Extras;

const FINISHES = {
  stop: 'stop',
  tool_calls: 'tool-calls',
  length: 'length',
  content_filter: 'filter',
} as const;

export function openAiChatClient(baseURL: string): Client {
  const openAi = new OpenAI({ baseURL, apiKey: TEST_TOKEN, maxRetries: 0 });
  return {
    name: 'openai chat',
    ask: async (question) =>
      question.isStreamed === true ? askStreamed(openAi, question) : askWhole(openAi, question),
    usageFor: ({ input, cached, output, reasoning }) => ({
      prompt_tokens: input,
      completion_tokens: output,
      total_tokens: input + output,
      ...(cached > 0 && { prompt_tokens_details: expect.objectContaining({ cached_tokens: cached }) }),
      ...(reasoning > 0 && {
        completion_tokens_details: expect.objectContaining({ reasoning_tokens: reasoning }),
      }),
    }),
  };
}

async function askWhole(openAi: OpenAI, question: Question): Promise<Received> {
  const completion = await openAi.chat.completions.create(toParams(question));
  return receivedFrom(completion, 1);
}

/** The library merges the chunks, except for members that it does not know. */
async function askStreamed(openAi: OpenAI, question: Question): Promise<Received> {
  const stream = openAi.chat.completions.stream({
    ...toParams(question),
    stream: true,
    stream_options: { include_usage: true },
  });
  const extras: Extras = {};
  let chunks = 0;
  for await (const chunk of stream) {
    const delta: (ChatCompletionChunk.Choice.Delta & Extras) | undefined = chunk.choices[0]?.delta;
    if (delta?.content) chunks += 1;
    if (delta?.reasoning_content !== undefined) {
      extras.reasoning_content = (extras.reasoning_content ?? '') + delta.reasoning_content;
    }
    if (delta?.thinking_blocks !== undefined) extras.thinking_blocks = delta.thinking_blocks;
  }
  const completion = await stream.finalChatCompletion();
  Object.assign(completion.choices[0]?.message ?? {}, extras);
  return receivedFrom(completion, chunks);
}

function receivedFrom({ choices, usage }: ChatCompletion, chunks: number): Received {
  const [choice] = choices;
  if (choice === undefined) throw new Error('The completion has no choice');
  const message: AssistantMessage = choice.message;
  return {
    text: message.content ?? '',
    chunks,
    reasoning: message.reasoning_content ?? '',
    calls: (message.tool_calls ?? []).map((call): ToolCall => {
      if (call.type !== 'function') throw new Error(`The completion calls a ${call.type} tool`);
      return { id: call.id, name: call.function.name, arguments: JSON.parse(call.function.arguments) };
    }),
    finish: finishFrom(FINISHES, choice.finish_reason),
    usage,
    kept: message,
  };
}

function toParams({
  model,
  system,
  turns,
  tools,
  schema,
  thinks,
  maxTokens,
}: Question): ChatCompletionCreateParamsNonStreaming {
  return {
    model,
    messages: [
      ...(system === undefined ? [] : [{ role: 'system' as const, content: system }]),
      ...turns.flatMap(toMessages),
    ],
    ...(tools && { tools: tools.map((tool) => ({ type: 'function', function: { ...tool } })) }),
    ...(schema && {
      response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: { ...schema } } },
    }),
    ...(thinks === true && { reasoning_effort: 'low' }),
    ...(maxTokens !== undefined && { max_completion_tokens: maxTokens }),
  };
}

function toMessages(turn: Turn): ChatCompletionMessageParam[] {
  switch (turn.from) {
    case 'user':
      return [{ role: 'user', content: getContent(turn) }];
    case 'assistant':
      return [{ role: 'assistant', content: turn.text }];
    case 'received':
      return [turn.received.kept as ChatCompletionMessageParam];
    case 'tools':
      return turn.results.map(({ call, output }) => ({
        role: 'tool',
        tool_call_id: call.id ?? '',
        content: output,
      }));
  }
}

function getContent({
  text,
  image,
}: Extract<Turn, { from: 'user' }>): string | OpenAI.ChatCompletionContentPart[] {
  if (image === undefined) return text;
  const url = `data:${image.mediaType};base64,${image.base64}`;
  return [
    { type: 'text', text },
    { type: 'image_url', image_url: { url } },
  ];
}

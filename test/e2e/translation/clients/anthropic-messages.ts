import Anthropic from '@anthropic-ai/sdk';
import { TEST_TOKEN } from '../../../harness/index.js';
import { type Client, type Received, type Image, type Question, type Turn, finishFrom } from './client.js';

const FINISHES = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  tool_use: 'tool-calls',
  max_tokens: 'length',
  refusal: 'filter',
} as const;

const DEFAULT_MAX_TOKENS = 4096;
const THINKING_TOKENS = 1024;

export function anthropicMessagesClient(baseURL: string): Client {
  const anthropic = new Anthropic({ baseURL, apiKey: TEST_TOKEN, maxRetries: 0 });
  return {
    name: 'anthropic messages',
    ask: async (question) =>
      question.isStreamed === true ? askStreamed(anthropic, question) : askWhole(anthropic, question),
    usageFor: ({ input, cached, output }) => ({
      input_tokens: input - cached,
      cache_read_input_tokens: cached,
      output_tokens: output,
    }),
  };
}

async function askWhole(anthropic: Anthropic, question: Question): Promise<Received> {
  return receivedFrom(await anthropic.messages.create(toParams(question)), 1);
}

async function askStreamed(anthropic: Anthropic, question: Question): Promise<Received> {
  const stream = anthropic.messages.stream(toParams(question));
  let chunks = 0;
  stream.on('text', () => (chunks += 1));
  const message = await stream.finalMessage();
  return receivedFrom(message, chunks);
}

function receivedFrom({ content, stop_reason: reason, usage }: Anthropic.Message, chunks: number): Received {
  return {
    text: content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
    chunks,
    reasoning: content.map((block) => (block.type === 'thinking' ? block.thinking : '')).join(''),
    calls: content.flatMap((block) =>
      block.type === 'tool_use' ? [{ id: block.id, name: block.name, arguments: block.input }] : [],
    ),
    finish: finishFrom(FINISHES, reason),
    usage,
    kept: content,
  };
}

function toParams(question: Question): Anthropic.MessageCreateParamsNonStreaming {
  const { model, system, turns, tools, schema, thinks, maxTokens = DEFAULT_MAX_TOKENS } = question;
  return {
    model,
    max_tokens: maxTokens,
    ...(system !== undefined && { system }),
    messages: turns.map(toMessage),
    ...(tools && {
      tools: tools.map(({ name, description, parameters }) => ({
        name,
        description,
        input_schema: { type: 'object', ...parameters },
      })),
    }),
    ...(schema && { output_config: { format: { type: 'json_schema', schema: { ...schema } } } }),
    ...(thinks === true && { thinking: { type: 'enabled', budget_tokens: THINKING_TOKENS } }),
  };
}

function toMessage(turn: Turn): Anthropic.MessageParam {
  switch (turn.from) {
    case 'user':
      return { role: 'user', content: turn.image ? withImage(turn.text, turn.image) : turn.text };
    case 'assistant':
      return { role: 'assistant', content: turn.text };
    case 'received':
      return { role: 'assistant', content: turn.received.kept as Anthropic.ContentBlockParam[] };
    case 'tools':
      return {
        role: 'user',
        content: turn.results.map(({ call, output }) => ({
          type: 'tool_result',
          tool_use_id: call.id ?? '',
          content: output,
        })),
      };
  }
}

function withImage(text: string, { mediaType, base64 }: Image): Anthropic.ContentBlockParam[] {
  const source = { type: 'base64', media_type: mediaType, data: base64 } as Anthropic.Base64ImageSource;
  return [
    { type: 'text', text },
    { type: 'image', source },
  ];
}

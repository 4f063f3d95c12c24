import { createHash } from 'node:crypto';
import { countTokens, firstTokens } from '#tokenizer';
import { type Directives, readDirectives } from '../directives.js';
import { buildInstance } from '../json-schema/instance.js';
import { spacedWords } from '../spaced-words.js';
import { composeReply, fillerText } from './compose-reply.js';
import { type SandboxChatRequest, type SandboxMessage } from './request.js';
import { type ToolCall, planToolCalls } from './tool-calls.js';

export interface SandboxAnswer {
  directives: Directives;
  reasoning: string | undefined;
  text: string | undefined;
  refusal: string | undefined;
  toolCalls: ToolCall[];
  finishReason: 'stop' | 'length' | 'tool_calls' | 'content_filter';
  usage: { promptTokens: number; completionTokens: number; reasoningTokens: number };
}

type Content = Pick<SandboxAnswer, 'text' | 'refusal' | 'toolCalls' | 'finishReason'>;

const TOKENS_PER_MESSAGE = 3;
const TOKENS_PER_REPLY = 3;

/** The same conversation always gets the same answer. */
export async function answerChat(request: SandboxChatRequest): Promise<SandboxAnswer> {
  const question = request.messages.findLast((message) => message.role === 'user');
  const { directives, text: questionText } = readDirectives(question?.text ?? '');
  const content = await limitTokens(chooseContent(request, directives, questionText), request);
  const reasoning = directives.reasoning ? reasoningAbout(questionText) : undefined;
  return { directives, reasoning, ...content, usage: await countUsage(request, content, reasoning) };
}

function chooseContent(request: SandboxChatRequest, directives: Directives, question: string): Content {
  const plain = { text: undefined, refusal: undefined, toolCalls: [] as ToolCall[] };
  if (directives.refuse) {
    return { ...plain, refusal: 'The sandbox was asked to refuse, and does.', finishReason: 'stop' };
  }
  const toolCalls = planToolCalls(request, directives, question);
  if (toolCalls.length > 0) return { ...plain, toolCalls, finishReason: 'tool_calls' };
  const text = chooseText(request, directives, question);
  if (directives.length) return { ...plain, text: firstHalf(text), finishReason: 'length' };
  if (directives.filter) return { ...plain, text: firstHalf(text), finishReason: 'content_filter' };
  return { ...plain, text: stopAt(text, request.stopSequences), finishReason: 'stop' };
}

function chooseText(request: SandboxChatRequest, directives: Directives, question: string): string {
  if (request.jsonSchema !== undefined) {
    return JSON.stringify(buildInstance(request.jsonSchema.schema, question === '' ? 'sandbox' : question));
  }
  if (directives.words !== undefined) return fillerText(directives.words);
  return composeReply(request.messages, question);
}

async function limitTokens(content: Content, { maxTokens }: SandboxChatRequest): Promise<Content> {
  if (content.text === undefined || maxTokens === undefined) return content;
  const text = await firstTokens(content.text, maxTokens);
  return text === content.text ? content : { ...content, text, finishReason: 'length' };
}

async function countUsage(
  request: SandboxChatRequest,
  { text, refusal, toolCalls }: Content,
  reasoning: string | undefined,
): Promise<SandboxAnswer['usage']> {
  const said = [text, refusal, ...toolCalls.flatMap((call) => [call.name, call.arguments])].filter(
    (part) => part !== undefined,
  );
  const [promptTokens, reasoningTokens, ...counts] = await Promise.all([
    countConversationTokens(request.messages),
    countTokens(reasoning ?? ''),
    ...said.map(countTokens),
  ]);
  const saidTokens = counts.reduce((sum, count) => sum + count, 0) * request.choiceCount;
  return { promptTokens, completionTokens: saidTokens + reasoningTokens, reasoningTokens };
}

function reasoningAbout(question: string): string {
  const digest = createHash('sha256').update(question).digest('hex').slice(0, 6);
  return `The message has ${question.length} characters and the fingerprint ${digest}. A sandbox does not think, so this is where its thoughts would be. It will answer now.`;
}

function firstHalf(text: string): string {
  const { words } = spacedWords(text);
  return words.slice(0, Math.ceil(words.length / 2)).join('');
}

function stopAt(text: string, sequences: readonly string[]): string {
  const places = sequences.map((sequence) => text.indexOf(sequence)).filter((place) => place !== -1);
  return places.length === 0 ? text : text.slice(0, Math.min(...places));
}

/** Messages cost a few tokens each beside their text, as they do with the models this imitates. */
async function countConversationTokens(messages: readonly SandboxMessage[]): Promise<number> {
  let sum = TOKENS_PER_REPLY;
  for (const { role, text } of messages)
    sum += TOKENS_PER_MESSAGE + (await countTokens(role)) + (await countTokens(text));
  return sum;
}

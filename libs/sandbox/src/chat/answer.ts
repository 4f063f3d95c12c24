import { createHash } from 'node:crypto';
import { countTokens, firstTokens } from '#tokenizer';
import { type Directives, readDirectives } from '../directives.js';
import { buildInstance } from '../json-schema/instance.js';
import { spacedWords } from '../spaced-words.js';
import { type SandboxChatRequest, type SandboxMessage } from './request.js';

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

const QUOTE_LENGTH = 400;
const OPENING = 'Hello from the Modelgate sandbox. I am a stand-in, not a language model.';
const CLOSING = 'Your token, your client and this gateway work; add a channel to reach a real model.';

const FILLER =
  'a calm river carries small boats past quiet towns while lanterns sway and gulls follow the evening tide home again'.split(
    ' ',
  );

export interface ToolCall {
  id: string;
  name: string;
  /** JSON text. */
  arguments: string;
}

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

function composeReply(messages: readonly SandboxMessage[], question: string): string {
  const results = trailingToolResults(messages);
  if (results.length > 0) return acknowledgeResults(messages, results);
  const attachments = messages.findLast((message) => message.role === 'user')?.attachments ?? [];
  const seen =
    attachments.length === 0 ? '' : ` You sent ${attachments.map((one) => one.description).join(', and ')}.`;
  if (question === '')
    return `${OPENING}${seen === '' ? ' I found no user message to answer.' : seen} ${CLOSING}`;
  return `${OPENING} You wrote: “${shorten(question)}”${seen} ${CLOSING}`;
}

/** The answers of tools that the model has not replied to yet. */
function trailingToolResults(messages: readonly SandboxMessage[]): SandboxMessage[] {
  const lastOther = messages.findLastIndex((message) => message.role !== 'tool');
  return messages.slice(lastOther + 1);
}

function acknowledgeResults(messages: readonly SandboxMessage[], results: readonly SandboxMessage[]): string {
  const names = new Map(messages.flatMap(({ toolCalls }) => toolCalls.map(({ id, name }) => [id, name])));
  const told = results.map((result) => {
    const name = names.get(result.toolCallId ?? '') ?? 'A tool';
    return `${name} answered “${shorten(result.text)}”.`;
  });
  return `Thank you for the tool results. ${told.join(' ')} The sandbox takes note and has nothing to add.`;
}

function shorten(text: string): string {
  // A character may take two code units, so this many hold enough of them.
  const characters = Array.from(text.slice(0, 2 * QUOTE_LENGTH + 2));
  return characters.length <= QUOTE_LENGTH ? text : `${characters.slice(0, QUOTE_LENGTH).join('')}…`;
}

/** Exactly so many words; not meant to be read. */
function fillerText(words: number): string {
  const chosen = Array.from({ length: words }, (_, index) => FILLER[index % FILLER.length] ?? '');
  return chosen.join(' ');
}

/** Tools are called when the message asks for it or the request demands it, and never again once they have answered. */
function planToolCalls(request: SandboxChatRequest, directives: Directives, question: string): ToolCall[] {
  if (request.toolChoice === 'none' || trailingToolResults(request.messages).length > 0) return [];
  const wanted = directives.tools.length > 0 ? directives.tools : demandedTool(request);
  if (wanted.length === 0) return [];
  const conversation = createHash('sha256').update(JSON.stringify(request.messages)).digest('hex');
  const calls = wanted.map(({ name, arguments: given }, index) => {
    const made =
      given ??
      buildInstance(
        request.tools.find((tool) => tool.name === name)?.parameters ?? { type: 'object' },
        question,
      );
    return { id: callId(conversation, index), name, arguments: JSON.stringify(made) };
  });
  return request.callsInParallel ? calls : calls.slice(0, 1);
}

function demandedTool({ toolChoice, tools }: SandboxChatRequest): Directives['tools'] {
  const name =
    typeof toolChoice === 'object' ? toolChoice.name : toolChoice === 'required' ? tools[0]?.name : undefined;
  return name === undefined ? [] : [{ name, arguments: undefined }];
}

function callId(conversation: string, index: number): string {
  const digest = createHash('sha256').update(`${index} ${conversation}`).digest('hex');
  return `call_${digest.slice(0, 24)}`;
}

import { createHash } from 'node:crypto';
import { countTokens, firstTokens } from '#tokenizer';
import { type Directives, readDirectives } from '../directives.js';
import { buildInstance } from '../json-schema/instance.js';
import { splitSpacedWords } from '../spaced-words.js';
import { type SandboxChatRequest, type SandboxMessage } from './request.js';

export interface SandboxReply {
  directives: Directives;
  reasoning: string | undefined;
  text: string | undefined;
  refusal: string | undefined;
  toolCalls: ToolCall[];
  finishReason: 'stop' | 'length' | 'tool_calls' | 'content_filter';
  usage: { promptTokens: number; completionTokens: number; reasoningTokens: number };
}

type ReplyContent = Pick<SandboxReply, 'text' | 'refusal' | 'toolCalls' | 'finishReason'>;

const TOKENS_PER_MESSAGE = 3;
const TOKENS_PER_REPLY = 3;

const QUOTE_LENGTH = 400;
const OPENING =
  'Hello from the Modelgate sandbox. This is a simulated reply, not the output of a language model.';
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

/** Equal conversations get equal replies. */
export async function buildReply(request: SandboxChatRequest): Promise<SandboxReply> {
  const question = request.messages.findLast((message) => message.role === 'user');
  const { directives, text: questionText } = readDirectives(question?.text ?? '');
  const content = await limitTokens(chooseContent(request, directives, questionText), request);
  const reasoning = directives.reasoning ? buildReasoning(questionText) : undefined;
  return { directives, reasoning, ...content, usage: await countUsage(request, content, reasoning) };
}

function chooseContent(request: SandboxChatRequest, directives: Directives, question: string): ReplyContent {
  const plain = { text: undefined, refusal: undefined, toolCalls: [] as ToolCall[] };
  if (directives.refuse) {
    return {
      ...plain,
      refusal: 'The sandbox refuses this request because its directive says so.',
      finishReason: 'stop',
    };
  }
  const toolCalls = planToolCalls(request, directives, question);
  if (toolCalls.length > 0) return { ...plain, toolCalls, finishReason: 'tool_calls' };
  const text = chooseText(request, directives, question);
  if (directives.length) return { ...plain, text: takeFirstHalf(text), finishReason: 'length' };
  if (directives.filter) return { ...plain, text: takeFirstHalf(text), finishReason: 'content_filter' };
  return { ...plain, text: truncateAtStop(text, request.stopSequences), finishReason: 'stop' };
}

function chooseText(request: SandboxChatRequest, directives: Directives, question: string): string {
  if (request.jsonSchema !== undefined) {
    return JSON.stringify(buildInstance(request.jsonSchema.schema, question === '' ? 'sandbox' : question));
  }
  if (directives.words !== undefined) return buildFillerText(directives.words);
  return composeText(request.messages, question);
}

async function limitTokens(content: ReplyContent, { maxTokens }: SandboxChatRequest): Promise<ReplyContent> {
  if (content.text === undefined || maxTokens === undefined) return content;
  const text = await firstTokens(content.text, maxTokens);
  return text === content.text ? content : { ...content, text, finishReason: 'length' };
}

async function countUsage(
  request: SandboxChatRequest,
  { text, refusal, toolCalls }: ReplyContent,
  reasoning: string | undefined,
): Promise<SandboxReply['usage']> {
  const outputTexts = [text, refusal, ...toolCalls.flatMap((call) => [call.name, call.arguments])].filter(
    (part) => part !== undefined,
  );
  const [promptTokens, reasoningTokens, ...counts] = await Promise.all([
    countConversationTokens(request.messages),
    countTokens(reasoning ?? ''),
    ...outputTexts.map(countTokens),
  ]);
  const outputTokens = counts.reduce((sum, count) => sum + count, 0) * request.choiceCount;
  return { promptTokens, completionTokens: outputTokens + reasoningTokens, reasoningTokens };
}

function buildReasoning(question: string): string {
  const digest = createHash('sha256').update(question).digest('hex').slice(0, 6);
  return `This is simulated reasoning of the Modelgate sandbox. The message has ${question.length} characters and the hash ${digest}.`;
}

function takeFirstHalf(text: string): string {
  const { words } = splitSpacedWords(text);
  return words.slice(0, Math.ceil(words.length / 2)).join('');
}

function truncateAtStop(text: string, sequences: readonly string[]): string {
  const positions = sequences.map((sequence) => text.indexOf(sequence)).filter((position) => position !== -1);
  return positions.length === 0 ? text : text.slice(0, Math.min(...positions));
}

/** Each message costs a few tokens besides its text, as with real models. */
async function countConversationTokens(messages: readonly SandboxMessage[]): Promise<number> {
  let sum = TOKENS_PER_REPLY;
  for (const { role, text } of messages)
    sum += TOKENS_PER_MESSAGE + (await countTokens(role)) + (await countTokens(text));
  return sum;
}

function composeText(messages: readonly SandboxMessage[], question: string): string {
  const results = findTrailingToolResults(messages);
  if (results.length > 0) return acknowledgeResults(messages, results);
  const attachments = messages.findLast((message) => message.role === 'user')?.attachments ?? [];
  const attachmentText =
    attachments.length === 0 ? '' : ` You sent ${attachments.map((one) => one.description).join(', and ')}.`;
  if (question === '')
    return `${OPENING}${attachmentText === '' ? ' The request has no user message.' : attachmentText} ${CLOSING}`;
  return `${OPENING} You wrote: “${shorten(question)}”${attachmentText} ${CLOSING}`;
}

/** The tool results at the end of the conversation. */
function findTrailingToolResults(messages: readonly SandboxMessage[]): SandboxMessage[] {
  const lastOther = messages.findLastIndex((message) => message.role !== 'tool');
  return messages.slice(lastOther + 1);
}

function acknowledgeResults(messages: readonly SandboxMessage[], results: readonly SandboxMessage[]): string {
  const names = new Map(messages.flatMap(({ toolCalls }) => toolCalls.map(({ id, name }) => [id, name])));
  const sentences = results.map((result) => {
    const name = names.get(result.toolCallId ?? '') ?? 'A tool';
    return `${name} returned “${shorten(result.text)}”.`;
  });
  return `The sandbox received the tool results. ${sentences.join(' ')}`;
}

function shorten(text: string): string {
  // A character may have two code units, so this slice contains enough characters.
  const characters = Array.from(text.slice(0, 2 * QUOTE_LENGTH + 2));
  return characters.length <= QUOTE_LENGTH ? text : `${characters.slice(0, QUOTE_LENGTH).join('')}…`;
}

/** A text with an exact number of words. */
function buildFillerText(words: number): string {
  const chosen = Array.from({ length: words }, (_, index) => FILLER[index % FILLER.length] ?? '');
  return chosen.join(' ');
}

/** Calls tools if a directive or the request demands it, but not again after their results. */
function planToolCalls(request: SandboxChatRequest, directives: Directives, question: string): ToolCall[] {
  if (request.toolChoice === 'none' || findTrailingToolResults(request.messages).length > 0) return [];
  const requestedTools = directives.tools.length > 0 ? directives.tools : findDemandedTool(request);
  if (requestedTools.length === 0) return [];
  const conversation = createHash('sha256').update(JSON.stringify(request.messages)).digest('hex');
  const calls = requestedTools.map(({ name, arguments: givenArguments }, index) => {
    const callArguments =
      givenArguments ??
      buildInstance(
        request.tools.find((tool) => tool.name === name)?.parameters ?? { type: 'object' },
        question,
      );
    return { id: buildCallId(conversation, index), name, arguments: JSON.stringify(callArguments) };
  });
  return request.callsInParallel ? calls : calls.slice(0, 1);
}

function findDemandedTool({ toolChoice, tools }: SandboxChatRequest): Directives['tools'] {
  const name =
    typeof toolChoice === 'object' ? toolChoice.name : toolChoice === 'required' ? tools[0]?.name : undefined;
  return name === undefined ? [] : [{ name, arguments: undefined }];
}

function buildCallId(conversation: string, index: number): string {
  const digest = createHash('sha256').update(`${index} ${conversation}`).digest('hex');
  return `call_${digest.slice(0, 24)}`;
}

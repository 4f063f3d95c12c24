import {
  type AssistantPart,
  type JsonObject,
  type Message,
  type SystemMessage,
  type Warning,
} from '#canonical';

/* What the formats of Anthropic and of Amazon Bedrock have in common: two roles that alternate, and blocks of content. */

export interface Turn<Block extends JsonObject> {
  role: 'user' | 'assistant';
  content: Block[];
}

export interface Conversation<Block extends JsonObject> {
  system: Block[];
  turns: Turn<Block>[];
}

/** How a format represents what the rules of conversations are about. */
export interface BlockKinds<Block extends JsonObject> {
  isReasoning: (block: Block) => boolean;
  /** The id of a tool call; undefined for other blocks. */
  getCallId: (block: Block) => string | undefined;
  /** The result of a tool call; undefined for other blocks. */
  getResult: (block: Block) => { callId: string; content: unknown } | undefined;
  buildMissingResult: (callId: string) => Block;
}

export const NO_RESULT = 'no result provided';

/** Services of these formats refuse blank text. */
export function isBlank(text: string): boolean {
  return text.trim() === '';
}

/** The system messages before the conversation, and the conversation, which may contain others. */
export function splitSystem(messages: readonly Message[]): { leading: SystemMessage[]; rest: Message[] } {
  const first = messages.findIndex(({ role }) => role !== 'system');
  const start = first === -1 ? messages.length : first;
  const leading = messages.slice(0, start).filter((message) => message.role === 'system');
  return { leading, rest: messages.slice(start) };
}

export function mergeTurns<Block extends JsonObject>(turns: readonly Turn<Block>[]): Turn<Block>[] {
  const merged: Turn<Block>[] = [];
  for (const { role, content } of turns) {
    if (content.length === 0) continue;
    const last = merged.at(-1);
    if (last?.role === role) last.content.push(...content);
    else merged.push({ role, content: [...content] });
  }
  return merged;
}

/**
 * An assistant turn with reasoning must begin with it. A turn that already does is not reordered, because the
 * signature covers the order.
 */
export function moveReasoningFirst<Block extends JsonObject>(
  blocks: Block[],
  { isReasoning }: Pick<BlockKinds<Block>, 'isReasoning'>,
): Block[] {
  const [first] = blocks;
  if (first === undefined || isReasoning(first)) return blocks;
  return [...blocks.filter(isReasoning), ...blocks.filter((block) => !isReasoning(block))];
}

/**
 * Services of these formats refuse a tool call without a result in the next turn, and a result without a call.
 * Conversations that were shortened or edited can have both.
 */
export function pairToolCalls<Block extends JsonObject>(
  turns: readonly Turn<Block>[],
  kinds: BlockKinds<Block>,
): Turn<Block>[] {
  const paired: Turn<Block>[] = [];
  let openCalls: string[] = [];
  for (const { role, content } of turns) {
    const isUser = role === 'user';
    paired.push({ role, content: isUser ? addResults(openCalls, content, kinds) : content });
    openCalls = isUser ? [] : content.flatMap((block) => kinds.getCallId(block) ?? []);
  }
  if (openCalls.length > 0) paired.push({ role: 'user', content: addResults(openCalls, [], kinds) });
  return paired;
}

/** The results come first, in the order of the calls. The content of a result without a call becomes user content. */
function addResults<Block extends JsonObject>(
  callIds: readonly string[],
  content: readonly Block[],
  { getResult, buildMissingResult }: BlockKinds<Block>,
): Block[] {
  const results = callIds.map(
    (id) => content.find((block) => getResult(block)?.callId === id) ?? buildMissingResult(id),
  );
  const rest = content.filter((block) => !results.includes(block));
  return [
    ...results,
    ...rest.flatMap((block) => {
      const result = getResult(block);
      if (result === undefined) return [block];
      return Array.isArray(result.content) ? (result.content as Block[]) : [];
    }),
  ];
}

/** Whether the assistant turns that called the tools of the last results lack the reasoning that a budget requires. */
export function hasLostReasoning<Block extends JsonObject>(
  turns: readonly Turn<Block>[],
  { isReasoning, getCallId, getResult }: BlockKinds<Block>,
): boolean {
  const lastInput = turns.findLastIndex(
    ({ role, content }) => role === 'user' && content.every((block) => getResult(block) === undefined),
  );
  const steps = turns.slice(lastInput + 1).filter(({ role }) => role === 'assistant');
  const callsTools = steps.some(({ content }) => content.some((block) => getCallId(block) !== undefined));
  return callsTools && !steps.some(({ content }) => content.some(isReasoning));
}

/** The text of assistant audio is sent. Audio without text and images are not, and cause a warning. */
export function encodeMedia<Block extends JsonObject>(
  part: Extract<AssistantPart, { type: 'audio' | 'image' }>,
  encodeText: (text: string) => Block[],
  warnings: Warning[],
): Block[] {
  if (part.type === 'audio' && part.transcript !== undefined) return encodeText(part.transcript);
  const what = part.type === 'audio' ? 'audio' : 'images';
  warnings.push({
    field: { param: 'messages' },
    reason: `the ${what} of assistant messages are not sent`,
  });
  return [];
}

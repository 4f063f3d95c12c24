import {
  type AssistantPart,
  type CacheBreakpoint,
  type Message,
  type ToolResult,
  type UserPart,
  type Warning,
} from '#canonical';
import { checkToolName, readArguments } from '../block-turns/tool-calls.js';
import {
  encodeMedia,
  isBlank,
  mergeTurns,
  moveReasoningFirst,
  pairToolCalls,
  splitSystem,
} from '../block-turns/turns.js';
import {
  BLOCK_KINDS,
  type Block,
  type Conversation,
  FORMAT_ID,
  PLACEHOLDER,
  type Turn,
  encodeCachePoint,
  encodeText,
  getText,
  isResult,
} from './blocks.js';
import { DocumentEncoder, encodeAudio, encodeImage } from './encode-media.js';
import { type ModelFamily } from './model-family.js';
import { MAX_TOOL_NAME_LENGTH, fitToolId } from './tool-use.js';

const CONTINUE: Block = { text: 'Go on.' };

type Reasoning = Extract<AssistantPart, { type: 'reasoning' }>;
type ToolCall = Extract<AssistantPart, { type: 'tool-call' }>;

export function encodeConversation(
  messages: readonly Message[],
  family: ModelFamily,
  warnings: Warning[],
): Conversation {
  const encoder = new TurnEncoder(family, warnings);
  const { leading, rest } = splitSystem(messages);
  const system = leading.flatMap(({ content }) => encoder.encodeUserParts(content));
  const merged = mergeTurns(rest.map((message) => encoder.encode(message)));
  const paired = pairToolCalls(merged, BLOCK_KINDS);
  const turns = family.canMixResults ? paired : splitResults(paired);
  return fitLastTurn(withUserTurn({ system, turns: turns.map(addTextToDocuments) }), family);
}

class TurnEncoder {
  private readonly documents = new DocumentEncoder();

  constructor(
    private readonly family: ModelFamily,
    private readonly warnings: Warning[],
  ) {}

  encode(message: Message): Turn {
    switch (message.role) {
      case 'system':
        return { role: 'user', content: this.encodeUserParts(message.content).map(markAsSystem) };
      case 'user':
        return { role: 'user', content: this.encodeUserParts(message.content) };
      case 'tool':
        return { role: 'user', content: message.results.flatMap((result) => this.encodeResult(result)) };
      case 'assistant':
        return { role: 'assistant', content: this.encodeAssistant(message.content) };
    }
  }

  encodeUserParts(parts: readonly UserPart[]): Block[] {
    return parts.flatMap((part) => {
      const blocks = this.encodeUserPart(part);
      return 'cache' in part && blocks.length > 0 ? [...blocks, ...this.mark(part.cache)] : blocks;
    });
  }

  private encodeUserPart(part: UserPart): Block[] {
    switch (part.type) {
      case 'text':
        return encodeText(part.text);
      case 'image':
        return [encodeImage(part)];
      case 'document':
        return [this.documents.encode(part)];
      case 'audio':
        return [encodeAudio(part)];
    }
  }

  private mark(cache: CacheBreakpoint | undefined): Block[] {
    const { caching } = this.family;
    if (cache === undefined || caching === 'nowhere') return [];
    return [encodeCachePoint(caching === 'except-tools' ? {} : cache)];
  }

  /** A breakpoint inside a result is moved behind the whole result. */
  private encodeResult({ callId, content, isError }: ToolResult): Block[] {
    const blocks = content.flatMap((part) => this.encodeUserPart(part));
    const toolResult = {
      toolUseId: fitToolId(callId, this.family),
      content: blocks.length > 0 ? blocks : [PLACEHOLDER],
      ...(isError && this.family.supportsResultStatus ? { status: 'error' } : {}),
    };
    const marked = content.findLast((part) => part.cache !== undefined);
    return [{ toolResult }, ...this.mark(marked?.cache)];
  }

  private encodeAssistant(parts: readonly AssistantPart[]): Block[] {
    return moveReasoningFirst(
      parts.flatMap((part) => this.encodeAssistantPart(part)),
      BLOCK_KINDS,
    );
  }

  private encodeAssistantPart(part: AssistantPart): Block[] {
    switch (part.type) {
      case 'text':
      case 'refusal':
        return encodeText(part.text);
      case 'reasoning':
        return encodeReasoning(part);
      case 'tool-call':
        return [this.encodeCall(part)];
      case 'audio':
      case 'image':
        return encodeMedia(part, encodeText, this.warnings);
    }
  }

  private encodeCall({ id, name, arguments: text }: ToolCall): Block {
    const toolUseId = fitToolId(id, this.family);
    return {
      toolUse: {
        toolUseId,
        name: checkToolName(name, MAX_TOOL_NAME_LENGTH),
        input: readArguments(name, text),
      },
    };
  }
}

/** Not every model accepts system messages between turns, so they become marked user text. */
function markAsSystem(block: Block): Block {
  return 'text' in block ? { text: `<system>\n${getText(block['text'])}\n</system>` } : block;
}

/** Services of this format refuse reasoning without a signature of their own, so other reasoning is left out. */
function encodeReasoning({ text, signature, isRedacted }: Reasoning): Block[] {
  if (signature?.origin !== FORMAT_ID) return [];
  if (isRedacted) return [{ reasoningContent: { redactedContent: signature.value } }];
  return [{ reasoningContent: { reasoningText: { text, signature: signature.value } } }];
}

/**
 * Some models accept results only in a turn of their own. A placeholder of the assistant then separates the results
 * from the rest.
 */
function splitResults(turns: readonly Turn[]): Turn[] {
  return turns.flatMap((turn) => {
    const results = turn.content.filter(isResult);
    const others = turn.content.filter((block) => !isResult(block));
    if (results.length === 0 || others.length === 0) return [turn];
    return [
      { role: 'user', content: results },
      { role: 'assistant', content: [PLACEHOLDER] },
      { role: 'user', content: others },
    ];
  });
}

/** A turn with a document must also contain text. */
function addTextToDocuments({ role, content }: Turn): Turn {
  const needsText = content.some((block) => 'document' in block) && !content.some((block) => 'text' in block);
  return { role, content: needsText ? [...content, PLACEHOLDER] : content };
}

/** The first turn must be the user's. If there are no turns, the last system block becomes the user turn. */
function withUserTurn({ system, turns }: Conversation): Conversation {
  if (turns[0]?.role === 'user') return { system, turns };
  const hasNoTurns = turns.length === 0;
  const last = hasNoTurns ? system.findLastIndex((block) => 'text' in block) : -1;
  const block = system[last] ?? PLACEHOLDER;
  return {
    system: last === -1 ? system : system.slice(0, last),
    turns: [{ role: 'user', content: [block] }, ...turns],
  };
}

/**
 * A final assistant turn may not end in white space. Most models do not accept one at all, so they get a user turn
 * after it.
 */
function fitLastTurn({ system, turns }: Conversation, { canContinue }: ModelFamily): Conversation {
  const last = turns.at(-1);
  if (last?.role !== 'assistant') return { system, turns };
  if (!canContinue) return { system, turns: [...turns, { role: 'user', content: [CONTINUE] }] };
  const text = getText(last.content.at(-1)?.['text']).trimEnd();
  if (isBlank(text)) return { system, turns };
  const content = [...last.content.slice(0, -1), { text }];
  return { system, turns: [...turns.slice(0, -1), { role: 'assistant', content }] };
}

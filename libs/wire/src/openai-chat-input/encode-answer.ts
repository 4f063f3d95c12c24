import { type AssistantPart, type ChatResponse, type JsonObject, type StreamPart } from '#canonical';
import { type AnswerContext, type StreamEncoder } from '../chat-codec.js';
import { openAiChatIngress } from '../openai-chat/index.js';
import { ToolCatalog } from '../openai-responses/tool-catalog.js';
import { unwrapCustomInput } from '../openai-responses/tools.js';
import { flattenTools } from './flat-tools.js';

/**
 * Answers in the shape of chat. Clients that send an input here look for a function in every call, so the call of a
 * custom tool is one of a function with the tool's plain text as its arguments.
 */
export function encodeResponse(response: ChatResponse, context: AnswerContext): JsonObject {
  const tools = readTools(context);
  const choices = response.choices.map((choice) => ({
    ...choice,
    content: choice.content.map((part) => unwrapCall(part, tools)),
  }));
  return openAiChatIngress.encodeResponse({ ...response, choices }, context);
}

export function createStreamEncoder(context: AnswerContext): StreamEncoder {
  return new ChatInputStreamEncoder(openAiChatIngress.createStreamEncoder(context), readTools(context));
}

function readTools({ body }: AnswerContext): ToolCatalog {
  return ToolCatalog.read(flattenTools(body));
}

function isCustom(tools: ToolCatalog, name: string): boolean {
  return tools.find(name)?.kind === 'custom';
}

function unwrapCall(part: AssistantPart, tools: ToolCatalog): AssistantPart {
  if (part.type !== 'tool-call' || !isCustom(tools, part.name)) return part;
  return { ...part, arguments: unwrapCustomInput(part.arguments) };
}

/** The text of a custom tool is inside the arguments of a function, so it is known once they are whole. */
class ChatInputStreamEncoder implements StreamEncoder {
  /** The arguments of calls that are not whole yet. */
  private readonly open = new Map<string, string>();

  constructor(
    private readonly chat: StreamEncoder,
    private readonly tools: ToolCatalog,
  ) {}

  push(part: StreamPart): string {
    switch (part.type) {
      case 'tool-call-start':
        if (isCustom(this.tools, part.name)) this.open.set(toKey(part), '');
        return this.chat.push(part);
      case 'tool-call-delta':
        return this.extend(part);
      case 'tool-call-end':
        return this.close(part) + this.chat.push(part);
      default:
        return this.chat.push(part);
    }
  }

  end(): string {
    return this.chat.end();
  }

  private extend(part: Extract<StreamPart, { type: 'tool-call-delta' }>): string {
    const held = this.open.get(toKey(part));
    if (held === undefined) return this.chat.push(part);
    this.open.set(toKey(part), held + part.arguments);
    return '';
  }

  private close(part: Extract<StreamPart, { type: 'tool-call-end' }>): string {
    const held = this.open.get(toKey(part));
    if (held === undefined) return '';
    this.open.delete(toKey(part));
    const { choice, block } = part;
    return this.chat.push({ type: 'tool-call-delta', choice, block, arguments: unwrapCustomInput(held) });
  }
}

function toKey({ choice, block }: { choice: number; block: number }): string {
  return `${choice} ${block}`;
}

import { type AssistantPart, type ChatResponse, type JsonObject, type StreamPart } from '#canonical';
import { type EncodingContext, type StreamEncoder } from '../chat-codec.js';
import { openAiChatIngress } from '../openai-chat/index.js';
import { ToolCatalog } from '../openai-responses/tool-catalog.js';
import { unwrapCustomInput } from '../openai-responses/tools.js';
import { flattenTools } from './flat-tools.js';

/**
 * Encodes the response as Chat Completions. Clients that send `input` to this endpoint expect every call to be a
 * function call, so the call of a custom tool becomes one with the tool's plain text as arguments.
 */
export function encodeResponse(response: ChatResponse, context: EncodingContext): JsonObject {
  const tools = readTools(context);
  const choices = response.choices.map((choice) => ({
    ...choice,
    content: choice.content.map((part) => unwrapCall(part, tools)),
  }));
  return openAiChatIngress.encodeResponse({ ...response, choices }, context);
}

export function createStreamEncoder(context: EncodingContext): StreamEncoder {
  return new ChatInputStreamEncoder(openAiChatIngress.createStreamEncoder(context), readTools(context));
}

function readTools({ body }: EncodingContext): ToolCatalog {
  return ToolCatalog.read(flattenTools(body));
}

function isCustom(tools: ToolCatalog, name: string): boolean {
  return tools.find(name)?.kind === 'custom';
}

function unwrapCall(part: AssistantPart, tools: ToolCatalog): AssistantPart {
  if (part.type !== 'tool-call' || !isCustom(tools, part.name)) return part;
  return { ...part, arguments: unwrapCustomInput(part.arguments) };
}

/**
 * The text of a custom tool is inside the arguments of a function, so it is available only when these are complete.
 */
class ChatInputStreamEncoder implements StreamEncoder {
  /** The arguments of the calls that are not complete. */
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
    const buffered = this.open.get(toKey(part));
    if (buffered === undefined) return this.chat.push(part);
    this.open.set(toKey(part), buffered + part.arguments);
    return '';
  }

  private close(part: Extract<StreamPart, { type: 'tool-call-end' }>): string {
    const buffered = this.open.get(toKey(part));
    if (buffered === undefined) return '';
    this.open.delete(toKey(part));
    const { choice, block } = part;
    return this.chat.push({ type: 'tool-call-delta', choice, block, arguments: unwrapCustomInput(buffered) });
  }
}

function toKey({ choice, block }: { choice: number; block: number }): string {
  return `${choice} ${block}`;
}

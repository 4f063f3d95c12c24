import {
  type AssistantPart,
  type JsonValue,
  type Message,
  type ReasoningSignature,
  type ToolResult,
  type Warning,
} from '#canonical';
import { toStandardBase64 } from '../openai-dialect/data-url.js';
import { unsupported, wrongType, wrongValue } from '../validation/faults.js';
import { type RequestObject } from '../validation/request-object.js';
import { openCarriedSignature } from './carried-signature.js';
import {
  decodeAssistantPart,
  decodeContent,
  decodeSystemPart,
  decodeToolOutputPart,
  decodeUserPart,
} from './decode-parts.js';
import { type ClientTool, TOOL_SEARCH, type ToolCatalog } from './tool-catalog.js';
import { wrapCustomInput } from './tools.js';

/**
 * Items of tools that the service itself ran, or that only it can decrypt. They cannot be sent to another service.
 */
const UNSUPPORTED_ITEMS: ReadonlySet<unknown> = new Set([
  'code_interpreter_call',
  'compaction',
  'compaction_summary',
  'computer_call',
  'computer_call_output',
  'configuration_update',
  'context_compaction',
  'file_search_call',
  'mcp_approval_request',
  'mcp_approval_response',
  'mcp_call',
  'mcp_list_tools',
  'program',
  'program_output',
  'web_search_call',
]);

/** Calls of tools that the service defines and the client runs, by the member with the request. */
const BUILT_IN_CALLS: Readonly<Record<string, string>> = {
  apply_patch_call: 'operation',
  local_shell_call: 'action',
  shell_call: 'action',
};

export function decodeInput(request: RequestObject, conversation: ConversationReader): Message[] {
  const input = request.value('input');
  if (typeof input === 'string') return [{ role: 'user', content: [{ type: 'text', text: input }] }];
  if (input !== undefined && !Array.isArray(input)) {
    throw wrongType('input', 'a string or an array of items');
  }
  request.requiredEachObject('input', (item) => conversation.add(item));
  if (conversation.messages.length === 0) throw wrongValue('input', 'must contain at least one item');
  return conversation.messages;
}

/** Decodes items to messages. The reasoning, text and calls of one message are separate items. */
export class ConversationReader {
  readonly messages: Message[] = [];
  private readonly callNames = new Map<string, string>();

  constructor(
    protected readonly catalog: ToolCatalog,
    private readonly warnings: Warning[],
  ) {}

  add(item: RequestObject): void {
    switch (item.value('type') ?? (item.has('role') ? 'message' : 'item_reference')) {
      case 'message':
        return this.addMessage(item);
      case 'reasoning':
        return this.addReasoning(item);
      case 'function_call':
        return this.addFunctionCall(item);
      case 'custom_tool_call':
        return this.addNamedCall(item, 'custom', wrapCustomInput(item.requiredString('input')));
      case 'function_call_output':
      case 'custom_tool_call_output':
        return this.addResult(item);
      case 'tool_search_call':
        return this.addToolSearch(item);
      case 'tool_search_output':
        return this.addFoundTools(item);
      case 'additional_tools':
        return;
      case 'agent_message':
        return this.addAgentMessage(item);
      case 'image_generation_call':
        return this.addImage(item);
      case 'item_reference':
        throw unsupported(item.path, 'refers to an item that does not exist');
      default:
        this.addOther(item);
    }
  }

  /** Adds an item of a tool that the service defines. */
  private addOther(item: RequestObject): void {
    const type = item.requiredString('type');
    const requestKey = Object.hasOwn(BUILT_IN_CALLS, type) ? BUILT_IN_CALLS[type] : undefined;
    if (requestKey !== undefined) {
      const name = type.slice(0, -'_call'.length);
      const text = JSON.stringify(item.requiredObject(requestKey).members);
      return this.addCall({ id: getCallId(item), name }, text);
    }
    const isBuiltInOutput =
      type.endsWith('_output') && Object.hasOwn(BUILT_IN_CALLS, type.slice(0, -'_output'.length));
    if (isBuiltInOutput) return this.addResultText(getCallId(item), toText(item.value('output')));
    if (UNSUPPORTED_ITEMS.has(type)) return this.warnOfLostItem(item);
    throw unsupported(
      item.getPath('type'),
      'is an item type that only models with native support for this format accept',
    );
  }

  private warnOfLostItem(item: RequestObject): void {
    const reason = 'only providers with native support for this format can read it';
    this.warnings.push({ field: { param: item.path }, reason });
  }

  protected addMessage(item: RequestObject): void {
    const role = item.requiredOneOf('role', ['user', 'assistant', 'system', 'developer']);
    switch (role) {
      case 'user':
        this.messages.push({ role, content: decodeContent(item, 'content', decodeUserPart) });
        return;
      case 'assistant':
        return this.addAssistantParts(...decodeContent(item, 'content', decodeAssistantPart));
      case 'system':
      case 'developer':
        this.messages.push({ role: 'system', content: decodeContent(item, 'content', decodeSystemPart) });
    }
  }

  private addReasoning(item: RequestObject): void {
    const text = [...getTexts(item, 'summary'), ...getTexts(item, 'content')].join('\n\n');
    const encrypted = item.string('encrypted_content');
    const carried = encrypted === undefined ? undefined : openCarriedSignature(encrypted);
    if (carried === undefined) {
      if (text !== '') this.addAssistantParts({ type: 'reasoning', text });
      return;
    }
    const { kind, signature } = carried;
    if (kind === 'call') return this.signLastCall(signature);
    this.addAssistantParts({
      type: 'reasoning',
      text,
      signature,
      ...(kind === 'reasoning' ? {} : { isRedacted: true }),
    });
  }

  private signLastCall(signature: ReasoningSignature): void {
    const turn = this.messages.at(-1);
    const call = turn?.role === 'assistant' ? turn.content.at(-1) : undefined;
    if (call?.type === 'tool-call') call.signature = signature;
  }

  protected addFunctionCall(item: RequestObject): void {
    this.addNamedCall(item, 'function', readArguments(item));
  }

  protected addNamedCall(item: RequestObject, kind: ClientTool['kind'], argumentsText: string): void {
    const id = item.nonEmptyString('call_id');
    const tool = { kind, name: item.nonEmptyString('name'), namespace: item.string('namespace') };
    this.addCall({ id, name: this.catalog.getFlatName(tool) }, argumentsText);
  }

  private addCall({ id, name }: { id: string; name: string }, argumentsText: string): void {
    this.addAssistantParts({ type: 'tool-call', id, name, arguments: argumentsText });
  }

  /** A search that the service ran has no id; the tools that it found are among the other tools. */
  private addToolSearch(item: RequestObject): void {
    const id = item.string('call_id');
    if (id === undefined) return this.warnOfLostItem(item);
    const name = this.catalog.getFlatName({ kind: 'tool-search', name: TOOL_SEARCH });
    this.addCall({ id, name }, toText(item.value('arguments') ?? {}));
  }

  private addFoundTools(item: RequestObject): void {
    const id = item.string('call_id');
    if (id === undefined) return;
    const tools = this.catalog.list(item.value('tools'));
    this.addResultText(id, JSON.stringify({ tools }));
  }

  private addResult(item: RequestObject): void {
    const content = decodeContent(item, 'output', decodeToolOutputPart);
    // Outputs without a call, which a tool sends on its own.
    if (!item.has('call_id') && item.has('name')) {
      const text = `Output of ${item.nonEmptyString('name')}:`;
      this.messages.push({ role: 'user', content: [{ type: 'text', text }, ...content] });
      return;
    }
    this.pushResult(item.nonEmptyString('call_id'), content);
  }

  private addResultText(callId: string, text: string): void {
    this.pushResult(callId, [{ type: 'text', text }]);
  }

  protected pushResult(callId: string, content: ToolResult['content']): void {
    const name = this.callNames.get(callId);
    const result: ToolResult = {
      callId,
      ...(name === undefined ? {} : { name }),
      content,
      isError: false,
    };
    const turn = this.messages.at(-1);
    if (turn?.role === 'tool') turn.results.push(result);
    else this.messages.push({ role: 'tool', results: [result] });
  }

  /** A message from another agent of the client. Its encrypted parts are left out. */
  private addAgentMessage(item: RequestObject): void {
    const texts = item.requiredEachObject('content', (part) => {
      if (part.requiredOneOf('type', ['input_text', 'encrypted_content']) === 'input_text')
        return part.requiredString('text');
      this.warnOfLostItem(part);
      return [];
    });
    if (texts.flat().length === 0) return;
    const heading = `Message from ${item.requiredString('author')} to ${item.requiredString('recipient')}:`;
    const text = [heading, ...texts.flat()].join('\n');
    this.messages.push({ role: 'user', content: [{ type: 'text', text }] });
  }

  private addImage(item: RequestObject): void {
    const base64 = toStandardBase64(item.string('result') ?? '');
    if (base64 === undefined || base64 === '') return this.warnOfLostItem(item);
    const mediaType = `image/${item.string('output_format') ?? 'png'}`;
    this.addAssistantParts({ type: 'image', source: { kind: 'bytes', mediaType, base64 } });
  }

  protected addAssistantParts(...parts: AssistantPart[]): void {
    if (parts.length === 0) return;
    for (const part of parts) if (part.type === 'tool-call') this.callNames.set(part.id, part.name);
    const turn = this.messages.at(-1);
    if (turn?.role === 'assistant') turn.content.push(...parts);
    else this.messages.push({ role: 'assistant', content: parts });
  }
}

function getCallId(item: RequestObject): string {
  return item.string('call_id') ?? item.nonEmptyString('id');
}

function toText(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? '');
}

function getTexts(item: RequestObject, key: string): string[] {
  return item.eachObject(key, (part) => part.requiredString('text')) ?? [];
}

export function readArguments(call: RequestObject): string {
  const text = call.requiredString('arguments');
  if (text.trim() === '') return '{}';
  try {
    JSON.parse(text);
  } catch {
    throw wrongValue(call.getPath('arguments'), 'must be JSON text');
  }
  return text;
}

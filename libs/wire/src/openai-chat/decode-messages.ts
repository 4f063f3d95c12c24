import { type AssistantMessage, type Message, type ToolResult, type Warning } from '#canonical';
import { wrongValue } from '../openai-dialect/faults.js';
import { type RequestObject } from '../openai-dialect/request-object.js';
import { decodeAssistant } from './decode-assistant.js';
import { decodeContent, decodeTextPart, decodeToolResultPart, decodeUserPart } from './decode-parts.js';

const ROLES = ['developer', 'system', 'user', 'assistant', 'tool', 'function'] as const;

export function decodeMessages(fields: RequestObject, warnings: Warning[]): Message[] {
  const messages = fields.requiredObjects('messages');
  if (messages.length === 0) throw wrongValue('messages', 'must hold at least one message');
  const conversation = new Conversation();
  for (const [index, message] of messages.entries()) {
    conversation.add(message, index);
    if (isNamedSpeaker(message)) {
      const reason = 'only this format can tell apart speakers by name';
      warnings.push({ field: { param: message.getPath('name') }, reason });
    }
  }
  return conversation.messages;
}

function isNamedSpeaker(message: RequestObject): boolean {
  return message.has('name') && message.value('role') !== 'function' && message.value('role') !== 'tool';
}

class Conversation {
  readonly messages: Message[] = [];
  /** What was called, by the id of the call. */
  private readonly calledTools = new Map<string, string>();

  add(message: RequestObject, index: number): void {
    switch (message.requiredOneOf('role', ROLES)) {
      case 'developer':
      case 'system':
        this.messages.push({ role: 'system', content: decodeContent(message, decodeTextPart) });
        return;
      case 'user':
        this.messages.push({ role: 'user', content: decodeContent(message, decodeUserPart) });
        return;
      case 'assistant':
        return this.addAnswer(decodeAssistant(message, `call_function_${index}`));
      case 'tool':
        return this.addResult(this.readToolResult(message));
      case 'function':
        return this.addResult(this.readFunctionResult(message));
    }
  }

  private addAnswer(answer: AssistantMessage): void {
    this.messages.push(answer);
    for (const part of answer.content)
      if (part.type === 'tool-call') this.calledTools.set(part.id, part.name);
  }

  /** Results in a row answer the calls of one turn. */
  private addResult(result: ToolResult): void {
    const last = this.messages.at(-1);
    if (last?.role === 'tool') last.results.push(result);
    else this.messages.push({ role: 'tool', results: [result] });
  }

  private readToolResult(message: RequestObject): ToolResult {
    const callId = message.requiredString('tool_call_id');
    const name = this.calledTools.get(callId);
    if (name === undefined)
      throw wrongValue(message.getPath('tool_call_id'), 'answers no tool call before it');
    return { callId, name, content: decodeContent(message, decodeToolResultPart), isError: false };
  }

  /** The older kind of result names the function; it answers the latest call of it. */
  private readFunctionResult(message: RequestObject): ToolResult {
    const name = message.requiredString('name');
    const callId = [...this.calledTools.keys()].findLast((id) => this.calledTools.get(id) === name);
    if (callId === undefined) throw wrongValue(message.getPath('name'), 'answers no function call before it');
    const content = message.has('content') ? decodeContent(message, decodeTextPart) : [];
    return { callId, name, content, isError: false };
  }
}

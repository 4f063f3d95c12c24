import { type Message, type Warning } from '#canonical';
import { decodeAssistantMessage } from './decode-assistant.js';
import { decodeTexts } from './decode-text.js';
import { type Reading, decodeUserMessage } from './decode-user.js';
import { type Field } from './field.js';

export function decodeSystem(system: Field): Message[] {
  if (system.isAbsent) return [];
  return [{ role: 'system', content: decodeTexts(system) }];
}

export function decodeMessages(messages: Field, warnings: Warning[]): Message[] {
  const reading: Reading = { callNames: new Map(), warnings };
  const items = messages.items();
  if (items.length === 0) throw messages.fault('invalid-value', 'must hold at least one message');
  return items.flatMap((message) => decodeMessage(message, reading));
}

function decodeMessage(message: Field, reading: Reading): Message[] {
  const content = message.member('content');
  switch (message.member('role').oneOf(['user', 'assistant', 'system'])) {
    case 'system':
      return [{ role: 'system', content: decodeTexts(content) }];
    case 'user':
      return decodeUserMessage(content, reading);
    case 'assistant':
      return [decodeAssistantMessage(content, reading)];
  }
}

import { type FormatId } from '../conversation.js';
import { chatFormat } from './chat-format.js';
import { type Format } from './format.js';
import { generateContentFormat } from './generate-content-format.js';
import { messagesFormat } from './messages-format.js';
import { responsesFormat } from './responses-format.js';

export const FORMATS: Readonly<Record<FormatId, Format>> = {
  chat: chatFormat,
  responses: responsesFormat,
  messages: messagesFormat,
  generateContent: generateContentFormat,
};

export function isFormatId(text: string | null): text is FormatId {
  return text !== null && Object.hasOwn(FORMATS, text);
}

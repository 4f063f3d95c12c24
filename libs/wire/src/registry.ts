import { openAiChat } from './openai-chat/index.js';
import { type WireFormat } from './wire-format.js';

/** Every wire format, one line each. */
export const WIRE_FORMATS = {
  'openai-chat': openAiChat,
} as const satisfies Record<string, WireFormat>;

export type WireFormatId = keyof typeof WIRE_FORMATS;

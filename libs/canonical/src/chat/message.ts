import { type AssistantPart } from './assistant-part.js';
import { type DocumentPart, type ImagePart, type TextPart, type UserPart } from './user-part.js';

/** Messages of one conversation. Anthropic documents this number; other services accept fewer. */
export const MAX_MESSAGES = 100_000;

/** One message of a conversation. Adjacent messages may have the same role; formats that forbid it merge them. */
export type Message = SystemMessage | UserMessage | AssistantMessage | ToolMessage;

export interface SystemMessage {
  role: 'system';
  content: TextPart[];
}

export interface UserMessage {
  role: 'user';
  content: UserPart[];
}

export interface AssistantMessage {
  role: 'assistant';
  content: AssistantPart[];
}

/** The results of the tool calls in the assistant message before it. */
export interface ToolMessage {
  role: 'tool';
  results: ToolResult[];
}

export interface ToolResult {
  callId: string;
  /** Set if the format states it, or if the call is in an earlier message. */
  name?: string;
  content: (TextPart | ImagePart | DocumentPart)[];
  isError: boolean;
}

import { type AssistantPart } from './assistant-part.js';
import { type DocumentPart, type ImagePart, type TextPart, type UserPart } from './user-part.js';

/** One turn of a conversation. Neighbours may have the same role; formats that forbid it merge them. */
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

/** The answers to the tool calls of the assistant's turn before it. */
export interface ToolMessage {
  role: 'tool';
  results: ToolResult[];
}

export interface ToolResult {
  callId: string;
  /** Known where the format says it, or where the call stands earlier in the conversation. */
  name?: string;
  content: (TextPart | ImagePart | DocumentPart)[];
  isError: boolean;
}

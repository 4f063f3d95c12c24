import { type JsonObject } from '#canonical';
import {
  type OutputModalities,
  type RealtimeAudioFormat,
  type RealtimeReasoning,
  type RealtimeTool,
  type RealtimeToolChoice,
  type RealtimeVoice,
  type SessionUpdate,
} from './session.js';

/* What clients send, in today's names, after it has been checked. Members that nobody here knows are kept. */

export type ItemStatus = 'completed' | 'incomplete' | 'in_progress';

export type UserContent =
  | { type: 'input_text'; text: string }
  | { type: 'input_audio'; audio?: string; transcript?: string | null }
  | { type: 'input_image'; image_url: string; detail?: 'auto' | 'low' | 'high' };
export type AssistantContent =
  { type: 'output_text'; text: string } | { type: 'output_audio'; audio?: string; transcript?: string };
export type SystemContent = { type: 'input_text'; text: string };

interface ItemHead {
  id?: string;
  status?: ItemStatus;
}

export type MessageItem = ItemHead & { type: 'message' } & (
    | { role: 'user'; content: UserContent[] }
    | { role: 'assistant'; content: AssistantContent[] }
    | { role: 'system'; content: SystemContent[] }
  );
export type FunctionCallItem = ItemHead & {
  type: 'function_call';
  name: string;
  arguments: string;
  call_id?: string;
};
export type FunctionCallOutputItem = ItemHead & {
  type: 'function_call_output';
  call_id: string;
  output: string;
};
/** Items of tools that run elsewhere. */
export type McpItem = ItemHead & {
  type: 'mcp_approval_response' | 'mcp_approval_request' | 'mcp_list_tools' | 'mcp_call';
};

export type RealtimeItem = MessageItem | FunctionCallItem | FunctionCallOutputItem | McpItem;
export type RealtimeInput = RealtimeItem | { type: 'item_reference'; id: string };

/** What is asked for in one response, over what the session says. */
export interface ResponseRequest {
  conversation?: string;
  input?: RealtimeInput[];
  instructions?: string;
  output_modalities?: OutputModalities;
  audio?: { output?: { format?: RealtimeAudioFormat; voice?: RealtimeVoice } };
  max_output_tokens?: number | 'inf';
  metadata?: Record<string, string> | null;
  tools?: RealtimeTool[];
  tool_choice?: RealtimeToolChoice;
  parallel_tool_calls?: boolean;
  prompt?: JsonObject | null;
  reasoning?: RealtimeReasoning;
  /** Only where a client of the first version asked for one. */
  temperature?: number;
}

export type ClientEvent = { event_id?: string } & (
  | { type: 'session.update'; session: SessionUpdate }
  | { type: 'input_audio_buffer.append'; audio: string }
  | { type: 'input_audio_buffer.commit' }
  | { type: 'input_audio_buffer.clear' }
  | { type: 'conversation.item.create'; item: RealtimeItem; previous_item_id?: string | null }
  | { type: 'conversation.item.retrieve'; item_id: string }
  | { type: 'conversation.item.truncate'; item_id: string; content_index: number; audio_end_ms: number }
  | { type: 'conversation.item.delete'; item_id: string }
  | { type: 'response.create'; response?: ResponseRequest | null }
  | { type: 'response.cancel'; response_id?: string }
  | { type: 'output_audio_buffer.clear' }
);

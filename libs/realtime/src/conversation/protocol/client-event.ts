import { type ItemReference, type NewItem } from './item.js';
import {
  type AudioFormat,
  type FunctionTool,
  type Modality,
  type ReasoningConfig,
  type SessionPatch,
  type ToolChoice,
  type Voice,
} from './session-config.js';

/** What one response does differently from its session. */
export interface ResponseParams {
  conversation?: string;
  input?: (NewItem | ItemReference)[];
  instructions?: string;
  tools?: (FunctionTool | { type: 'mcp' })[];
  tool_choice?: ToolChoice | { type: 'mcp' };
  output_modalities?: Modality[];
  max_output_tokens?: number | 'inf';
  metadata?: Record<string, string> | null;
  parallel_tool_calls?: boolean;
  reasoning?: ReasoningConfig;
  /** Of clients of the first version. */
  temperature?: number;
  prompt?: unknown;
  audio?: { output?: { format?: AudioFormat; voice?: Voice } };
}

interface Sent {
  event_id?: string;
}

/** What clients send, in the names of the GA interface, after its shape was checked. */
export type ClientEvent = Sent &
  (
    | { type: 'session.update'; session: SessionPatch }
    | { type: 'input_audio_buffer.append'; audio: string }
    | { type: 'input_audio_buffer.commit' }
    | { type: 'input_audio_buffer.clear' }
    | { type: 'output_audio_buffer.clear' }
    | { type: 'conversation.item.create'; item: NewItem; previous_item_id?: string | null }
    | { type: 'conversation.item.retrieve'; item_id: string }
    | { type: 'conversation.item.truncate'; item_id: string; content_index: number; audio_end_ms: number }
    | { type: 'conversation.item.delete'; item_id: string }
    | { type: 'response.create'; response?: ResponseParams | null }
    | { type: 'response.cancel'; response_id?: string }
  );

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

/** The settings of one response that differ from its session. */
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
  /** Sent by clients of the beta protocol. */
  temperature?: number;
  prompt?: unknown;
  audio?: { output?: { format?: AudioFormat; voice?: Voice } };
}

interface Sent {
  event_id?: string;
}

/** The events of clients in the GA protocol, after validation. */
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

/** A plain object, ready to be written as JSON. */
export interface ServerEvent {
  type: ServerEventType;
  event_id: string;
  [field: string]: unknown;
}

export type ServerEventType =
  | 'error'
  | 'session.created'
  | 'session.updated'
  | 'conversation.item.added'
  | 'conversation.item.done'
  | 'conversation.item.retrieved'
  | 'conversation.item.truncated'
  | 'conversation.item.deleted'
  | 'conversation.item.input_audio_transcription.delta'
  | 'conversation.item.input_audio_transcription.completed'
  | 'conversation.item.input_audio_transcription.failed'
  | 'input_audio_buffer.committed'
  | 'input_audio_buffer.cleared'
  | 'input_audio_buffer.speech_started'
  | 'input_audio_buffer.speech_stopped'
  | 'response.created'
  | 'response.done'
  | 'response.output_item.added'
  | 'response.output_item.done'
  | 'response.content_part.added'
  | 'response.content_part.done'
  | 'response.output_text.delta'
  | 'response.output_text.done'
  | 'response.output_audio.delta'
  | 'response.output_audio.done'
  | 'response.output_audio_transcript.delta'
  | 'response.output_audio_transcript.done'
  | 'response.function_call_arguments.delta'
  | 'response.function_call_arguments.done'
  | 'rate_limits.updated';

import { type JsonObject, type JsonValue } from '#canonical';

/* The session object in the GA dialect: complete, as servers send it, and partial, as clients update it. */

export type RealtimeAudioFormat = { type: 'audio/pcm'; rate: 24000 } | { type: 'audio/pcmu' | 'audio/pcma' };

export interface ServerVad {
  type: 'server_vad';
  threshold: number;
  prefix_padding_ms: number;
  silence_duration_ms: number;
  idle_timeout_ms: number | null;
  create_response: boolean;
  interrupt_response: boolean;
}

export interface SemanticVad {
  type: 'semantic_vad';
  eagerness: 'low' | 'medium' | 'high' | 'auto';
  create_response: boolean;
  interrupt_response: boolean;
}

export type TurnDetection = ServerVad | SemanticVad;

export interface InputTranscription {
  model?: string;
  language?: string;
  prompt?: string;
}

export interface RealtimeAudioInput {
  format: RealtimeAudioFormat;
  transcription: InputTranscription | null;
  noise_reduction: { type?: 'near_field' | 'far_field' } | null;
  turn_detection: TurnDetection | null;
}

export type RealtimeVoice = string | { id: string };

export interface RealtimeAudioOutput {
  format: RealtimeAudioFormat;
  voice: RealtimeVoice;
  speed: number;
}

export type RealtimeTool =
  | { type: 'function'; name: string; description?: string; parameters?: JsonObject }
  | { type: 'mcp'; server_label: string; [member: string]: JsonValue };

export type RealtimeToolChoice =
  | 'none'
  | 'auto'
  | 'required'
  | { type: 'function'; name: string }
  | { type: 'mcp'; server_label: string; name?: string | null };

export type RealtimeTracing = 'auto' | { group_id?: string; workflow_name?: string; metadata?: JsonValue };

export type RealtimeTruncation =
  | 'auto'
  | 'disabled'
  | { type: 'retention_ratio'; retention_ratio: number; token_limits?: { post_instructions?: number } };

export type OutputModalities = ['audio'] | ['text'];

export interface RealtimeReasoning {
  effort?: 'minimal' | 'low' | 'medium' | 'high' | 'xhigh';
}

/** A session in which a model responds. */
export interface ConversationSession {
  type: 'realtime';
  object: 'realtime.session';
  id: string;
  model: string;
  output_modalities: OutputModalities;
  instructions: string;
  tools: RealtimeTool[];
  tool_choice: RealtimeToolChoice;
  max_output_tokens: number | 'inf';
  tracing: RealtimeTracing | null;
  truncation: RealtimeTruncation;
  prompt: JsonObject | null;
  expires_at: number;
  audio: { input: RealtimeAudioInput; output: RealtimeAudioOutput };
  include: string[] | null;
  parallel_tool_calls?: boolean;
  reasoning?: RealtimeReasoning;
  /** Set only by clients of the beta dialect. */
  temperature?: number;
}

/** A session that only transcribes. */
export interface TranscriptionSession {
  type: 'transcription';
  object: 'realtime.transcription_session';
  id: string;
  expires_at: number;
  audio: { input: RealtimeAudioInput };
  include: string[] | null;
}

export type RealtimeSession = ConversationSession | TranscriptionSession;

export type TurnDetectionUpdate =
  | (Partial<ServerVad> & Pick<ServerVad, 'type'>)
  | (Partial<SemanticVad> & Pick<SemanticVad, 'type'>);

export interface AudioInputUpdate extends Partial<Omit<RealtimeAudioInput, 'turn_detection'>> {
  turn_detection?: TurnDetectionUpdate | null;
}

export interface ConversationSessionUpdate extends Partial<
  Omit<ConversationSession, 'type' | 'object' | 'id' | 'expires_at' | 'audio'>
> {
  type: 'realtime';
  audio?: { input?: AudioInputUpdate; output?: Partial<RealtimeAudioOutput> };
}

export interface TranscriptionSessionUpdate {
  type: 'transcription';
  audio?: { input?: AudioInputUpdate };
  include?: string[] | null;
}

export type SessionUpdate = ConversationSessionUpdate | TranscriptionSessionUpdate;

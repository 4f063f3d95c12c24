import { type JsonObject } from '#canonical';

export type AudioFormat =
  | { type: 'audio/pcm'; rate: 24_000 }
  | { type: 'audio/pcmu' }
  | { type: 'audio/pcma' };

export type Modality = 'text' | 'audio';

export interface FunctionTool {
  type: 'function';
  name: string;
  description?: string;
  parameters?: JsonObject;
}

export type ToolChoice = 'auto' | 'none' | 'required' | { type: 'function'; name: string };

export interface TranscriptionConfig {
  model?: string;
  language?: string;
  prompt?: string;
}

interface TurnBehavior {
  create_response: boolean;
  interrupt_response: boolean;
}

export type TurnDetection =
  | ({
      type: 'server_vad';
      threshold: number;
      prefix_padding_ms: number;
      silence_duration_ms: number;
      idle_timeout_ms: null;
    } & TurnBehavior)
  | ({ type: 'semantic_vad'; eagerness: 'low' | 'medium' | 'high' | 'auto' } & TurnBehavior);

export interface AudioInputConfig {
  format: AudioFormat;
  transcription: TranscriptionConfig | null;
  noise_reduction: object | null;
  turn_detection: TurnDetection | null;
}

export type Voice = string | { id: string };

export interface AudioOutputConfig {
  format: AudioFormat;
  voice: Voice;
  speed: number;
}

export interface ReasoningConfig {
  effort?: 'minimal' | 'low' | 'medium' | 'high' | 'xhigh';
}

/** The session in `session.created` and `session.updated`. */
export interface SessionConfig {
  type: 'realtime';
  object: 'realtime.session';
  id: string;
  model: string;
  output_modalities: Modality[];
  instructions: string;
  tools: FunctionTool[];
  tool_choice: ToolChoice;
  max_output_tokens: number | 'inf';
  parallel_tool_calls?: boolean;
  reasoning?: ReasoningConfig;
  /** Of clients of the first version. */
  temperature?: number;
  tracing: unknown;
  truncation: unknown;
  prompt: null;
  include: string[] | null;
  expires_at?: number;
  audio: { input: AudioInputConfig; output: AudioOutputConfig };
}

/** The changes of a client. Omitted members are not changed. */
export interface SessionPatch {
  type?: 'realtime' | 'transcription';
  model?: string;
  output_modalities?: Modality[];
  instructions?: string;
  tools?: (FunctionTool | { type: 'mcp' })[];
  tool_choice?: ToolChoice | { type: 'mcp' };
  max_output_tokens?: number | 'inf';
  parallel_tool_calls?: boolean;
  reasoning?: ReasoningConfig;
  /** Of clients of the first version. */
  temperature?: number;
  tracing?: unknown;
  truncation?: unknown;
  prompt?: unknown;
  include?: string[] | null;
  audio?: { input?: AudioInputPatch; output?: AudioOutputPatch };
}

export interface AudioInputPatch {
  format?: AudioFormat;
  transcription?: TranscriptionConfig | null;
  noise_reduction?: object | null;
  turn_detection?: TurnDetectionPatch | null;
}

export type TurnDetectionPatch =
  | {
      type: 'server_vad';
      threshold?: number;
      prefix_padding_ms?: number;
      silence_duration_ms?: number;
      idle_timeout_ms?: number | null;
      create_response?: boolean;
      interrupt_response?: boolean;
    }
  | {
      type: 'semantic_vad';
      eagerness?: 'low' | 'medium' | 'high' | 'auto';
      create_response?: boolean;
      interrupt_response?: boolean;
    };

export interface AudioOutputPatch {
  format?: AudioFormat;
  voice?: Voice;
  speed?: number;
}

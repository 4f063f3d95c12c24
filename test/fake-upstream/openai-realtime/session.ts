import type { Fields } from '../fields.js';

export interface AudioFormat {
  type: 'audio/pcm' | 'audio/pcmu' | 'audio/pcma';
  rate?: number;
}

export interface TurnDetection {
  type: 'server_vad' | 'semantic_vad';
  prefix_padding_ms?: number;
  silence_duration_ms?: number;
  create_response: boolean;
  interrupt_response: boolean;
  [setting: string]: unknown;
}

export interface AudioInput {
  format: AudioFormat;
  transcription: { model?: string } | null;
  noise_reduction: object | null;
  turn_detection: TurnDetection | null;
}

export interface AudioOutput {
  format: AudioFormat;
  voice: string | { id: string };
  speed: number;
}

/** The common settings of sessions and single responses. */
export interface Settings {
  output_modalities: readonly string[];
  instructions: string;
  tools: readonly Fields[];
  tool_choice: unknown;
  max_output_tokens: number | 'inf';
  /** Only the first version returns it. */
  temperature: number;
  audio: { input: AudioInput; output: AudioOutput };
}

/** A session with its current names. */
export interface Session extends Settings {
  type: 'realtime' | 'transcription';
  object: 'realtime.session' | 'realtime.transcription_session';
  id: string;
  model: string;
  expires_at: number;
  [setting: string]: unknown;
}

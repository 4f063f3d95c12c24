import { asFields, type Fields } from '../fields.js';
import type { AudioOutput, Session, Settings } from './session.js';

/** The settings of one response: those of the session, overridden by those of the request. */
export interface ResponseSettings extends Omit<Settings, 'audio'> {
  audio: { output: AudioOutput };
  metadata: unknown;
  /** Whether it leaves the conversation unchanged. */
  isAside: boolean;
  /** Items that replace the conversation as input. */
  input?: readonly unknown[];
}

export function buildSettings(session: Session, options: Fields): ResponseSettings {
  const { output_modalities, instructions, tools, tool_choice, max_output_tokens, temperature } = session;
  const { conversation, audio, metadata = null, ...others } = options;
  return {
    output_modalities,
    instructions,
    tools,
    tool_choice,
    max_output_tokens,
    temperature,
    ...others,
    audio: { output: { ...session.audio.output, ...asFields(asFields(audio).output) } },
    metadata,
    isAside: conversation === 'none',
  };
}

import { asFields, type Fields } from '../fields.js';
import type { AudioOutput, Session, Settings } from './session.js';

/** What one response is made by: the session, and over it what was asked for in this response. */
export interface ResponseSettings extends Omit<Settings, 'audio'> {
  audio: { output: AudioOutput };
  metadata: unknown;
  /** Whether it leaves the conversation as it is. */
  isAside: boolean;
  /** Items to answer in place of the conversation. */
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

interface ContentPart {
  type: string;
  text?: string | null;
  transcript?: string | null;
}

export interface ConversationItem {
  id: string;
  type: string;
  role?: 'user' | 'assistant' | 'system';
  status?: string;
  content?: readonly ContentPart[];
}

interface EndedResponse {
  status: string;
  status_details?: { error?: { message?: string; code?: string } | null } | null;
  usage?: { input_tokens?: number; output_tokens?: number } | null;
}

/** The server events that change the conversation. Providers also send others, which are ignored. */
export type ServerEvent =
  | { type: 'conversation.item.added' | 'conversation.item.done'; item: ConversationItem }
  | {
      type:
        | 'conversation.item.input_audio_transcription.delta'
        | 'response.output_text.delta'
        | 'response.output_audio_transcript.delta'
        | 'response.output_audio.delta';
      item_id: string;
      delta: string;
    }
  | { type: 'conversation.item.input_audio_transcription.completed'; item_id: string; transcript: string }
  | {
      type: 'conversation.item.input_audio_transcription.failed' | 'conversation.item.truncated';
      item_id: string;
    }
  | { type: 'input_audio_buffer.speech_started' | 'input_audio_buffer.speech_stopped' }
  | { type: 'response.created' }
  | { type: 'response.done'; response: EndedResponse }
  | { type: 'error'; error: { message: string; code?: string | null } };

/** Undefined if the frame is not an event. */
export function parseServerEvent(frame: unknown): ServerEvent | undefined {
  if (typeof frame !== 'string') return undefined;
  try {
    const event: unknown = JSON.parse(frame);
    return isEvent(event) ? event : undefined;
  } catch {
    return undefined;
  }
}

function isEvent(value: unknown): value is ServerEvent {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

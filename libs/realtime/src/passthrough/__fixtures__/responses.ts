const USAGE = {
  input_tokens: 100,
  output_tokens: 40,
  input_token_details: { cached_tokens: 10, audio_tokens: 20 },
  output_token_details: { audio_tokens: 30 },
};

/* Events of an upstream about a response. */

export function created(id: string): object {
  return { type: 'response.created', response: { id, status: 'in_progress' } };
}

export function delta(id: string, text: string): object {
  return { type: 'response.output_text.delta', response_id: id, delta: text };
}

export function done(id: string, status = 'completed', more: object = { usage: USAGE }): object {
  return { type: 'response.done', response: { id, status, ...more } };
}

export function transcribed(usage: object): object {
  return { type: 'conversation.item.input_audio_transcription.completed', transcript: 'Hello', usage };
}

/** The features of a transcription model. */
export interface Capabilities {
  formats: readonly string[];
  /** Whether it streams on request; otherwise it ignores the parameter. */
  streams: boolean;
  hasLogprobs: boolean;
  hasTimestamps: boolean;
  tellsSpeakers: boolean;
  bills: 'duration' | 'tokens';
}

const WHISPER: Capabilities = {
  formats: ['json', 'text', 'srt', 'verbose_json', 'vtt'],
  streams: false,
  hasLogprobs: false,
  hasTimestamps: true,
  tellsSpeakers: false,
  bills: 'duration',
};

const GPT_TRANSCRIBE: Capabilities = {
  formats: ['json', 'text'],
  streams: true,
  hasLogprobs: true,
  hasTimestamps: false,
  tellsSpeakers: false,
  bills: 'tokens',
};

const GPT_DIARIZE: Capabilities = {
  ...GPT_TRANSCRIBE,
  formats: ['json', 'text', 'diarized_json'],
  hasLogprobs: false,
  tellsSpeakers: true,
};

/** Compatible services mostly support what Whisper does, and some of them stream. */
const OTHER: Capabilities = { ...WHISPER, streams: true };

export function getCapabilities(model: string): Capabilities {
  if (model === 'whisper-1') return WHISPER;
  if (model.endsWith('-diarize')) return GPT_DIARIZE;
  return /^gpt-.*transcribe/.test(model) ? GPT_TRANSCRIBE : OTHER;
}

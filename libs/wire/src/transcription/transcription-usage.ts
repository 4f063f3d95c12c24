import { type JsonObject, type Usage } from '#canonical';
import { toNumber, getRecord } from '../openai-dialect/json-members.js';
import { readUsage } from '../openai-responses/usage.js';

const MAX_SECONDS = 1e9;

/** Some models are billed by tokens, others by the duration of the audio. */
export function readTranscriptionUsage(response: Readonly<Record<string, unknown>>): Usage | undefined {
  const raw = getRecord(response['usage']);
  const seconds = toNumber(raw?.['seconds']) ?? toNumber(response['duration']);
  const hasDuration = seconds !== undefined && seconds >= 0 && seconds < MAX_SECONDS;
  const duration = hasDuration ? { audioSeconds: seconds } : {};
  const tokens = readUsage(raw);
  if (tokens !== undefined) return { ...tokens, ...readAudioTokens(raw), ...duration };
  return hasDuration
    ? { inputTokens: 0, outputTokens: 0, ...duration, ...(raw === undefined ? {} : { raw }) }
    : undefined;
}

/** The details have another name than in other usage objects. */
function readAudioTokens(
  raw: Readonly<Record<string, unknown>> | undefined,
): Pick<Usage, 'audioInputTokens'> {
  const count = toNumber(getRecord(raw?.['input_token_details'])?.['audio_tokens']);
  return count === undefined || count < 0 ? {} : { audioInputTokens: count };
}

export function encodeTranscriptionUsage({ inputTokens, outputTokens, audioSeconds }: Usage): JsonObject {
  if (inputTokens + outputTokens === 0 && audioSeconds !== undefined) {
    return { type: 'duration', seconds: Math.ceil(audioSeconds) };
  }
  return {
    type: 'tokens',
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
  };
}

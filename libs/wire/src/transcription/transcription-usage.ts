import { type JsonObject, type Usage } from '#canonical';
import { toNumber, getRecord } from '../openai-dialect/json-members.js';
import { readUsage } from '../openai-responses/usage.js';

const MAX_SECONDS = 1e9;

/** Some models are billed by tokens, others by the length of the recording. */
export function readTranscriptionUsage(answer: Readonly<Record<string, unknown>>): Usage | undefined {
  const raw = getRecord(answer['usage']);
  const seconds = toNumber(raw?.['seconds']) ?? toNumber(answer['duration']);
  const isLength = seconds !== undefined && seconds >= 0 && seconds < MAX_SECONDS;
  const length = isLength ? { audioSeconds: seconds } : {};
  const tokens = readUsage(raw);
  if (tokens !== undefined) return { ...tokens, ...audioTokens(raw), ...length };
  return isLength
    ? { inputTokens: 0, outputTokens: 0, ...length, ...(raw === undefined ? {} : { raw }) }
    : undefined;
}

/** Under another name than elsewhere. */
function audioTokens(raw: Readonly<Record<string, unknown>> | undefined): Pick<Usage, 'audioInputTokens'> {
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

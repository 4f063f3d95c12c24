import { type ApiRequest } from '../call/api-request.js';

/** What a program would call the audio or image that the answer is. Undefined where the answer is text. */
export function outputFile({ path, json }: ApiRequest): string | undefined {
  if (path !== '/v1/audio/speech') return undefined;
  const { response_format: format } = (json ?? {}) as { response_format?: unknown };
  return `speech.${typeof format === 'string' && /^\w+$/.test(format) ? format : 'mp3'}`;
}

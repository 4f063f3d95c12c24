import { type Target } from '#catalog';
import { type UpstreamResponse } from '#egress';
import { single } from './upstream-call.js';

/** The few headers of an upstream that are worth showing; all others are its own affair. */
const SHOWN = ['content-type', 'openai-processing-ms', 'openai-version'];

export function answerHeaders(
  { headers }: UpstreamResponse,
  { channel, upstreamModel }: Target,
  attempts: number,
): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const name of SHOWN) {
    const value = single(headers[name]);
    if (value !== undefined) shown[name] = headerSafe(value);
  }
  return {
    ...shown,
    'x-modelgate-channel': headerSafe(channel.name),
    'x-modelgate-model': headerSafe(upstreamModel),
    'x-modelgate-attempts': String(attempts),
  };
}

/** Names may hold any character; a header may not. */
function headerSafe(value: string): string {
  return value.replaceAll(/[^\u0020-\u007e]+/g, (text) =>
    Buffer.from(text).toString('hex').replaceAll(/../g, '%$&'),
  );
}

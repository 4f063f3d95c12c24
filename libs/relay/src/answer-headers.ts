import { type UpstreamResponse } from '#egress';
import { type RouteCandidate } from './attempts/route-candidate.js';
import { single } from './upstream-call.js';

const MAX_VALUE_LENGTH = 2000;

/** The few headers of an upstream that are worth showing; all others are its own affair. */
const SHOWN = ['openai-processing-ms', 'openai-version'];

export interface AnswerFacts {
  contentType: string;
  attempts: number;
  warnings: readonly string[];
}

export function answerHeaders(
  response: UpstreamResponse,
  candidate: RouteCandidate,
  { contentType, attempts, warnings }: AnswerFacts,
): Record<string, string> {
  const { channel, upstreamModel } = candidate.target;
  return {
    'content-type': contentType,
    ...(candidate.kind === 'passthrough' ? shownHeaders(response) : {}),
    'x-modelgate-channel': headerSafe(channel.name),
    'x-modelgate-model': headerSafe(upstreamModel),
    'x-modelgate-attempts': String(attempts),
    ...(warnings.length === 0 ? {} : { 'x-modelgate-warnings': headerSafe(warnings.join(', ')) }),
  };
}

function shownHeaders({ headers }: UpstreamResponse): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const name of SHOWN) {
    const value = single(headers[name]);
    if (value !== undefined) shown[name] = headerSafe(value);
  }
  return shown;
}

/** Names may hold any character; a header may not, and clients take only so many. */
function headerSafe(value: string): string {
  return value
    .slice(0, MAX_VALUE_LENGTH)
    .replaceAll(/[^\u0020-\u007e]+/g, (text) => Buffer.from(text).toString('hex').replaceAll(/../g, '%$&'));
}

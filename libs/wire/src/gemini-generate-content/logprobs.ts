import { type JsonObject, type TokenLogprob } from '#canonical';
import { type ProtoObject } from './proto-object.js';

/** Decodes `logprobsResult`, which lists the chosen tokens and the alternatives of each. */
export function decodeLogprobs(result: ProtoObject): TokenLogprob[] {
  const alternatives = result.objects('topCandidates') ?? [];
  return (result.objects('chosenCandidates') ?? []).map((chosen, step) => ({
    ...decodeToken(chosen),
    top: (alternatives[step]?.objects('candidates') ?? []).map(decodeToken),
  }));
}

function decodeToken(candidate: ProtoObject): Omit<TokenLogprob, 'top'> {
  return {
    token: candidate.string('token') ?? '',
    logprob: candidate.number('logProbability') ?? 0,
    bytes: null,
  };
}

export function encodeLogprobs(logprobs: readonly TokenLogprob[]): JsonObject {
  return {
    chosenCandidates: logprobs.map(encodeToken),
    topCandidates: logprobs.map(({ top }) => ({ candidates: top.map(encodeToken) })),
  };
}

function encodeToken({ token, logprob }: Pick<TokenLogprob, 'token' | 'logprob'>): JsonObject {
  return { token, logProbability: logprob };
}

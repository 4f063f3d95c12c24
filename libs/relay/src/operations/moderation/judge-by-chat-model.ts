import { randomBytes } from 'node:crypto';
import {
  type ChatRequest,
  type ChatResponse,
  GatewayError,
  type ModerationResult,
  type ModerationPart,
  type ModerationRequest,
  type ModerationVerdict,
  type Usage,
} from '#canonical';
import { type UpstreamResponse } from '#egress';
import {
  decodeJudgeResponse,
  encodeJudgeRequest,
  fitToModel,
  UPSTREAM_FORMATS,
  type UpstreamFormatId,
} from '#wire';
import { resolveMedia } from '../../chat/resolve-media.js';
import { type OperationAttempt } from '../operation-attempt.js';
import { runInBatches } from '../batches.js';

const MAX_SUBJECTS = 64;
const CONCURRENT_SUBJECTS = 4;

export interface JudgeResult {
  result: ModerationResult;
  /** Of the last subject. */
  response: UpstreamResponse;
}

interface JudgedSubject {
  verdict: ModerationVerdict;
  usage: Usage | undefined;
  response: UpstreamResponse;
}

/** Moderates each subject with a chat model. */
export async function judgeByChatModel(
  attempt: OperationAttempt,
  format: UpstreamFormatId,
  { subjects }: ModerationRequest,
): Promise<JudgeResult> {
  if (subjects.length > MAX_SUBJECTS) {
    throw new GatewayError(
      'unsupported-parameter',
      `"input" must have at most ${MAX_SUBJECTS} elements for this model.`,
      { param: 'input' },
    );
  }
  const judged = await runInBatches(subjects, {
    maxSize: 1,
    concurrency: CONCURRENT_SUBJECTS,
    run: ([parts = []]) => judgeSubject(attempt, format, parts),
  });
  const last = judged.at(-1);
  if (last === undefined) throw new Error('there is at least one subject to judge');
  const usage = sum(judged.map((one) => one.usage));
  return { result: { verdicts: judged.map(({ verdict }) => verdict), usage }, response: last.response };
}

async function judgeSubject(
  attempt: OperationAttempt,
  format: UpstreamFormatId,
  parts: readonly ModerationPart[],
): Promise<JudgedSubject> {
  const decoded = encodeJudgeRequest({ parts, fence: `content-${randomBytes(8).toString('hex')}` });
  const { needsMediaBytes } = UPSTREAM_FORMATS[format];
  const { fetchMedia } = attempt;
  const locate = (url: string, occurrence: number): string => locateLink(parts, url, occurrence);
  const request = needsMediaBytes === true ? await resolveMedia(decoded, { fetchMedia, locate }) : decoded;
  const { chat, response } = await sendWithSchemaFallback(attempt, format, request);
  return { verdict: decodeJudgeResponse(chat), usage: chat.usage, response };
}

/** If there are links, the parts are the whole input. */
function locateLink(parts: readonly ModerationPart[], url: string, occurrence: number): string {
  const positions = parts.flatMap((part, index) =>
    part.kind === 'image' && part.url === url ? [index] : [],
  );
  return `input[${positions[occurrence] ?? 0}].image_url.url`;
}

interface JudgeReply {
  chat: ChatResponse;
  response: UpstreamResponse;
}

/** Some servers reject all requests with a schema. The instructions are enough without it. */
async function sendWithSchemaFallback(
  attempt: OperationAttempt,
  format: UpstreamFormatId,
  request: ChatRequest,
): Promise<JudgeReply> {
  try {
    return await sendToModel(attempt, format, request);
  } catch (error) {
    if (!(error instanceof GatewayError) || error.kind !== 'upstream-rejected') throw error;
    return sendToModel(attempt, format, { ...request, outputFormat: undefined });
  }
}

async function sendToModel(
  attempt: OperationAttempt,
  format: UpstreamFormatId,
  request: ChatRequest,
): Promise<JudgeReply> {
  const { egress } = UPSTREAM_FORMATS[format];
  const rule = attempt.services.rules.find(attempt.candidate.target, format);
  const fitted = fitToModel(request, rule, format);
  const { chatHabits: habits } = attempt.candidate.provider;
  const { value: body } = egress.encodeRequest(fitted.value, attempt.upstreamModel, { rule, habits });
  const { json, response } = await attempt.postJson(body, format);
  return { chat: egress.decodeResponse(json, habits), response };
}

function sum(usages: readonly (Usage | undefined)[]): Usage | undefined {
  if (usages.some((usage) => usage === undefined)) return undefined;
  return {
    inputTokens: usages.reduce((total, usage) => total + (usage?.inputTokens ?? 0), 0),
    outputTokens: usages.reduce((total, usage) => total + (usage?.outputTokens ?? 0), 0),
  };
}

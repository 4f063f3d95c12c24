import { randomBytes } from 'node:crypto';
import {
  type ChatRequest,
  type ChatResponse,
  GatewayError,
  type ModerationAnswer,
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
import { inBatches } from '../batches.js';

const MAX_SUBJECTS = 64;
const SUBJECTS_AT_ONCE = 4;

export interface Judgement {
  answer: ModerationAnswer;
  /** The last that came. */
  response: UpstreamResponse;
}

interface JudgedSubject {
  verdict: ModerationVerdict;
  usage: Usage | undefined;
  response: UpstreamResponse;
}

/** Has a chat model judge each subject for itself. */
export async function judge(
  attempt: OperationAttempt,
  format: UpstreamFormatId,
  { subjects }: ModerationRequest,
): Promise<Judgement> {
  if (subjects.length > MAX_SUBJECTS) {
    throw new GatewayError(
      'unsupported-parameter',
      `"input" must have at most ${MAX_SUBJECTS} elements for this model.`,
      { param: 'input' },
    );
  }
  const judged = await inBatches(subjects, {
    max: 1,
    atOnce: SUBJECTS_AT_ONCE,
    run: ([parts = []]) => judgeOne(attempt, format, parts),
  });
  const last = judged.at(-1);
  if (last === undefined) throw new Error('there is at least one subject to judge');
  const usage = sum(judged.map((one) => one.usage));
  return { answer: { verdicts: judged.map(({ verdict }) => verdict), usage }, response: last.response };
}

async function judgeOne(
  attempt: OperationAttempt,
  format: UpstreamFormatId,
  parts: readonly ModerationPart[],
): Promise<JudgedSubject> {
  const asked = encodeJudgeRequest({ parts, fence: `content-${randomBytes(8).toString('hex')}` });
  const { needsMediaBytes } = UPSTREAM_FORMATS[format];
  const { fetchMedia } = attempt;
  const locate = (url: string, occurrence: number): string => locateLink(parts, url, occurrence);
  const request = needsMediaBytes === true ? await resolveMedia(asked, { fetchMedia, locate }) : asked;
  const { chat, response } = await askLeniently(attempt, format, request);
  return { verdict: decodeJudgeResponse(chat), usage: chat.usage, response };
}

/** The parts of a request with links are all of its input. */
function locateLink(parts: readonly ModerationPart[], url: string, occurrence: number): string {
  const positions = parts.flatMap((part, index) =>
    part.kind === 'image' && part.url === url ? [index] : [],
  );
  return `input[${positions[occurrence] ?? 0}].image_url.url`;
}

interface Reply {
  chat: ChatResponse;
  response: UpstreamResponse;
}

/** Some servers refuse every request with a schema; the instructions alone will do, too. */
async function askLeniently(
  attempt: OperationAttempt,
  format: UpstreamFormatId,
  request: ChatRequest,
): Promise<Reply> {
  try {
    return await ask(attempt, format, request);
  } catch (error) {
    if (!(error instanceof GatewayError) || error.kind !== 'upstream-rejected') throw error;
    return ask(attempt, format, { ...request, outputFormat: undefined });
  }
}

async function ask(
  attempt: OperationAttempt,
  format: UpstreamFormatId,
  request: ChatRequest,
): Promise<Reply> {
  const { egress } = UPSTREAM_FORMATS[format];
  const rule = attempt.tools.rules.find(attempt.candidate.target, format);
  const fitted = fitToModel(request, rule, format);
  const { value: body } = egress.encodeRequest(fitted.value, attempt.upstreamModel, { rule });
  const { json, response } = await attempt.postJson(body, format);
  return { chat: egress.decodeResponse(json), response };
}

function sum(usages: readonly (Usage | undefined)[]): Usage | undefined {
  if (usages.some((usage) => usage === undefined)) return undefined;
  return {
    inputTokens: usages.reduce((total, usage) => total + (usage?.inputTokens ?? 0), 0),
    outputTokens: usages.reduce((total, usage) => total + (usage?.outputTokens ?? 0), 0),
  };
}

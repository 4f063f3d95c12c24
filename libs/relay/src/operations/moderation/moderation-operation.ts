import { type ModerationAnswer, type ModerationRequest } from '#canonical';
import { type Target } from '#catalog';
import { type UpstreamResponse } from '#egress';
import { type Provider } from '#providers';
import { spokenFormats } from '#upstream';
import {
  decodeModerations,
  hasWholeVerdicts,
  isFormatOf,
  type JsonRequest,
  openAiModerationsClient,
  type UpstreamFormatId,
} from '#wire';
import { type OperationAttempt } from '../operation-attempt.js';
import { lostInClientWords } from '../in-client-words.js';
import { getJsonRequest } from '../get-json-request.js';
import { type OperationCandidate } from '../operation-candidate.js';
import { type OpenRequest, type ServedOperation } from '../served-operation.js';
import { judge } from './judge.js';

type UsableCandidate = Pick<OperationCandidate, 'kind' | 'format'>;

export const moderationOperation: ServedOperation = {
  capability: 'moderation',
  usualModel: 'omni-moderation-latest',
  open: async ({ body }) => new ModerationInHand(await getJsonRequest(body)),
};

class ModerationInHand implements OpenRequest {
  readonly isStreamed = false;
  private readonly asked: ModerationRequest;

  constructor(private readonly request: JsonRequest) {
    this.asked = openAiModerationsClient.decodeRequest(request.json, {});
  }

  get model(): string | undefined {
    return this.asked.model === '' ? undefined : this.asked.model;
  }

  candidatesAt(target: Target, provider: Provider): UsableCandidate[] {
    return spokenFormats('moderation', target, provider).flatMap((format): UsableCandidate[] => {
      if (format === 'openai-moderations') return [{ kind: 'passthrough', format }];
      const chatFormat = judgesFormat(target, provider);
      return chatFormat === undefined ? [] : [{ kind: 'derive', format: chatFormat }];
    });
  }

  async serve(attempt: OperationAttempt): Promise<void> {
    const { format } = attempt.candidate;
    if (isFormatOf('chat', format)) await this.judge(attempt, format);
    else await this.passThrough(attempt);
  }

  /** Bytes go both ways, unless the answer is one of the shorter ones of older models. */
  private async passThrough(attempt: OperationAttempt): Promise<void> {
    const { bytes, json, response } = await attempt.postJson(this.forwarded(attempt.upstreamModel));
    const answer = decodeModerations(json, this.asked);
    if (!hasWholeVerdicts(json)) return this.send(attempt, answer, response);
    attempt.noteUsage(answer.usage);
    await attempt.sendJson(bytes, response);
  }

  private forwarded(upstreamModel: string): Parameters<OperationAttempt['postJson']>[0] {
    const { json } = this.request;
    return 'model' in json ? this.request.retarget(upstreamModel) : { ...json, model: upstreamModel };
  }

  private async judge(attempt: OperationAttempt, format: UpstreamFormatId): Promise<void> {
    attempt.lose(lostInClientWords([], this.asked, openAiModerationsClient));
    const { answer, response } = await judge(attempt, format, this.asked);
    await this.send(attempt, answer, response);
  }

  private async send(
    attempt: OperationAttempt,
    answer: ModerationAnswer,
    response: UpstreamResponse,
  ): Promise<void> {
    attempt.noteUsage(answer.usage);
    const asked = { ...this.asked, model: this.model ?? attempt.upstreamModel };
    const { requestId } = attempt;
    await attempt.sendJson(openAiModerationsClient.encodeResponse(answer, { asked, requestId }), response);
  }
}

/** How a chat model is asked for a verdict: the format of plain texts has neither instructions nor images. */
function judgesFormat(target: Target, provider: Provider): UpstreamFormatId | undefined {
  return spokenFormats('chat', target, provider).find((format) => format !== 'openai-completions');
}

import { type ModerationAnswer, type ModerationRequest } from '#canonical';
import { type Target } from '#catalog';
import { type UpstreamResponse } from '#egress';
import { type Provider } from '#providers';
import {
  decodeModerations,
  hasWholeVerdicts,
  isFormatOf,
  type JsonRequest,
  openAiModerationsClient,
  type WireFormatId,
} from '#wire';
import { spokenFormats } from '../../spoken-formats.js';
import { type Attempt } from '../attempt.js';
import { lostInClientWords } from '../in-client-words.js';
import { jsonRequestOf } from '../json-request-of.js';
import { type OperationWay } from '../operation-way.js';
import { type OpenRequest, type ServedOperation } from '../served-operation.js';
import { judge } from './judge.js';

type UsableWay = Pick<OperationWay, 'kind' | 'format'>;

export const moderationOperation: ServedOperation = {
  capability: 'moderation',
  usualModel: 'omni-moderation-latest',
  open: ({ body }) => new ModerationInHand(jsonRequestOf(body)),
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

  waysAt(target: Target, provider: Provider): UsableWay[] {
    return spokenFormats('moderation', target, provider).flatMap((format): UsableWay[] => {
      if (format === 'openai-moderations') return [{ kind: 'passthrough', format }];
      const chatFormat = judgesFormat(target, provider);
      return chatFormat === undefined ? [] : [{ kind: 'derive', format: chatFormat }];
    });
  }

  async serve(attempt: Attempt): Promise<void> {
    const { format } = attempt.way;
    if (isFormatOf('chat', format)) await this.judge(attempt, format);
    else await this.passThrough(attempt);
  }

  /** Bytes go both ways, unless the answer is one of the shorter ones of older models. */
  private async passThrough(attempt: Attempt): Promise<void> {
    const { bytes, json, response } = await attempt.postJson(this.forwarded(attempt.upstreamModel));
    const answer = decodeModerations(json, this.asked);
    if (!hasWholeVerdicts(json)) return this.send(attempt, answer, response);
    attempt.noteUsage(answer.usage);
    await attempt.sendJson(bytes, response);
  }

  private forwarded(upstreamModel: string): Parameters<Attempt['postJson']>[0] {
    const { json } = this.request;
    return 'model' in json ? this.request.retarget(upstreamModel) : { ...json, model: upstreamModel };
  }

  private async judge(attempt: Attempt, format: WireFormatId): Promise<void> {
    attempt.lose(lostInClientWords([], this.asked, openAiModerationsClient));
    const { answer, response } = await judge(attempt, format, this.asked);
    await this.send(attempt, answer, response);
  }

  private async send(attempt: Attempt, answer: ModerationAnswer, response: UpstreamResponse): Promise<void> {
    attempt.noteUsage(answer.usage);
    const asked = { ...this.asked, model: this.model ?? attempt.upstreamModel };
    const { requestId } = attempt;
    await attempt.sendJson(openAiModerationsClient.encodeResponse(answer, { asked, requestId }), response);
  }
}

/** How a chat model is asked for a verdict: the format of plain texts has neither instructions nor pictures. */
function judgesFormat(target: Target, provider: Provider): WireFormatId | undefined {
  return spokenFormats('chat', target, provider).find((format) => format !== 'openai-completions');
}

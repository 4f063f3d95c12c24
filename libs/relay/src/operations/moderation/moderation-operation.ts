import { type ModerationResult, type ModerationRequest } from '#canonical';
import { type Target } from '#catalog';
import { type UpstreamResponse } from '#egress';
import { type Provider } from '#providers';
import { getSupportedFormats } from '#upstream';
import {
  decodeModerations,
  hasWholeVerdicts,
  isFormatOf,
  type JsonRequest,
  openAiModerationsClient,
  type UpstreamFormatId,
} from '#wire';
import { type OperationAttempt } from '../operation-attempt.js';
import { toClientNames } from '../client-names.js';
import { getJsonRequest } from '../get-json-request.js';
import { type OperationCandidate } from '../operation-candidate.js';
import { type OperationRequest, type OperationDefinition } from '../operation-definition.js';
import { judgeByChatModel } from './judge-by-chat-model.js';

type UsableCandidate = Pick<OperationCandidate, 'kind' | 'format'>;

export const moderationOperation: OperationDefinition = {
  defaultModel: 'omni-moderation-latest',
  decode: async ({ body }) => new DecodedModeration(await getJsonRequest(body)),
};

class DecodedModeration implements OperationRequest {
  readonly isStreamed = false;
  private readonly decoded: ModerationRequest;

  constructor(private readonly request: JsonRequest) {
    this.decoded = openAiModerationsClient.decodeRequest(request.json, {});
  }

  get model(): string | undefined {
    return this.decoded.model === '' ? undefined : this.decoded.model;
  }

  listCandidates(target: Target, provider: Provider): UsableCandidate[] {
    return getSupportedFormats('moderation', target, provider).flatMap((format): UsableCandidate[] => {
      if (format === 'openai-moderations') return [{ kind: 'passthrough', format }];
      const chatFormat = findJudgeFormat(target, provider);
      return chatFormat === undefined ? [] : [{ kind: 'derive', format: chatFormat }];
    });
  }

  async serve(attempt: OperationAttempt): Promise<void> {
    const { format } = attempt.candidate;
    if (isFormatOf('chat', format)) await this.judgeByChatModel(attempt, format);
    else await this.passThrough(attempt);
  }

  /** Forwards request and response unchanged, unless the response has the shorter form of older models. */
  private async passThrough(attempt: OperationAttempt): Promise<void> {
    const { bytes, json, response } = await attempt.postJson(this.buildForwardedBody(attempt.upstreamModel));
    const result = decodeModerations(json, this.decoded);
    if (!hasWholeVerdicts(json)) return this.send(attempt, result, response);
    attempt.noteUsage(result.usage);
    await attempt.sendJson(bytes, response);
  }

  private buildForwardedBody(upstreamModel: string): Parameters<OperationAttempt['postJson']>[0] {
    const { json } = this.request;
    return 'model' in json ? this.request.retarget(upstreamModel) : { ...json, model: upstreamModel };
  }

  private async judgeByChatModel(attempt: OperationAttempt, format: UpstreamFormatId): Promise<void> {
    attempt.reportLost(toClientNames([], this.decoded, openAiModerationsClient));
    const { result, response } = await judgeByChatModel(attempt, format, this.decoded);
    await this.send(attempt, result, response);
  }

  private async send(
    attempt: OperationAttempt,
    result: ModerationResult,
    response: UpstreamResponse,
  ): Promise<void> {
    attempt.noteUsage(result.usage);
    const decoded = { ...this.decoded, model: this.model ?? attempt.upstreamModel };
    const { requestId } = attempt;
    await attempt.sendJson(
      openAiModerationsClient.encodeResponse(result, { asked: decoded, requestId }),
      response,
    );
  }
}

/** The chat format for moderation. The completions format has neither instructions nor images. */
function findJudgeFormat(target: Target, provider: Provider): UpstreamFormatId | undefined {
  return getSupportedFormats('chat', target, provider).find((format) => format !== 'openai-completions');
}

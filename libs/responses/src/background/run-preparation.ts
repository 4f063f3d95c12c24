import { StoredTokens, type Token, refuseInvalid } from '#access';
import { type AdmittedCall, ModelAdmission } from '#admission';
import { GatewayError } from '#canonical';
import { encodeLargeJson, scanAhead } from '#json-scan';
import { estimateTokens } from '#relay';
import { SecretUnreadable } from '#secrets';
import { Tracing } from '#telemetry';
import { backgroundState } from '#wire';
import { Injectable } from '@nestjs/common';
import { CompactionSeals } from '../compaction-seals.js';
import { type ClaimedResponse, type LoadedResponse } from './background-response.js';
import { RequestRepository } from './requests.repository.js';

/** A run whose token is valid and within its limits. */
export interface PreparedRun {
  body: Buffer;
  admitted: AdmittedCall;
}

/** Checks the token of a response before its run, and counts the run against the limits of the token. */
@Injectable()
export class RunPreparation {
  constructor(
    private readonly tokens: StoredTokens,
    private readonly admission: ModelAdmission,
    private readonly seals: CompactionSeals,
    private readonly tracing: Tracing,
    private readonly requests: RequestRepository,
  ) {}

  /**
   * Undefined if it was deleted, or sealed with another key: then its lease expires, so that another worker can try. The
   * caller holds the memory for it.
   */
  async load(claimed: ClaimedResponse): Promise<LoadedResponse | undefined> {
    try {
      const request = await this.requests.load(claimed);
      return request && { ...claimed, request };
    } catch (error) {
      if (error instanceof SecretUnreadable) return undefined;
      throw error;
    }
  }

  /** Throws if the token is not valid, and a LimitRefusal if it is over a limit. */
  async prepare({ tokenId, request }: LoadedResponse): Promise<PreparedRun> {
    const token = await this.findToken(tokenId);
    const foreground = { ...(await backgroundState.foregroundBody(request)), stream: true };
    const body = await encodeLargeJson(this.seals.openAll(token.owner, foreground));
    await scanAhead(body);
    const { requestId, client, trace = {} } = request;
    const origin = { surface: 'background', requestId, token, client } as const;
    const admitted = await this.admission.admit({
      ...origin,
      trace: this.tracing.tracer?.begin(trace),
      tokens: estimateTokens(body.length),
    });
    return { body, admitted };
  }

  /** Loads the current state of the token. */
  private async findToken(tokenId: string): Promise<Token> {
    const token = await this.tokens.find(tokenId);
    if (token === undefined) {
      throw new GatewayError('unknown-token', 'The API token of this response no longer exists.');
    }
    refuseInvalid(token, Date.now());
    return token;
  }
}

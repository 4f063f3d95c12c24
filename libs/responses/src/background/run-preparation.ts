import { StoredTokens, type Token, refuseInvalid } from '#access';
import { type AdmittedCall, ModelAdmission } from '#admission';
import { GatewayError } from '#canonical';
import { estimateTokens } from '#relay';
import { backgroundState } from '#wire';
import { Injectable } from '@nestjs/common';
import { CompactionSeals } from '../compaction-seals.js';
import { type ClaimedResponse } from './background-response.js';

/** A run whose token is valid and within its limits. */
export interface PreparedRun {
  token: Token;
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
  ) {}

  /** Throws where the token may not be used, and a LimitRefusal where a limit of it is used up for now. */
  async prepare({ tokenId, request }: ClaimedResponse): Promise<PreparedRun> {
    const token = await this.findToken(tokenId);
    const asked = { ...(await backgroundState.foregroundBody(request)), stream: true };
    const body = Buffer.from(JSON.stringify(this.seals.openAll(token.owner, asked)));
    const { requestId } = request;
    const tokens = estimateTokens(body.length);
    const admitted = await this.admission.admit({ token, requestId, surface: 'background', tokens });
    return { token, body, admitted };
  }

  /** As the token is now. */
  private async findToken(tokenId: string): Promise<Token> {
    const token = await this.tokens.find(tokenId);
    if (token === undefined) {
      throw new GatewayError('unknown-token', 'The API token of this response is no longer known here.');
    }
    refuseInvalid(token, Date.now());
    return token;
  }
}

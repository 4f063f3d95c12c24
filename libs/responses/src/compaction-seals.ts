import { GatewayError, type JsonObject } from '#canonical';
import { SecretBox } from '#secrets';
import { compaction } from '#wire';
import { Injectable } from '@nestjs/common';

/** Tells our compactions from those that a model service has made for itself. */
const PREFIX = 'mgcmp.';

/** Summaries of conversations, sealed for clients to carry. Nobody but their owner can have them opened here. */
@Injectable()
export class CompactionSeals {
  constructor(private readonly secretBox: SecretBox) {}

  seal(owner: string, summary: string): string {
    return `${PREFIX}${this.secretBox.seal(summary, toPlace(owner)).toString('base64url')}`;
  }

  /** The request, with every compaction of ours told to the model: no upstream could open it. */
  openAll(owner: string, request: JsonObject): JsonObject {
    const { input } = request;
    const opened = compaction.openCompactions(input, (sealed, param) => this.open(owner, sealed, param));
    return opened === input ? request : { ...request, input: opened ?? null };
  }

  /** Undefined where a model service has sealed it. */
  private open(owner: string, sealed: string, param: string): string | undefined {
    if (!sealed.startsWith(PREFIX)) return undefined;
    try {
      return this.secretBox.open(Buffer.from(sealed.slice(PREFIX.length), 'base64url'), toPlace(owner));
    } catch {
      throw new GatewayError(
        'invalid-value',
        `"${param}" cannot be opened: it was not made for this token.`,
        {
          param,
          code: 'invalid_encrypted_content',
        },
      );
    }
  }
}

function toPlace(owner: string): string {
  return `compactions/${owner}`;
}

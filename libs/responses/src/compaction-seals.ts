import { GatewayError, type JsonObject } from '#canonical';
import { SecretBox } from '#secrets';
import { compaction } from '#wire';
import { Injectable } from '@nestjs/common';

/** Distinguishes the gateway's compactions from those of upstreams. */
const PREFIX = 'mgcmp.';

/** Encrypts summaries of conversations, which clients store. Only requests of the same owner can decrypt them. */
@Injectable()
export class CompactionSeals {
  constructor(private readonly secretBox: SecretBox) {}

  seal(owner: string, summary: string): string {
    return `${PREFIX}${this.secretBox.seal(summary, getSealContext(owner)).toString('base64url')}`;
  }

  /** Replaces the gateway's compactions in a request by their summaries, because upstreams cannot decrypt them. */
  openAll(owner: string, request: JsonObject): JsonObject {
    const { input } = request;
    const opened = compaction.openCompactions(input, (sealed, param) => this.open(owner, sealed, param));
    return opened === input ? request : { ...request, input: opened ?? null };
  }

  /** Undefined for a compaction of an upstream. */
  private open(owner: string, sealed: string, param: string): string | undefined {
    if (!sealed.startsWith(PREFIX)) return undefined;
    try {
      return this.secretBox.open(
        Buffer.from(sealed.slice(PREFIX.length), 'base64url'),
        getSealContext(owner),
      );
    } catch {
      throw new GatewayError(
        'invalid-value',
        `"${param}" cannot be decrypted: it was not issued for this token.`,
        {
          param,
          code: 'invalid_encrypted_content',
        },
      );
    }
  }
}

function getSealContext(owner: string): string {
  return `compactions/${owner}`;
}

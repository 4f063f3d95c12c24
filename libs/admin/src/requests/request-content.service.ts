import { TokenRepository } from '#access';
import { GatewayError } from '#canonical';
import { Database, type Transaction } from '#database';
import { type FoundContent, type RecordedContent, RecordedContentRepository, readConversation } from '#relay';
import { Injectable } from '@nestjs/common';
import { getOwnerScope } from '#rights';
import { type Caller } from '../access/caller.js';
import { AuditTrail } from '../audit/audit-trail.js';
import { DeletionCountsRepository } from '../settings/deletion-counts.repository.js';
import { type RequestContentView } from './request-content.dto.js';
import { type RecordingCountView } from './request.dto.js';

/** The stored contents of requests. Every read and deletion writes an audit entry. */
@Injectable()
export class RequestContentService {
  constructor(
    private readonly database: Database,
    private readonly contents: RecordedContentRepository,
    private readonly tokens: TokenRepository,
    private readonly audit: AuditTrail,
    private readonly deletions: DeletionCountsRepository,
  ) {}

  /** Without an audit entry: nothing is read. */
  async count({ principal }: Caller, tokenId: string): Promise<RecordingCountView> {
    const { rows, hasMore } = await this.deletions.countRecordings(tokenId, getOwnerScope(principal));
    return { count: rows ?? null, has_more: hasMore };
  }

  async show(caller: Caller, id: string): Promise<RequestContentView> {
    const { found, tokenName } = await this.database.transaction((transaction) =>
      this.findAndAudit(transaction, caller, { id, action: 'content.read' }),
    );
    return viewContent(found, tokenName, this.contents.open(found));
  }

  async delete(caller: Caller, id: string): Promise<void> {
    await this.database.transaction(async (transaction) => {
      const { found } = await this.findAndAudit(transaction, caller, { id, action: 'content.delete' });
      await this.contents.delete(transaction, found);
    });
  }

  /** Finds a content and writes the audit entry in the same transaction. */
  private async findAndAudit(
    transaction: Transaction,
    caller: Caller,
    { id, action }: { id: string; action: `content.${string}` },
  ): Promise<{ found: FoundContent; tokenName: string | undefined }> {
    const found = await this.contents.find(transaction, id, getOwnerScope(caller.principal));
    if (found === undefined) throw createNotStoredError();
    const names = await this.tokens.findNames([found.tokenId]);
    const tokenName = names.get(found.tokenId);
    await this.audit.record(transaction, caller, {
      action,
      subject: { type: 'content', id, ...(tokenName === undefined ? {} : { name: tokenName }) },
    });
    return { found, tokenName };
  }
}

function createNotStoredError(): GatewayError {
  return new GatewayError('resource-not-found', 'No content is stored for this request.', {
    param: 'id',
  });
}

function viewContent(
  found: FoundContent,
  tokenName: string | undefined,
  content: RecordedContent,
): RequestContentView {
  const { model, operation, format, request, answer } = content;
  const { asked, answered } = readConversation(content);
  return {
    request_id: found.requestId,
    token_id: found.tokenId,
    token_name: tokenName ?? null,
    model,
    operation,
    format,
    recorded_at: new Date(found.recordedAtMs).toISOString(),
    expires_at: new Date(found.expiresAtMs).toISOString(),
    request: viewSide(request),
    answer: answer === undefined ? null : { ...viewSide(answer), complete: answer.isComplete },
    messages: asked,
    answer_text: answered ?? null,
  };
}

function viewSide({ body, sizeBytes, isCut }: RecordedContent['request']): RequestContentView['request'] {
  return { body, size_bytes: sizeBytes, cut_off: isCut };
}

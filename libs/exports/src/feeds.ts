import { MICRO_USD_PER_USD } from '#canonical';
import { LISTED_FACTS, snakeCase } from '#declarations';
import { type SequenceRange, UsageFeedRepository, type UsageRecord } from '#metering';
import { RecordedContentFeedRepository } from '#relay';
import { Injectable } from '@nestjs/common';
import { type ExportFeed, type FeedLine } from './export-feed.js';

const REQUEST_PAGE_ROWS = 1_000;
/** Each row may have two megabytes. */
const CONTENT_PAGE_ROWS = 20;

type ContentRow = Awaited<ReturnType<RecordedContentFeedRepository['read']>>[number];
type RecordedSide = NonNullable<ContentRow['content']>['request'];

@Injectable()
export class RequestFeed implements ExportFeed {
  readonly pageRows = REQUEST_PAGE_ROWS;

  constructor(private readonly usage: UsageFeedRepository) {}

  readSettled(): Promise<string | undefined> {
    return this.usage.readSettled();
  }

  async read(range: SequenceRange): Promise<FeedLine[]> {
    const rows = await this.usage.read(range);
    return rows.map(({ sequence, record }) => ({ sequence, json: JSON.stringify(describeRequest(record)) }));
  }

  findFirstMoment(after: string): Promise<Date | undefined> {
    return this.usage.findFirstEnd(after);
  }
}

@Injectable()
export class ContentFeed implements ExportFeed {
  readonly pageRows = CONTENT_PAGE_ROWS;

  constructor(private readonly contents: RecordedContentFeedRepository) {}

  readSettled(): Promise<string | undefined> {
    return this.contents.readSettled();
  }

  async read(range: SequenceRange): Promise<FeedLine[]> {
    const rows = await this.contents.read(range);
    return rows.map((row) => ({ sequence: row.sequence, json: JSON.stringify(describeContent(row)) }));
  }

  findFirstMoment(after: string): Promise<Date | undefined> {
    return this.contents.findFirstMoment(after);
  }
}

/** With the names of the admin API. Fields that are unknown or were not used are omitted. */
function describeRequest(record: UsageRecord) {
  const { costMicroUsd, upstreamCostMicroUsd } = record;
  return {
    type: 'request',
    id: record.requestId,
    event_id: record.id,
    started_at: new Date(record.startedAtMs).toISOString(),
    token_id: record.tokenId,
    owner: record.owner,
    ...describeFacts(record),
    model: record.model,
    operation: record.operation,
    format: record.format,
    channel: emptyToUndefined(record.channel),
    channel_id: emptyToUndefined(record.channelId),
    upstream_model: emptyToUndefined(record.upstreamModel),
    outcome: record.outcome,
    streamed: record.isStreamed,
    cache_hit: record.isCacheHit,
    estimated: record.isEstimated,
    duration_ms: record.durationMs,
    usage: renameMembers(record.usage),
    cost_usd: costMicroUsd === undefined ? null : costMicroUsd / MICRO_USD_PER_USD,
    upstream_cost_usd:
      upstreamCostMicroUsd === undefined ? undefined : upstreamCostMicroUsd / MICRO_USD_PER_USD,
    price_version: record.priceVersion,
    flagged: record.flagged,
    parameters: record.parameters,
    attempts: record.attempts.map(describeAttempt),
  };
}

function describeFacts(record: UsageRecord): object {
  return Object.fromEntries(LISTED_FACTS.map(({ name, column }) => [column, record[name]]));
}

/** Without the messages of upstreams, which may quote the request. */
function describeAttempt({ error, ...attempt }: UsageRecord['attempts'][number]) {
  if (error === undefined) return renameMembers(attempt);
  const { message: _message, ...rest } = error;
  return { ...renameMembers(attempt), error: renameMembers(rest) };
}

function describeContent({ requestId, tokenId, owner, recordedAtMs, content }: ContentRow) {
  return {
    type: 'content',
    id: requestId,
    token_id: tokenId,
    owner,
    recorded_at: new Date(recordedAtMs).toISOString(),
    model: content?.model,
    operation: content?.operation,
    format: content?.format,
    request_format: content?.requestFormat,
    request: content === undefined ? null : describeSide(content.request),
    answer:
      content?.answer === undefined
        ? null
        : { ...describeSide(content.answer), complete: content.answer.isComplete },
    unreadable: content === undefined ? true : undefined,
  };
}

function describeSide({ body, sizeBytes, isCut }: RecordedSide) {
  return { body, size_bytes: sizeBytes, cut: isCut };
}

function renameMembers(facts: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [snakeCase(name), value]));
}

function emptyToUndefined(name: string): string | undefined {
  return name === '' ? undefined : name;
}

import { MICRO_USD_PER_USD } from '#canonical';
import { type SequenceRange, UsageFeedRepository, type UsageRecord } from '#metering';
import { RecordedContentFeedRepository } from '#relay';
import { Injectable } from '@nestjs/common';
import { type ExportFeed, type FeedLine } from './export-feed.js';

const REQUEST_PAGE_ROWS = 1_000;
/** Each may have two megabytes. */
const CONTENT_PAGE_ROWS = 20;

type FedContent = Awaited<ReturnType<RecordedContentFeedRepository['read']>>[number];
type KeptSide = NonNullable<FedContent['content']>['request'];

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

/** In the words of the admin API; what is unknown or was not used is left out. */
function describeRequest(record: UsageRecord) {
  const { costMicroUsd, upstreamCostMicroUsd } = record;
  return {
    type: 'request',
    id: record.requestId,
    event_id: record.id,
    started_at: new Date(record.startedAtMs).toISOString(),
    token_id: record.tokenId,
    owner: record.owner,
    session_id: record.sessionId,
    model: record.model,
    operation: record.operation,
    format: record.format,
    channel: named(record.channel),
    channel_id: named(record.channelId),
    upstream_model: named(record.upstreamModel),
    outcome: record.outcome,
    streamed: record.isStreamed,
    cache_hit: record.isCacheHit,
    estimated: record.isEstimated,
    duration_ms: record.durationMs,
    first_byte_ms: record.firstByteMs,
    usage: withSnakeNames(record.usage),
    cost_usd: costMicroUsd === undefined ? null : costMicroUsd / MICRO_USD_PER_USD,
    upstream_cost_usd:
      upstreamCostMicroUsd === undefined ? undefined : upstreamCostMicroUsd / MICRO_USD_PER_USD,
    price_version: record.priceVersion,
    flagged: record.flagged,
    parameters: record.parameters,
    attempts: record.attempts.map(withSnakeNames),
  };
}

function describeContent({ requestId, tokenId, owner, recordedAtMs, content }: FedContent) {
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

function describeSide({ body, sizeBytes, isCut }: KeptSide) {
  return { body, size_bytes: sizeBytes, cut: isCut };
}

function withSnakeNames(facts: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [
      name.replace(/[A-Z]|1h/g, (start) => `_${start.toLowerCase()}`),
      value,
    ]),
  );
}

function named(name: string): string | undefined {
  return name === '' ? undefined : name;
}

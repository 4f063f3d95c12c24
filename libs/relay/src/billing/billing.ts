import { type Token } from '#access';
import { type Choice } from '#catalog';
import {
  type Budgets,
  type Hold,
  type MostCost,
  type PriceBook,
  type PurseLimit,
  type UsageJournal,
  eventIdFor,
  mostMicroUsd,
} from '#metering';
import { type AnswerOrigin } from '#replays';
import { countsOf } from './counts.js';
import { Bill, type BilledRequest } from './bill.js';

export interface BillingParts {
  journal: Pick<UsageJournal, 'begin'>;
  budgets: Pick<Budgets, 'hold'>;
  prices: Pick<PriceBook, 'priceOf'>;
  /** What a request of this token is paid from, now. */
  pursesFor: (token: Token) => PurseLimit[];
}

/** Sees to it that what a request may cost is there before it is sent, and that it is written down once. */
export class Billing {
  constructor(private readonly parts: BillingParts) {}

  /** Sets the money aside. Throws where a budget does not have it. */
  async open(request: BilledRequest, targets: readonly Choice[]): Promise<Bill> {
    const { budgets, journal, prices, pursesFor } = this.parts;
    const purses = pursesFor(request.token);
    const hold = await budgets.hold(purses, this.mostOf(request, targets));
    return new Bill(request, { hold, journal, prices, purses: purses.map(({ account }) => account) });
  }

  /** Throws where nothing is left to pay with. */
  async ensureMoney(token: Token): Promise<void> {
    const { budgets, pursesFor } = this.parts;
    (await budgets.hold(pursesFor(token), { certainMicroUsd: 0, likelyMicroUsd: 1 })).release();
  }

  /** For what an upstream has done unasked: it is written down and paid for, whatever is left to pay with. */
  async openUnheld(request: BilledRequest): Promise<Bill> {
    const { budgets, journal, prices, pursesFor } = this.parts;
    const purses = pursesFor(request.token);
    const hold = await holdNothing(budgets, purses);
    return new Bill(request, { hold, journal, prices, purses: purses.map(({ account }) => account) });
  }

  /** An answer that was paid for before costs nothing, and is written down all the same. */
  noteCacheHit(
    { token, requestId, model, operation, format, isStreamed, startedAtMs }: BilledRequest,
    { usage, channelId = '', channel = '', upstreamModel = model }: AnswerOrigin,
  ): void {
    const event = {
      id: eventIdFor(requestId),
      requestId,
      startedAtMs,
      tokenId: token.id,
      owner: token.owner,
      model,
      operation,
      format,
      channelId,
      channel,
      upstreamModel,
      isStreamed,
      usage: usage === undefined ? {} : countsOf(usage),
      costMicroUsd: 0,
      purses: this.parts.pursesFor(token).map(({ account }) => account),
    };
    this.parts.journal.begin(event).finish({
      ...event,
      outcome: 'ok',
      isEstimated: false,
      isCacheHit: true,
      durationMs: Date.now() - startedAtMs,
      attempts: [],
    });
  }

  /** What the dearest of the targets may cost. Where nobody knows a price, nothing can be set aside for it. */
  private mostOf({ size, priceContext }: BilledRequest, targets: readonly Choice[]): MostCost {
    let certainMicroUsd = 0;
    let likelyMicroUsd = 0;
    for (const { channel, model, upstreamModel } of targets) {
      const record = this.parts.prices.priceOf({ model, provider: channel.provider, upstreamModel });
      const most = record && mostMicroUsd(size, record.price, priceContext);
      certainMicroUsd = Math.max(certainMicroUsd, most?.certainMicroUsd ?? 0);
      likelyMicroUsd = Math.max(likelyMicroUsd, most?.likelyMicroUsd ?? 0);
    }
    return { certainMicroUsd, likelyMicroUsd };
  }
}

/** Where the store of budgets is away, the cost is only known once the usage is stored. */
async function holdNothing(budgets: Pick<Budgets, 'hold'>, purses: PurseLimit[]): Promise<Hold> {
  try {
    return await budgets.hold(purses, { certainMicroUsd: 0, likelyMicroUsd: 0 });
  } catch {
    return { settle: () => undefined, release: () => undefined };
  }
}

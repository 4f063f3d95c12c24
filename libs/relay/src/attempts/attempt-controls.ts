import { ChannelHealth, RetryBudget } from '#catalog';
import { SlotQueue } from '#limits';
import { Injectable } from '@nestjs/common';

/** What controls attempts. */
@Injectable()
export class AttemptControls {
  constructor(
    readonly health: ChannelHealth,
    /** Limits retries, so that they do not make an outage worse. */
    readonly budget: RetryBudget,
    /** Limits the concurrent requests of a channel. */
    readonly slots: SlotQueue,
  ) {}
}
